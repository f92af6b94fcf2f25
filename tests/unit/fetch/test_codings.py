import gzip
import tracemalloc
import zlib
from collections.abc import Callable

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import corpus
from leadline.domain.web.fetching import Truncation
from leadline.fetch.codings import decoded

MIB = 1024 * 1024
LIMIT = 10 * MIB
PLAIN = b"<p>" + bytes(range(256)) * 500
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
}


@pytest.mark.parametrize("coding", PACKED)
def test_what_was_packed_is_unpacked(coding: str) -> None:
    assert decoded(PACKED[coding](PLAIN), coding, LIMIT) == (PLAIN, None)


@pytest.mark.parametrize("coding", PACKED)
def test_exactly_the_limit_is_whole_and_one_byte_more_is_cut(coding: str) -> None:
    packed = PACKED[coding](PLAIN)

    assert decoded(packed, coding, len(PLAIN)) == (PLAIN, None)
    assert decoded(packed, coding, len(PLAIN) - 1) == (PLAIN[:-1], Truncation.SIZE)


@pytest.mark.parametrize("coding", PACKED)
def test_what_breaks_off_is_kept_and_marked(coding: str) -> None:
    packed = PACKED[coding](PLAIN)

    body, truncated = decoded(packed[: len(packed) // 2], coding, LIMIT)

    assert truncated is Truncation.BROKEN_CODING
    assert PLAIN.startswith(body)


def test_stacked_codings_are_undone_from_the_last() -> None:
    packed = gzip.compress(brotli.compress(PLAIN))

    assert decoded(packed, "br, GZIP", LIMIT) == (PLAIN, None)


@pytest.mark.parametrize("coding", ["rot13", "gzip, " * 6])
def test_what_cannot_be_undone_is_marked(coding: str) -> None:
    assert decoded(PLAIN, coding, LIMIT) == (b"", Truncation.BROKEN_CODING)


def test_a_page_labelled_by_mistake_is_kept_and_marked() -> None:
    assert decoded(b"<p>plain", "gzip", LIMIT) == (b"<p>plain", Truncation.BROKEN_CODING)


def test_a_wrong_checksum_loses_only_the_end() -> None:
    packed = bytearray(gzip.compress(PLAIN))
    packed[-8] ^= 0xFF

    body, truncated = decoded(bytes(packed), "gzip", LIMIT)

    assert truncated is Truncation.BROKEN_CODING
    assert PLAIN.startswith(body)
    assert len(body) > len(PLAIN) - 1000


def test_a_file_of_very_many_empty_members_is_given_up() -> None:
    packed = gzip.compress(gzip.compress(b"") * 400_000)

    assert decoded(packed, "gzip, gzip", LIMIT) == (b"", Truncation.BROKEN_CODING)


def test_a_file_of_some_members_is_whole() -> None:
    packed = b"".join(gzip.compress(PLAIN[n : n + 1000]) for n in range(0, len(PLAIN), 1000))

    assert decoded(packed, "gzip", LIMIT) == (PLAIN, None)


@given(st.binary(max_size=400), st.sampled_from([*PACKED, "gzip, br", "deflate, gzip", "", "x"]))
def test_no_bytes_make_it_fail(body: bytes, coding: str) -> None:
    out, _ = decoded(body, coding, 1000)

    assert len(out) <= 1000


def bombs() -> dict[str, tuple[bytes, str]]:
    zeros = bytes(100 * MIB)
    return {
        "gzip": (gzip.compress(zeros, 9), "gzip"),
        "deflate": (zlib.compress(zeros, 9), "deflate"),
        "br": (brotli.compress(zeros), "br"),
        "gzip twice": (gzip.compress(gzip.compress(zeros, 9), 9), "gzip, gzip"),
    }


@pytest.fixture(scope="module")
def packed_bombs() -> dict[str, tuple[bytes, str]]:
    return bombs()


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "gzip twice"])
def test_a_bomb_ends_at_the_limit_with_little_memory(
    name: str, packed_bombs: dict[str, tuple[bytes, str]]
) -> None:
    assert_harmless(*packed_bombs[name])


@pytest.mark.corpora
@pytest.mark.parametrize(
    ("name", "coding"), [("gzip", "gzip"), ("deflate", "deflate"), ("br", "br")]
)
def test_the_bombs_of_others_end_at_the_limit(name: str, coding: str) -> None:
    folder = corpus("scrapy/tests/sample_data/compressed")

    assert_harmless((folder / f"bomb-{name}.bin").read_bytes(), coding)


@pytest.mark.corpora
def test_the_largest_bomb_of_49_bytes_ends_at_the_limit() -> None:
    for coding, suffix in (("gzip", "gz"), ("br", "br")):
        path = corpus(f"wpt/fetch/content-encoding/{coding}/resources/big.text.{suffix}")
        assert_harmless(path.read_bytes(), coding)


def assert_harmless(packed: bytes, coding: str) -> None:
    tracemalloc.start()
    body, truncated = decoded(packed, coding, LIMIT)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert len(body) <= LIMIT
    assert truncated is (Truncation.SIZE if len(body) == LIMIT else None)
    assert peak < 32 * MIB
