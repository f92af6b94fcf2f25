"""What a site is asked, and what it answers, down to the byte."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

Headers = tuple[tuple[str, str], ...]

BODILESS = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
REQUEST_LINE_WORDS = 3


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """One request as it came: nothing decoded, nothing resolved."""

    method: str
    path: str
    query: str
    version: str
    headers: Mapping[str, str]
    """Names in lower case; of a repeated name the last value."""
    host: str
    """The name in the Host header, lower case and without port; empty if there was none."""
    port: int
    """The port the request arrived at."""
    connection: int
    """Numbers the connections of one server, from 1."""
    waited_ms: int = 0
    """How long the kernel had it before it was read, which on a busy machine is a while."""

    @property
    def target(self) -> str:
        """Path and query as they stood in the request line."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def may_keep_alive(self) -> bool:
        """Whether another request can follow. Bodies are not read, so they end a connection."""
        if "content-length" in self.headers or "transfer-encoding" in self.headers:
            return False
        wish = self.headers.get("connection", "").lower()
        return "close" not in wish if self.version == "HTTP/1.1" else "keep-alive" in wish


class Ending(StrEnum):
    """What becomes of the connection after an answer."""

    KEEP = "keep"
    CLOSE = "close"
    RESET = "reset"
    HOLD = "hold"
    """Say nothing more until the other side goes away."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A well-formed answer; Content-Length is added, and `delay_s` passes before the first byte."""

    status: int = HTTPStatus.OK
    headers: Headers = ()
    body: bytes = b""
    delay_s: float = 0.0

    def head(self) -> bytes:
        """Everything before the body, up to and with the empty line."""
        lines = [f"HTTP/1.1 {self.status} {_phrase(self.status)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.status not in BODILESS:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode()


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes sent exactly as given: one part after the other, `pause_s` between them.

    `parts` may be endless: it is read as fast as the other side takes the bytes, and no further
    once it has gone.
    """

    parts: Iterable[bytes]
    ending: Ending = Ending.CLOSE
    delay_s: float = 0.0
    pause_s: float = 0.0


Answer = Reply | Raw

Handler = Callable[[SiteRequest], Answer]
"""Decides the answer to one request. It runs in the event loop, so it must not wait."""

Watch = Callable[[SiteRequest], Callable[[], None]]
"""Told of a request when it arrives; what it returns is called when the answer has ended."""


def parse_request(
    head: bytes, port: int, connection: int, waited_ms: int = 0
) -> SiteRequest | None:
    """Read a request line and its headers; None if that is not what the bytes are."""
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != REQUEST_LINE_WORDS or not words[2].startswith("HTTP/1."):
        return None
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            return None
        headers[name.strip().lower()] = value.strip()
    method, target, version = words
    path, _, query = target.partition("?")
    host = _name_of(headers.get("host", ""))
    return SiteRequest(method, path, query, version, headers, host, port, connection, waited_ms)


def _name_of(authority: str) -> str:
    name, colon, port = authority.rpartition(":")
    return (name if colon and port.isdigit() else authority).lower()


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
