"""What goes over the pipes: once READY, then a length in four bytes and MessagePack each way.

Typed MessagePack and no pickle: a page that took over the child could otherwise run code in the
parent.
"""

import struct
from dataclasses import dataclass

import msgspec

from leadline.domain.documents import Document, Listing, Source, Wanted

LENGTH = struct.Struct(">I")
READY = b"\n"


@dataclass(frozen=True, slots=True)
class Job:
    """A page to read, and within how many seconds. Of a sitemap nothing is wanted but its list."""

    source: Source
    wanted: Wanted | None
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A document or a listing, or why there is none."""

    document: Document | None = None
    listing: Listing | None = None
    invalid_selector: str | None = None


def packed(message: Job | Answer) -> bytes:
    """The frame of a message."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


read_job = msgspec.msgpack.Decoder(Job).decode
read_answer = msgspec.msgpack.Decoder(Answer).decode
