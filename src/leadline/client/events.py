"""Server-sent events of a crawl, which continue after a broken connection."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from leadline.client.errors import NotFound, ProblemDocument, Unreachable
from leadline.client.models import EndedPage, Progress
from leadline.client.transport.asking import TRIES, decode, open_stream, pause_s
from leadline.client.transport.effects import Broken, Call, Give, Giving, More, Pause
from leadline.client.transport.lines import Lines

Event: TypeAlias = Progress | EndedPage
_END = "end"


class _Pages(msgspec.Struct, frozen=True):
    items: list[EndedPage]


class _Error(msgspec.Struct, frozen=True):
    error: str | None = None


@dataclass(slots=True)
class _Parser:
    """A parser of server-sent events that arrive in pieces.

    `place` is the id of the last complete event.
    """

    place: str | None
    _lines: Lines = field(default_factory=Lines)
    _id: str | None = None
    _name: str = ""
    _data: list[bytes] = field(default_factory=list)

    def feed(self, piece: bytes) -> Iterator[tuple[str, bytes]]:
        """Return the events that a piece completes, by name."""
        for line in self._lines.feed(piece):
            name, _, value = line.rstrip(b"\r").partition(b":")
            value = value.removeprefix(b" ")
            match name:
                case b"id":
                    self._id = value.decode()
                case b"event":
                    self._name = value.decode()
                case b"data":
                    self._data.append(value)
            if not line.rstrip(b"\r"):
                self.place = self._id or self.place
                if self._data:
                    yield self._name, b"\n".join(self._data)
                self._name, self._data = "", []


def events(crawl: str, after: int | None) -> Giving[Event]:
    """Iterate over progress and ended pages, until the crawl is over."""
    query = {} if after is None else {"after": after}
    place, failures = None, 0
    while True:
        headers = {"Accept": "text/event-stream"}
        if place is not None:
            headers["Last-Event-ID"] = place
        yield from open_stream(
            Call("GET", f"/api/v1/crawls/{crawl}/events", query, headers=headers)
        )
        parser = _Parser(place)
        while True:
            piece: bytes | Broken = yield More()
            if isinstance(piece, Broken) or not piece:
                break
            for name, data in parser.feed(piece):
                failures = 0
                for event in _told(name, data):
                    yield Give(event)
                if name == _END:
                    return
        place = parser.place
        failures += 1
        if failures == TRIES:
            raise Unreachable(f"the event stream broke off {failures} times in a row")
        yield Pause(pause_s(failures))


def _told(name: str, data: bytes) -> Iterator[Event]:
    if name == "pages":
        yield from decode(data, _Pages).items
    elif name in {"progress", _END}:
        if error := decode(data, _Error).error:
            raise NotFound(ProblemDocument("urn:leadline:problem:unknown-crawl", "", 404, error))
        yield decode(data, Progress)
