"""A crawl as it happens: server-sent events, gone on with where a connection broke."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from leadline.client.asking import TRIES, decoded, opened, pause_s
from leadline.client.effects import Broken, Call, Give, Giving, More, Pause
from leadline.client.errors import NotFound, ProblemDocument, Unreachable
from leadline.client.lines import Lines
from leadline.client.models import EndedPage, Progress

Event: TypeAlias = Progress | EndedPage
_END = "end"


class _Pages(msgspec.Struct, frozen=True):
    items: list[EndedPage]


class _Error(msgspec.Struct, frozen=True):
    error: str | None = None


@dataclass(slots=True)
class _Parser:
    """Events from pieces of a stream, as its standard has them.

    `place` is the id of the last event that was whole.
    """

    place: str | None
    _lines: Lines = field(default_factory=Lines)
    _id: str | None = None
    _name: str = ""
    _data: list[bytes] = field(default_factory=list)

    def fed(self, piece: bytes) -> Iterator[tuple[str, bytes]]:
        """The events that a piece completes, by name."""
        for line in self._lines.fed(piece):
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
    """Progress and pages as they end, until the crawl is over."""
    query = {} if after is None else {"after": after}
    place, failures = None, 0
    while True:
        headers = {"Accept": "text/event-stream"}
        if place is not None:
            headers["Last-Event-ID"] = place
        yield from opened(Call("GET", f"/api/v1/crawls/{crawl}/events", query, headers=headers))
        parser = _Parser(place)
        while True:
            piece: bytes | Broken = yield More()
            if isinstance(piece, Broken) or not piece:
                break
            for name, data in parser.fed(piece):
                failures = 0
                for event in _told(name, data):
                    yield Give(event)
                if name == _END:
                    return
        place = parser.place
        failures += 1
        if failures == TRIES:
            raise Unreachable(f"the events broke off {failures} times in a row")
        yield Pause(pause_s(failures))


def _told(name: str, data: bytes) -> Iterator[Event]:
    if name == "pages":
        yield from decoded(data, _Pages).items
    elif name in {"progress", _END}:
        if error := decoded(data, _Error).error:
            raise NotFound(ProblemDocument("urn:leadline:problem:unknown-crawl", "", 404, error))
        yield decoded(data, Progress)
