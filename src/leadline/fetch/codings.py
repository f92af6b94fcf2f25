"""Content codings: gzip, deflate and brotli, alone or stacked, never beyond a limit."""

import zlib
from collections.abc import Callable, Generator, Iterator

import brotli

from leadline.domain.web.fetching import Truncation

ACCEPTED = "gzip, deflate, br"

_MAX_CODINGS = 5
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_BITS = 31
_ZLIB_BITS = 15
_RAW_DEFLATE_BITS = -15
_STEP_BYTES = 64 * 1024
_MAX_MEMBERS = 1_000
_SALVAGE_BYTES = 64

Decoder = Callable[[bytes, int], Iterator[bytes]]
Decoded = tuple[bytes, Truncation | None]


class _Broken(Exception):
    """The rest cannot be decoded."""


def decoded(body: bytes, content_encoding: str, limit: int) -> Decoded:
    """Return the decoded body, up to `limit` bytes, and why it is truncated."""
    codings = [name.strip().lower() for name in content_encoding.split(",") if name.strip()]
    if len(codings) > _MAX_CODINGS:
        return b"", Truncation.BROKEN_CODING
    truncated: Truncation | None = None
    for coding in reversed(codings):
        if coding != "identity" and body:
            body, cut = _undone(body, coding, limit)
            truncated = cut or truncated
    return body, truncated


def _undone(body: bytes, coding: str, limit: int) -> Decoded:
    decode = _DECODERS.get(coding)
    if decode is None:
        return b"", Truncation.BROKEN_CODING
    out: list[bytes] = []
    room = limit
    try:
        for piece in decode(body, limit):
            out.append(piece[:room])
            room -= len(piece)
            if room < 0:
                return b"".join(out), Truncation.SIZE
    except (_Broken, zlib.error, brotli.error):
        return b"".join(out), Truncation.BROKEN_CODING
    return b"".join(out), None


def _gzip(body: bytes, limit: int) -> Iterator[bytes]:
    """Decode all members of a gzip file; ignore bytes after the last one."""
    if not body.startswith(_GZIP_MAGIC):
        # Some servers send this header by mistake: the page itself is readable.
        yield body
        raise _Broken
    start = 0
    for _ in range(_MAX_MEMBERS):
        start = yield from _inflated(zlib.decompressobj(_GZIP_BITS), body, start, limit)
        if body[start : start + len(_GZIP_MAGIC)] != _GZIP_MAGIC:
            return
    raise _Broken


def _deflate(body: bytes, limit: int) -> Iterator[bytes]:
    """Decode zlib, which the name stands for; many servers send it without the zlib header."""
    has_header = len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and not _number(body[:2]) % 31
    bits = _ZLIB_BITS if has_header else _RAW_DEFLATE_BITS
    yield from _inflated(zlib.decompressobj(bits), body, 0, limit)


def _inflated(
    decompressor: "zlib._Decompress", body: bytes, start: int, limit: int
) -> Generator[bytes, None, int]:
    """Decode one stream from `start` on; return where it ended.

    It is read in steps: zlib copies the rest after a stream, and there may be many small streams.
    """
    while start < len(body) and not decompressor.eof:
        step, spare = body[start : start + _STEP_BYTES], decompressor.copy()
        try:
            yield decompressor.decompress(step, limit + 1)
        except zlib.error:
            # Decoding all at once loses the bytes before an error; byte by byte keeps them.
            for at in range(0, len(step), _SALVAGE_BYTES):
                yield spare.decompress(step[at : at + _SALVAGE_BYTES])
            raise
        start += len(step) - len(decompressor.unused_data)
    if not decompressor.eof:
        raise _Broken
    return start


def _brotli(body: bytes, _limit: int) -> Iterator[bytes]:
    decompressor = brotli.Decompressor()
    piece = decompressor.process(body, output_buffer_limit=_STEP_BYTES)
    while piece:
        yield piece
        piece = decompressor.process(b"", output_buffer_limit=_STEP_BYTES)
    if not decompressor.is_finished():
        raise _Broken


def _number(two_bytes: bytes) -> int:
    return int.from_bytes(two_bytes, "big")


_DECODERS: dict[str, Decoder] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
}
