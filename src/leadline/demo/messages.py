"""Requests to a site and its answers, down to the byte."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

Headers = tuple[tuple[str, str], ...]

BODILESS = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
REQUEST_LINE_WORDS = 3


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """One request as received: nothing decoded, nothing resolved."""

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
    """How long the kernel had it before it was read; long on a busy machine."""

    @property
    def target(self) -> str:
        """Return path and query as they are in the request line."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def may_keep_alive(self) -> bool:
        """Return whether another request can follow. A body is not read: it ends the connection."""
        if "content-length" in self.headers or "transfer-encoding" in self.headers:
            return False
        wish = self.headers.get("connection", "").lower()
        return "close" not in wish if self.version == "HTTP/1.1" else "keep-alive" in wish


class Ending(StrEnum):
    """The state of the connection after an answer."""

    KEEP = "keep"
    CLOSE = "close"
    RESET = "reset"
    HOLD = "hold"
    """Send nothing more until the client disconnects."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A well-formed answer; Content-Length is added, and `delay_s` passes before the first byte."""

    status: int = HTTPStatus.OK
    headers: Headers = ()
    body: bytes = b""
    delay_s: float = 0.0

    def head(self) -> bytes:
        """Return everything before the body, with the empty line."""
        lines = [f"HTTP/1.1 {self.status} {_phrase(self.status)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.status not in BODILESS:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode()


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that are sent exactly as they are: one part after the other, `pause_s` between them.

    `parts` may be endless: it is read as fast as the client takes the bytes, until it disconnects.
    """

    parts: Iterable[bytes]
    ending: Ending = Ending.CLOSE
    delay_s: float = 0.0
    pause_s: float = 0.0


SiteAnswer = Reply | Raw

Handler = Callable[[SiteRequest], SiteAnswer]
"""A function from a request to its answer. It runs in the event loop, so it must not wait."""

Observer = Callable[[SiteRequest], Callable[[], None]]
"""A function that is called when a request arrives; its result is called when the answer ends."""


def parse_request(
    head: bytes, port: int, connection: int, waited_ms: int = 0
) -> SiteRequest | None:
    """Read a request line and its headers; return None if the bytes are something else."""
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
