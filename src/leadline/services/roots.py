"""Waiting for the first page of a crawl, which is all there is of a scrape."""

import asyncio
from collections.abc import Callable

from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.errors import FetchError, StoreError, TimedOut, UnknownCrawl, fetch_error
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.domain.pages import Page, PageState
from leadline.store.reader import Reader

# Beyond its own time-out, a page waits for one turn of somebody else on its host.
_TURN_S = 5.0
_LOOK_ANYWAY_S = 5.0


class Roots:
    """Who waits for roots in this process: one look for all of them when something was written."""

    def __init__(self, open_: Callable[[], Reader]) -> None:
        self._open = open_
        self._reader: Reader | None = None
        self._waiting: dict[asyncio.Future[None], CrawlId] = {}
        self._looking: asyncio.Task[None] | None = None

    async def fetched(self, crawl: CrawlId, timeout_s: float) -> Page | Skipped:
        """The root of a crawl, when it was fetched; the rule that forbids it, if one does.

        Raises FetchError when there was no usable answer; TimedOut after `timeout_s` and a turn,
        whatever its worker and the disk do; StoreError.
        """
        limit_s = timeout_s + _TURN_S
        if not await self._ended(crawl, limit_s):
            _, page = await _root(self._opened(), crawl)
            if page.state is PageState.PENDING:
                raise TimedOut(await _why_late(self._opened(), crawl))
            if page.state is PageState.IN_PROGRESS:
                raise TimedOut(f"it was still being fetched {limit_s:.0f} s after it was asked for")
        return _result(*await _root(self._opened(), crawl))

    async def _ended(self, crawl: CrawlId, timeout_s: float) -> bool:
        """Wait until the root of a crawl is over; False when the time is."""
        over = asyncio.get_running_loop().create_future()
        self._waiting[over] = crawl
        try:
            # After it has been noted, so that nothing happens in between.
            if crawl in await self._opened().ended_roots([crawl]):
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
        """Nobody waits any more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await self._let_go()

    def _opened(self) -> Reader:
        if self._reader is None:
            self._reader = self._open()
        return self._reader

    async def _look(self) -> None:
        try:
            while self._waiting:
                reader = self._opened()
                await reader.wait(_LOOK_ANYWAY_S)
                self._tell(await reader.ended_roots(set(self._waiting.values())))
        except StoreError as exc:
            for over in self._waiting:
                if not over.done():
                    over.set_exception(exc)
            await self._let_go()
        finally:
            self._looking = None

    def _tell(self, ended: set[CrawlId]) -> None:
        for over, crawl in self._waiting.items():
            if crawl in ended and not over.done():
                over.set_result(None)

    async def _let_go(self) -> None:
        if self._reader is not None:
            await self._reader.aclose()
            self._reader = None


async def _root(store: Reader, crawl: CrawlId) -> tuple[Crawl, Page]:
    while found := await store.get(crawl):
        pages = await store.pages_by_id(crawl, [found.root])
        # Between the two, redirects may have led it elsewhere.
        if found.root in pages:
            return found, pages[found.root]
    raise UnknownCrawl(f"there is no crawl {crawl}")


async def _why_late(store: Reader, crawl: CrawlId) -> str:
    for host in await store.busiest_hosts(crawl, 1):
        if host.rests_for_s > 0:
            return f"{host.host} asked to be left alone, for {host.rests_for_s:.0f} s more"
    return "the host was busy with other requests, or no worker was there"


def _result(crawl: Crawl, page: Page) -> Page | Skipped:
    if page.state is PageState.SKIPPED:
        return Skipped(page.reason or SkipReason.ADDRESS, page.rule or "", page.message or "")
    if page.state is PageState.CANCELLED:
        is_late = crawl.status is CrawlStatus.FAILED
        raise TimedOut(crawl.reason) if is_late else FetchError("it was cancelled")
    if page.state is not PageState.COMPLETED:
        raise fetch_error(page.error or "", page.message or "")
    return page
