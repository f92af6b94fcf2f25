"""Requests and responses."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from leadline.domain.addresses import Address

SUCCESS = range(200, 300)
"""The statuses of success."""


class Truncation(StrEnum):
    """The reason why a body is not whole. The part that arrived is kept."""

    SIZE = "size"
    CLOSED_EARLY = "closed early"
    BROKEN_CODING = "broken coding"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one request. Sizes hold for the body as sent and as decoded."""

    connect_s: float = 10.0
    total_s: float = 10.0
    max_body_bytes: int = 10 * 1024 * 1024
    max_header_bytes: int = 64 * 1024
    min_bytes_per_s: int = 10
    min_speed_window_s: int = 10
    max_redirects: int = 10


@dataclass(frozen=True, slots=True)
class Request:
    """One GET of one address. A redirect is an answer: the fetcher does not follow it."""

    address: Address
    user_agent: str
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    limits: Limits = field(default_factory=Limits)
    on_sent: Callable[[float], None] | None = field(default=None, compare=False)
    """Called with the time (Unix seconds) at which the request is written, after connecting."""


Ask = Callable[[Address], Request]
"""Makes the request for an address, with the headers that its origin may have."""


class Timings(NamedTuple):
    """Milliseconds of each phase, in order; `total_ms` is their sum plus the body."""

    dns_ms: float
    connect_ms: float
    tls_ms: float
    first_byte_ms: float
    total_ms: float


# With the lines that continue a header.
_COOKIES = re.compile(
    rb"(?im)^(set-cookie2?[ \t]*:(?:[^=;\r\n]*=)?)[^;\r\n]*(?:\r?\n[ \t][^\r\n]*)*"
)


# A named tuple, because every page has one: see `Task`.
class Response(NamedTuple):
    """The answer to one request: any status, with a body that is truncated at the limits."""

    address: Address
    status: int
    raw_headers: bytes
    """The status line and the headers as received; most of them are never read."""
    body: bytes
    truncated: Truncation | None
    ip: str
    http_version: str
    wire_bytes: int
    """Bytes of the body as transferred, before decoding."""
    timings: Timings

    def header(self, name: str) -> str | None:
        """Return the first value of a header, by its lower-case name."""
        return header_value(self.raw_headers, name)

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return all headers in their order, with names in lower case, also repeated ones."""
        return header_pairs(self.raw_headers)


def header_pairs(raw_headers: bytes) -> tuple[tuple[str, str], ...]:
    """Return all headers of a block that begins with the status line."""
    lines = raw_headers.decode("latin-1").split("\n")[1:]
    pairs = (line.partition(":") for line in lines if line[:1] not in {" ", "\t"})
    return tuple((name.lower(), value.strip()) for name, colon, value in pairs if colon)


def without_secrets(raw_headers: bytes) -> bytes:
    """Return a block of headers in which cookies keep their names, but not their values."""
    if b"set-cookie" not in raw_headers.lower():
        return raw_headers
    return _COOKIES.sub(rb"\1[redacted]", raw_headers)


def header_value(raw_headers: bytes, name: str) -> str | None:
    """Return the first value of a header in a block, without reading the others."""
    start = raw_headers.lower().find(b"\n%s:" % name.encode())
    if start < 0:
        return None
    start += len(name) + 2
    end = raw_headers.find(b"\n", start)
    return raw_headers[start : end if end >= 0 else None].decode("latin-1").strip()
