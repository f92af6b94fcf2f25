"""Small bodies that grow, and bodies that never end. `Options.bomb_bytes` is how far they grow."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from functools import cache

import brotli

from leadline.demo.messages import Handler, Raw, Reply, SiteRequest
from leadsite.markup import html_reply
from leadsite.routes import Route, Section, World

STEP = 1 << 20
EMPTY_BLOCKS = b"\x00\x00\x00\xff\xff" * 8192
"""Deflate's stored block of length nothing, many times."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
OPENING = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"


def section(world: World) -> Section:
    """Bombs and streams."""
    size = world.options.bomb_bytes
    routes = (
        Route("/bombs/gzip", "zeros in gzip", _bomb("gzip", gzip_bomb, size)),
        Route("/bombs/deflate", "zeros in deflate", _bomb("deflate", deflate_bomb, size)),
        Route("/bombs/br", "zeros in brotli", _bomb("br", brotli_bomb, size)),
        Route("/bombs/stacked", "gzip in gzip", _bomb("gzip, gzip", stacked_bomb, size)),
        Route("/bombs/silent", "gzip that decodes to nothing", lambda _: Raw(_silence(size))),
        Route("/bombs/endless", "a body without end", _endless),
        Route("/bombs/endless-gzip", "a packed body without end", _endless_gzip),
    )
    return Section("bombs", "bodies that grow, and bodies that never end", routes)


@cache
def gzip_bomb(size: int) -> bytes:
    """So many zeros, in gzip."""
    return _packed(zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16), size)


@cache
def deflate_bomb(size: int) -> bytes:
    """So many zeros, in zlib's format."""
    return _packed(zlib.compressobj(9), size)


@cache
def brotli_bomb(size: int) -> bytes:
    """So many zeros, in brotli."""
    packer = brotli.Compressor(quality=5, lgwin=24)
    parts = [packer.process(zeros) for zeros in _zeros(size)]
    return b"".join([*parts, packer.finish()])


@cache
def stacked_bomb(size: int) -> bytes:
    """The gzip bomb, packed once more."""
    return gzip.compress(gzip_bomb(size), mtime=0)


def _packed(packer: "zlib._Compress", size: int) -> bytes:
    return b"".join([*map(packer.compress, _zeros(size)), packer.flush()])


def _zeros(size: int) -> Iterator[bytes]:
    step = bytes(STEP)
    for _ in range(size // STEP):
        yield step
    yield bytes(size % STEP)


def _bomb(label: str, make: Callable[[int], bytes], size: int) -> Handler:
    def answer(_request: SiteRequest) -> Reply:
        return html_reply(make(size), ("Content-Encoding", label))

    return answer


def _silence(size: int) -> Iterator[bytes]:
    yield OPENING + b"Content-Encoding: gzip\r\n\r\n" + GZIP_HEAD
    for _ in range(size // len(EMPTY_BLOCKS)):
        yield EMPTY_BLOCKS


def _endless(_request: SiteRequest) -> Raw:
    return Raw(_paragraphs(lambda data: data, b""))


def _endless_gzip(_request: SiteRequest) -> Raw:
    packer = zlib.compressobj(1, wbits=zlib.MAX_WBITS | 16)

    def pack(data: bytes) -> bytes:
        return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)

    return Raw(_paragraphs(pack, b"Content-Encoding: gzip\r\n"))


def _paragraphs(pack: Callable[[bytes], bytes], header: bytes) -> Iterator[bytes]:
    yield OPENING + header + b"\r\n"
    yield pack(b"<title>Endless</title>")
    while True:
        yield pack(b"<p>And on and on it goes.</p>\n" * 500)
