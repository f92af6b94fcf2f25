"""Who listens to which crawl. What is told of one is read and encoded once, for all of them."""

import asyncio
import logging
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import msgspec

from leadline.api.ended import EndedPages
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import StoreError
from leadline.services.crawls import progress
from leadline.store.reader import Reader

_log = logging.getLogger(__name__)

_LOOK_S = 0.25
_BREATH_S = 0.02
_LEAST_SILENCE_S = 1.0
# Two seconds are promised, and what is due is noticed by the next look.
_MOST_SILENCE_S = 1.5
_TOLD_AT_ONCE = 50
_NOT_FOUND = '{"error":"Crawl not found"}'


@dataclass(frozen=True, slots=True)
class State:
    """A crawl at one moment, as JSON."""

    text: str
    seq: int
    is_over: bool
    """Whether nothing will be told after this."""


class Listener:
    """One who listens: gets the latest state when it is time for one, however slow it reads."""

    def __init__(self, pages: EndedPages) -> None:
        self.pages = pages
        self.told_at = -math.inf
        self.version = 0
        """What was told last, by the numbers of the watch."""
        self._state: State | None = None
        self._news = asyncio.Event()
        self._has_ended = False

    @property
    def has_news(self) -> bool:
        """Whether `next` would not wait."""
        return self._news.is_set()

    def tell(self, state: State) -> None:
        """Have this for who listens; what it did not take yet is forgotten."""
        if not self._has_ended:
            self._state = state
            self._news.set()

    def end(self) -> None:
        """Tell nothing more."""
        self._state = None
        self._has_ended = True
        self._news.set()

    async def next(self) -> State | None:
        """Wait for the next state; None when there will be none."""
        await self._news.wait()
        if not self._has_ended:
            self._news.clear()
        return self._state


class Live:
    """All who listen, by crawl. A crawl is looked at by one task, as long as somebody listens."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._watches: dict[CrawlId, _Watch] = {}
        self._has_ended = False

    @contextmanager
    def listening(self, crawl: CrawlId) -> Iterator[Listener]:
        """Listen to a crawl, which need not be there, until the block ends."""
        watch = self._watches.get(crawl)
        if watch is None or watch.has_failed():
            watch = self._watches[crawl] = _Watch(self._reader, crawl)
        listener = watch.join()
        if self._has_ended:
            listener.end()
        try:
            yield listener
        finally:
            if watch.leave(listener) == 0 and self._watches.get(crawl) is watch:
                del self._watches[crawl]

    def end(self) -> None:
        """Let everybody go, now and from now on: the server stops."""
        self._has_ended = True
        for watch in self._watches.values():
            watch.end()


class _Watch:
    """One crawl that somebody listens to."""

    def __init__(self, reader: Reader, crawl: CrawlId) -> None:
        self._reader = reader
        self._id = crawl
        self._pages = EndedPages(reader, crawl)
        self._listeners: dict[Listener, None] = {}
        self._joined = asyncio.Event()
        self._crawl: Crawl | None = None
        self._version = 0
        self._task = asyncio.create_task(self._run())

    def join(self) -> Listener:
        listener = Listener(self._pages)
        self._listeners[listener] = None
        self._joined.set()
        return listener

    def leave(self, listener: Listener) -> int:
        """Gives how many are left; nothing is done for nobody."""
        del self._listeners[listener]
        if not self._listeners:
            self._task.cancel()
        return len(self._listeners)

    def has_failed(self) -> bool:
        return self._task.done()

    def end(self) -> None:
        for listener in self._listeners:
            listener.end()

    async def _run(self) -> None:
        try:
            while True:
                self._joined.clear()
                await self._look()
                # Who has just come does not wait, unless many do.
                await asyncio.sleep(_BREATH_S)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_S - _BREATH_S):
                        await self._joined.wait()
        finally:
            self.end()

    async def _look(self) -> None:
        try:
            crawl = await self._reader.get(self._id)
        except StoreError as exc:
            # Whoever listens goes on when it is back; until then there is nothing to tell.
            _log.debug("store unavailable", extra={"crawl_id": self._id, "error": str(exc)})
            return
        if crawl != self._crawl or self._version == 0:
            self._crawl = crawl
            self._version += 1
        now = asyncio.get_running_loop().time()
        if due := self._due(now):
            await self._tell(due, now)

    def _due(self, now: float) -> list[Listener]:
        """Those who have not heard of what is new, and those who have heard nothing for long."""
        return [
            listener
            for listener in self._listeners
            if now - listener.told_at
            >= (_MOST_SILENCE_S if listener.version == self._version else _LEAST_SILENCE_S)
        ]

    async def _tell(self, listeners: Sequence[Listener], now: float) -> None:
        state, version = _state_of(self._crawl), self._version
        for number, listener in enumerate(listeners, 1):
            listener.told_at, listener.version = now, version
            listener.tell(state)
            if number % _TOLD_AT_ONCE == 0:
                # Who asks something else does not wait until all are told.
                await asyncio.sleep(0)


def _is_being_swept(crawl: Crawl) -> bool:
    """Whether pages of a cancelled crawl are still to be moved: its last figures come soon."""
    return crawl.counts.pending + crawl.counts.in_progress > 0


def _state_of(crawl: Crawl | None) -> State:
    if crawl is None:
        return State(_NOT_FOUND, 0, is_over=True)
    text = msgspec.json.encode(progress(crawl)).decode()
    return State(text, crawl.seq, crawl.status.is_final and not _is_being_swept(crawl))
