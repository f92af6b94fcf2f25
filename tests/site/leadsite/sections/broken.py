"""What is not quite HTTP, and connections that end too early."""

from collections.abc import Iterator

from leadline.demo.messages import Ending, Raw, Reply, SiteRequest
from leadsite.markup import document, html_reply
from leadsite.routes import WWW, Route, Section, World, always

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
BODY = b"<title>Broken</title><p>Some text that was meant to be longer.</p>"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
CHUNK = b"%x\r\n%s\r\n" % (len(BODY), BODY)
HUGE_BYTES = 128 * 1024

SENT = {
    "not-http": (b"\x00\x01\x02SSH-2.0-OpenSSH_9.2\r\n", "bytes of another protocol"),
    "http-0.9": (BODY, "a body without any head"),
    "half-status": (b"HTTP/1.1 20", "closed inside the status line"),
    "half-headers": (OK, "closed inside the headers"),
    "no-answer": (b"", "closed without a byte"),
    "bad-status": (b"HTTP/1.1 abc OK\r\n\r\n" + BODY, "a status that is no number"),
    "bad-version": (b"HTTP/9.9 200 OK\r\n\r\n" + BODY, "a version from the future"),
    "length-too-large": (OK + b"Content-Length: 100000\r\n\r\n" + BODY, "a body cut short"),
    "length-too-small": (OK + b"Content-Length: 20\r\n\r\n" + BODY, "more body than announced"),
    "length-negative": (OK + b"Content-Length: -1\r\n\r\n" + BODY, "a negative length"),
    "length-words": (OK + b"Content-Length: many\r\n\r\n" + BODY, "a length in words"),
    "lengths-differ": (
        OK + b"Content-Length: 10\r\nContent-Length: 20\r\n\r\n" + BODY, "two lengths",
    ),
    "no-length": (OK + b"\r\n" + BODY, "a body that ends with the connection, which is fine"),
    "chunked": (CHUNKED + CHUNK + b"0\r\n\r\n", "chunks, which is fine"),
    "chunked-cut": (CHUNKED + CHUNK, "chunks without an end"),
    "chunk-cut": (CHUNKED + CHUNK + b"ffff\r\nabc", "the end inside a chunk"),
    "chunk-size-bad": (CHUNKED + CHUNK + b"zz\r\nabc\r\n0\r\n\r\n", "a chunk size that is none"),
    "chunk-size-huge": (CHUNKED + b"f" * 20 + b"\r\nabc\r\n", "a chunk size beyond 64 bits"),
    "chunked-and-length": (
        OK + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNK + b"0\r\n\r\n",
        "chunks and a length that contradicts them",
    ),
    "folded-header": (OK + b"X-Long: a\r\n  b\r\nContent-Length: 0\r\n\r\n", "a folded header"),
    "nul-header": (OK + b"X-Nul: a\x00b\r\nContent-Length: 0\r\n\r\n", "NUL in a header"),
    "no-colon": (OK + b"this is no header\r\nContent-Length: 0\r\n\r\n", "a line without colon"),
    "line-feeds": (b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + BODY, "no carriage returns"),
    "huge-header": (
        OK + b"X-Huge: " + b"x" * HUGE_BYTES + b"\r\n\r\n" + BODY, "one header of 128 KiB",
    ),
    "many-headers": (
        OK + b"X-Many: abcdefgh\r\n" * (HUGE_BYTES // 18) + b"\r\n" + BODY, "128 KiB of headers",
    ),
}  # fmt: skip
"""Name under `/broken/` to all that is sent before the connection is closed, and what it is."""


def section(world: World) -> Section:
    """Bytes that are wrong, and connections that are lost."""
    sent = [
        Route(f"/broken/{name}", what, always(Raw((data,)))) for name, (data, what) in SENT.items()
    ]
    special = [
        Route("/broken/reset", "reset before the answer", always(Raw((), Ending.RESET))),
        Route("/broken/reset-late", "reset after the headers", always(_reset_late())),
        Route("/broken/endless-headers", "headers that never end", _endless_headers),
        Route("/broken/twice", "headers given twice", always(_twice())),
        Route("/broken/refused", "links to a port where nobody listens", always(_refused(world))),
    ]
    return Section("broken", "not quite HTTP, and lost connections", (*sent, *special))


def _reset_late() -> Raw:
    return Raw((OK + b"Content-Length: 100\r\n\r\n" + BODY,), Ending.RESET)


def _endless_headers(_request: SiteRequest) -> Raw:
    return Raw(_header_lines())


def _header_lines() -> Iterator[bytes]:
    yield OK
    while True:
        yield b"X-Endless: and so on\r\n" * 100


def _twice() -> Reply:
    doubled = (("Content-Type", "text/plain"), ("X-Twice", "one"), ("X-Twice", "two"))
    return html_reply(BODY, *doubled)


def _refused(world: World) -> Reply:
    return document("Refused", f'<a href="http://{WWW}:{world.refused_port}/">nobody</a>')
