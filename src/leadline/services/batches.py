"""Many scrapes for one request: a few at a time, and answered in the order they were asked for."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Self

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlOptions
from leadline.domain.errors import LeadlineError
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import Page
from leadline.services.roots import Roots
from leadline.services.scrapes import Request, page_data, scraped, start_scrape
from leadline.store.contract import Store
from leadline.urls.address import host_of

_AT_ONCE = 20
# Who asks for a hundred pages of a host must not keep others from it for so long.
_ON_HOST = 2

Ended = bytes | Skipped | LeadlineError


@dataclass(frozen=True, slots=True)
class _Over:
    """A scrape that ended; what it found stays in the store until its answer is sent."""

    crawl: CrawlId
    page: Page


class ScrapeBatch:
    """Scrapes all addresses while the block is open. What is no address has its error already."""

    def __init__(
        self,
        store: Store,
        roots: Roots,
        addresses: Sequence[Address | LeadlineError],
        options: CrawlOptions,
        request: Request = None,
    ) -> None:
        self._store = store
        self._roots = roots
        self._addresses = addresses
        self._options = options
        self._request = request
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._on_host: dict[str, asyncio.Semaphore] = {}
        self._tasks: list[asyncio.Task[_Over | Skipped | LeadlineError]] = []

    async def __aenter__(self) -> Self:
        if self._request is not None:
            await self._check_request()
        self._tasks = [
            asyncio.create_task(self._one(number, each))
            for number, each in enumerate(self._addresses)
        ]
        return self

    def call_for_each(self, over: Callable[[], None]) -> None:
        """Call `over` when a page was fetched, for each, however slowly the results are taken."""
        for task in self._tasks:
            task.add_done_callback(lambda _: over())

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def __aiter__(self) -> AsyncIterator[Ended]:
        """What came of each: page data as JSON, a refusal, or an error."""
        for task in self._tasks:
            ended = await task
            if isinstance(ended, _Over):
                yield await self._data(ended)
            else:
                yield ended

    async def _check_request(self) -> None:
        """Raises IdempotencyConflict. With a key, what is started again is the same."""
        for number, address in enumerate(self._addresses):
            if isinstance(address, str):
                await self._start(number, address)
                return

    async def _start(self, number: int, address: Address) -> CrawlId:
        request = self._request and (f"{self._request[0]}/{number}", self._request[1])
        return await start_scrape(self._store, address, self._options, request)

    async def _one(
        self, number: int, address: Address | LeadlineError
    ) -> _Over | Skipped | LeadlineError:
        if not isinstance(address, str):
            return address
        on_host = self._on_host.setdefault(host_of(address), asyncio.Semaphore(_ON_HOST))
        try:
            async with on_host, self._at_once:
                crawl = await self._start(number, address)
                timeout_s = self._options.timeout_ms / 1000
                page = await scraped(self._store, self._roots, crawl, timeout_s)
        except LeadlineError as error:
            return error
        return page if isinstance(page, Skipped) else _Over(crawl, page)

    async def _data(self, over: _Over) -> Ended:
        try:
            return await page_data(self._store, over.crawl, over.page)
        except LeadlineError as error:
            return error
