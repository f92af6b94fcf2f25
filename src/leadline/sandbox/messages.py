"""Messages on the pipes: once READY, then a length in four bytes and MessagePack each way.

Typed MessagePack and no pickle: a page that took over the child could otherwise run code in the
parent.
"""

import struct
from dataclasses import dataclass

import msgspec

from leadline.domain.web.documents import Document, Listing, Source, Wanted

LENGTH = struct.Struct(">I")
READY = b"\n"


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """A page to read, and its limit in seconds. Of a sitemap only its list is wanted."""

    source: Source
    wanted: Wanted | None
    timeout_s: float


@dataclass(frozen=True, slots=True)
class ParseResult:
    """A document or a listing, or why there is none."""

    document: Document | None = None
    listing: Listing | None = None
    invalid_selector: str | None = None


def packed(message: ParseRequest | ParseResult) -> bytes:
    """Return a message as bytes, with its length."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


read_request = msgspec.msgpack.Decoder(ParseRequest).decode
read_result = msgspec.msgpack.Decoder(ParseResult).decode
