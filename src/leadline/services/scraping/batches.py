"""Many scrapes for one request: a few at a time, answered in the order of the request."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Self

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import LeadlineError
from leadline.domain.pages import Page
from leadline.domain.skips import Skipped
from leadline.services.crawling.root_waiter import RootWaiter
from leadline.services.scraping.scrapes import (
    Request,
    start_scrape,
    stored_page_data,
    wait_for_scrape,
)
from leadline.store.contract import Store
from leadline.urls.address import host_of

_AT_ONCE = 20
# A batch of a hundred pages of one host must not hold up other clients of that host.
_ON_HOST = 2

Ended = bytes | Skipped | LeadlineError


@dataclass(frozen=True, slots=True)
class _Over:
    """A scrape that ended; its page stays in the store until the answer is sent."""

    crawl: CrawlId
    page: Page


class ScrapeBatch:
    """A batch of scrapes, which run while the block is open. An invalid address has its error."""

    def __init__(
        self,
        store: Store,
        root_waiter: RootWaiter,
        addresses: Sequence[Address | LeadlineError],
        options: CrawlOptions,
        request: Request = None,
    ) -> None:
        self._store = store
        self._roots = root_waiter
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
        """Call `over` once for each page that ended, however slowly the results are read."""
        for task in self._tasks:
            task.add_done_callback(lambda _: over())

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def __aiter__(self) -> AsyncIterator[Ended]:
        """Yield the result of each: page data as JSON, the rule that forbids it, or an error."""
        for task in self._tasks:
            ended = await task
            if isinstance(ended, _Over):
                yield await self._data(ended)
            else:
                yield ended

    async def _check_request(self) -> None:
        """Start the first scrape: with an idempotency key, a repetition starts the same one.

        Raises IdempotencyConflict.
        """
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
                page = await wait_for_scrape(self._store, self._roots, crawl, timeout_s)
        except LeadlineError as error:
            return error
        return page if isinstance(page, Skipped) else _Over(crawl, page)

    async def _data(self, over: _Over) -> Ended:
        try:
            return await stored_page_data(self._store, over.crawl, over.page)
        except LeadlineError as error:
            return error
