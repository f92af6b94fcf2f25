"""Listeners of crawls. The state of a crawl is read and encoded once for all its listeners."""

import asyncio
import logging
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import msgspec

from leadline.api.live.page_feed import PageFeed
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import StoreError
from leadline.services.crawling.crawls import progress
from leadline.store.reader import Reader

_log = logging.getLogger(__name__)

_LOOK_S = 0.25
_BREATH_S = 0.02
_LEAST_SILENCE_S = 1.0
# The API promises 2 s, and the next look may come 0.25 s after a state is due.
_MOST_SILENCE_S = 1.5
_SENT_AT_ONCE = 50
_NOT_FOUND = '{"error":"Crawl not found"}'


@dataclass(frozen=True, slots=True)
class State:
    """A crawl at one moment, as JSON."""

    text: str
    seq: int
    is_over: bool
    """Whether this is the last state."""


class Listener:
    """One client that listens. However slowly it reads, it gets the latest state."""

    def __init__(self, pages: PageFeed) -> None:
        self.pages = pages
        self.sent_at = -math.inf
        self.version = 0
        """The version of the crawl that was sent last, as the watcher counts them."""
        self._state: State | None = None
        self._news = asyncio.Event()
        self._has_ended = False

    @property
    def has_news(self) -> bool:
        """Return whether `next` would return at once."""
        return self._news.is_set()

    def offer(self, state: State) -> None:
        """Offer a state to the client, in place of one that it has not taken yet."""
        if not self._has_ended:
            self._state = state
            self._news.set()

    def end(self) -> None:
        """Send nothing further."""
        self._state = None
        self._has_ended = True
        self._news.set()

    async def next(self) -> State | None:
        """Wait for the next state. None means that there will be none."""
        await self._news.wait()
        if not self._has_ended:
            self._news.clear()
        return self._state


class Live:
    """All listeners, by crawl. One task reads a crawl as long as it has a listener."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._watches: dict[CrawlId, _CrawlWatcher] = {}
        self._has_ended = False

    @contextmanager
    def listening(self, crawl: CrawlId) -> Iterator[Listener]:
        """Listen to a crawl, which need not exist, until the block ends."""
        watch = self._watches.get(crawl)
        if watch is None or watch.has_failed():
            watch = self._watches[crawl] = _CrawlWatcher(self._reader, crawl)
        listener = watch.join()
        if self._has_ended:
            listener.end()
        try:
            yield listener
        finally:
            if watch.leave(listener) == 0 and self._watches.get(crawl) is watch:
                del self._watches[crawl]

    def end(self) -> None:
        """End all listeners, now and in the future: the server stops."""
        self._has_ended = True
        for watch in self._watches.values():
            watch.end()


class _CrawlWatcher:
    """One crawl with at least one listener."""

    def __init__(self, reader: Reader, crawl: CrawlId) -> None:
        self._reader = reader
        self._id = crawl
        self._pages = PageFeed(reader, crawl)
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
        """Remove a listener, and return how many are left. Stop reading when none is."""
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
                # A new listener waits for no full interval, unless many join.
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
            # Listeners get the next state when the store is back.
            _log.debug("store unavailable", extra={"crawl_id": self._id, "error": str(exc)})
            return
        if crawl != self._crawl or self._version == 0:
            self._crawl = crawl
            self._version += 1
        now = asyncio.get_running_loop().time()
        if due := self._due(now):
            await self._send(due, now)

    def _due(self, now: float) -> list[Listener]:
        """Return the listeners that lack the latest version, or have received nothing for long."""
        return [
            listener
            for listener in self._listeners
            if now - listener.sent_at
            >= (_MOST_SILENCE_S if listener.version == self._version else _LEAST_SILENCE_S)
        ]

    async def _send(self, listeners: Sequence[Listener], now: float) -> None:
        state, version = _state_of(self._crawl), self._version
        for number, listener in enumerate(listeners, 1):
            listener.sent_at, listener.version = now, version
            listener.offer(state)
            if number % _SENT_AT_ONCE == 0:
                # Let other requests run between groups of listeners.
                await asyncio.sleep(0)


def _is_being_swept(crawl: Crawl) -> bool:
    """Return whether pages of a cancelled crawl are still to be moved: its last figures follow."""
    return crawl.counts.pending + crawl.counts.in_progress > 0


def _state_of(crawl: Crawl | None) -> State:
    if crawl is None:
        return State(_NOT_FOUND, 0, is_over=True)
    text = msgspec.json.encode(progress(crawl)).decode()
    return State(text, crawl.seq, crawl.status.is_final and not _is_being_swept(crawl))
