"""Waiting for the root of a crawl, which is the only page of a scrape."""

import asyncio
import math
from collections.abc import Callable

from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.errors import FetchError, StoreError, TimedOut, UnknownCrawl, fetch_error
from leadline.domain.pages import Page, PageState
from leadline.domain.skips import Skipped, SkipReason
from leadline.store.reader import Reader

# Beyond its own time-out, a page waits for one turn of another crawl on its host.
_TURN_S = 5.0
_LOOK_ANYWAY_S = 5.0


class RootWaiter:
    """The clients of this process that wait for roots. One read serves all of them.

    Each waits up to `max_wait_s` and a turn.
    """

    def __init__(self, open_: Callable[[], Reader], max_wait_s: float = math.inf) -> None:
        self._open = open_
        self._max_wait_s = max_wait_s
        self._reader: Reader | None = None
        self._waiting: dict[asyncio.Future[None], CrawlId] = {}
        self._looking: asyncio.Task[None] | None = None

    async def wait_for(self, crawl: CrawlId, timeout_s: float) -> Page | Skipped:
        """Wait for the root of a crawl; return it, or the rule that forbids it.

        Raises FetchError if there was no usable answer, StoreError, and TimedOut after `timeout_s`
        and a turn, even if its feeder or the disk hangs.
        """
        limit_s = min(timeout_s, self._max_wait_s) + _TURN_S
        if not await self._wait_for_end(crawl, limit_s):
            _, page = await _root(self._open_reader(), crawl)
            if page.state is PageState.PENDING:
                raise TimedOut(await _why_late(self._open_reader(), crawl))
            if page.state is PageState.IN_PROGRESS:
                raise TimedOut(f"it was still being fetched {limit_s:.0f} s after the request")
        return _result(*await _root(self._open_reader(), crawl))

    async def _wait_for_end(self, crawl: CrawlId, timeout_s: float) -> bool:
        """Wait until the root of a crawl ended; return False if the time is over first."""
        over = asyncio.get_running_loop().create_future()
        self._waiting[over] = crawl
        try:
            # Read after the future is registered, so that no end is missed in between.
            if crawl in await self._open_reader().ended_roots([crawl]):
                return True
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            async with asyncio.timeout(timeout_s):
                await over
        except TimeoutError:
            return False
        else:
            return True
        finally:
            del self._waiting[over]

    async def aclose(self) -> None:
        """Stop looking, and close the reader."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await self._close_reader()

    def _open_reader(self) -> Reader:
        if self._reader is None:
            self._reader = self._open()
        return self._reader

    async def _look(self) -> None:
        try:
            while self._waiting:
                reader = self._open_reader()
                await reader.wait(_LOOK_ANYWAY_S)
                self._notify(await reader.ended_roots(set(self._waiting.values())))
        except StoreError as exc:
            for over in self._waiting:
                if not over.done():
                    over.set_exception(exc)
            await self._close_reader()
        finally:
            self._looking = None

    def _notify(self, ended: set[CrawlId]) -> None:
        for over, crawl in self._waiting.items():
            if crawl in ended and not over.done():
                over.set_result(None)

    async def _close_reader(self) -> None:
        if self._reader is not None:
            await self._reader.aclose()
            self._reader = None


async def _root(store: Reader, crawl: CrawlId) -> tuple[Crawl, Page]:
    while found := await store.get(crawl):
        pages = await store.pages_by_id(crawl, [found.root])
        # Between the two reads, a redirect can change the root.
        if found.root in pages:
            return found, pages[found.root]
    raise UnknownCrawl(f"there is no crawl {crawl}")


async def _why_late(store: Reader, crawl: CrawlId) -> str:
    for host in await store.busiest_hosts(crawl, 1):
        if host.rests_for_s > 0:
            return f"{host.host} asked for a pause, for {host.rests_for_s:.0f} s more"
    return "the host was busy with other requests, or no feeder was free"


def _result(crawl: Crawl, page: Page) -> Page | Skipped:
    if page.state is PageState.SKIPPED:
        return Skipped(page.reason or SkipReason.ADDRESS, page.rule or "", page.message or "")
    if page.state is PageState.CANCELLED:
        is_late = crawl.status is CrawlStatus.FAILED
        raise TimedOut(crawl.reason) if is_late else FetchError("it was cancelled")
    if page.state is not PageState.COMPLETED:
        failure = fetch_error(page.error or "", page.message or "")
        failure.at = page.address
        raise failure
    return page
