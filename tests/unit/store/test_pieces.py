"""Pieces of pages come back as they were, whatever their bytes are."""

import zstandard
from hypothesis import given
from hypothesis import strategies as st

from leadline.store.pieces import packed_piece, unpacked_piece

FRAME = zstandard.compress(b"something")


@given(st.binary(max_size=2_000) | st.binary(max_size=20).map(lambda tail: FRAME + tail))
def test_a_piece_comes_back_as_it_was(piece: bytes) -> None:
    assert unpacked_piece(packed_piece(piece)) == piece


def test_headers_are_kept_as_they_are() -> None:
    assert packed_piece(b"HTTP/1.1 200 OK\r\n") == b"HTTP/1.1 200 OK\r\n"


def test_large_pieces_are_compressed() -> None:
    assert len(packed_piece(b"<p>" * 1_000)) < 100
