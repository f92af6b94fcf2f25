"""The client for asyncio."""

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Self, Unpack

import httpx

from leadline.client import crawls, scrapes
from leadline.client.events import Event, events
from leadline.client.models import Changed, Diff, Graph, Lead, Page, PageDetails, Progress
from leadline.client.options import (
    ChangeOptions,
    CrawlOptions,
    ExportOptions,
    GraphFilter,
    PageList,
    RetryFilter,
    ScrapeOptions,
)
from leadline.client.scraped import BatchItem, Extraction, JobPage, ScrapedPage
from leadline.client.transport.connections import Connection
from leadline.client.transport.drivers import LoopDriver


class AsyncLeadline:
    """A Leadline server, like Leadline, with coroutines and asynchronous iterators."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout_s: float = 120.0
    ) -> None:
        self._http = httpx.AsyncClient(**Connection.of(url, key, timeout_s).arguments())
        self._driver = LoopDriver(self._http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def crawl(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[CrawlOptions]
    ) -> "AsyncCrawl":
        """See Leadline.crawl."""
        started = await self._driver.run(crawls.start(url, options, idempotency_key))
        return AsyncCrawl(self._driver, started.crawl_id)

    async def existing(self, crawl_id: str) -> "AsyncCrawl":
        """See Leadline.existing."""
        known = await self._driver.run(crawls.progress(crawl_id))
        return AsyncCrawl(self._driver, known.crawl_id)

    def crawls(
        self, *, status: str | None = None, search: str | None = None
    ) -> AsyncIterator[Progress]:
        """See Leadline.crawls."""
        return self._driver.iterate(crawls.all_crawls({"status": status, "search": search}))

    async def scrape(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[ScrapeOptions]
    ) -> ScrapedPage:
        """See Leadline.scrape."""
        return await self._driver.run(scrapes.scrape(url, options, idempotency_key))

    def scrape_many(
        self, urls: Sequence[str], **options: Unpack[ScrapeOptions]
    ) -> AsyncIterator[BatchItem]:
        """See Leadline.scrape_many."""
        return self._driver.iterate(scrapes.scrape_many(urls, options))

    async def extract(
        self, artifact_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """See Leadline.extract."""
        return await self._driver.run(
            scrapes.extract(artifact_id, selectors, has_markdown=markdown)
        )


class AsyncCrawl:
    """A crawl of a server, like Crawl, with coroutines and asynchronous iterators."""

    def __init__(self, driver: LoopDriver, crawl_id: str) -> None:
        self._driver = driver
        self.id = crawl_id

    def __repr__(self) -> str:
        return f"AsyncCrawl({self.id!r} at {self._driver.server})"

    async def progress(self) -> Progress:
        """See Crawl.progress."""
        return await self._driver.run(crawls.progress(self.id))

    async def wait(self, timeout_s: float | None = None) -> Progress:
        """See Crawl.wait."""
        return await self._driver.run(crawls.wait_until_over(self.id, timeout_s))

    def events(self, after: int | None = None) -> AsyncIterator[Event]:
        """See Crawl.events."""
        return self._driver.iterate(events(self.id, after))

    def pages(self, **wanted: Unpack[PageList]) -> AsyncIterator[Page]:
        """See Crawl.pages."""
        return self._driver.iterate(crawls.pages(self.id, wanted))

    async def page(self, page_id: str) -> PageDetails:
        """See Crawl.page."""
        return await self._driver.run(crawls.page(self.id, page_id))

    async def extract(
        self, page_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """See Crawl.extract."""
        return await self._driver.run(
            scrapes.extract_of(self.id, page_id, selectors, has_markdown=markdown)
        )

    def texts(self) -> AsyncIterator[JobPage]:
        """See Crawl.texts."""
        return self._driver.iterate(scrapes.texts(self.id))

    def leads(self) -> AsyncIterator[Lead]:
        """See Crawl.leads."""
        return self._driver.iterate(crawls.leads(self.id))

    async def export(self, path: str | os.PathLike[str], **options: Unpack[ExportOptions]) -> Path:
        """See Crawl.export."""
        return await self._driver.run(crawls.export(self.id, Path(path), options))

    async def graph(self, **wanted: Unpack[GraphFilter]) -> Graph:
        """See Crawl.graph."""
        return await self._driver.run(crawls.graph(self.id, wanted))

    async def stats(self, **query: Any) -> dict[str, Any]:
        """See Crawl.stats."""
        return await self._driver.run(crawls.figures(self.id, "stats", query))

    async def why(self, url: str) -> dict[str, Any]:
        """See Crawl.why."""
        return await self._driver.run(crawls.figures(self.id, "why", {"url": url}))

    async def errors(self, **query: Any) -> dict[str, Any]:
        """See Crawl.errors."""
        return await self._driver.run(crawls.figures(self.id, "errors", query))

    async def diff(self, earlier: Self | str = "previous", *, limit: int = 20) -> Diff:
        """Compare the crawl with an earlier one, by default the previous crawl of the same root.

        `limit` is the number of pages listed of each kind; all pages are counted.
        """
        known = earlier if isinstance(earlier, str) else earlier.id
        return await self._driver.run(crawls.diff(self.id, known, limit))

    async def change(self, **options: Unpack[ChangeOptions]) -> Changed:
        """See Crawl.change."""
        return await self._driver.run(crawls.change(self.id, options))

    async def retry(self, **wanted: Unpack[RetryFilter]) -> Changed:
        """See Crawl.retry."""
        return await self._driver.run(crawls.retry(self.id, wanted))

    async def pause(self) -> Progress:
        """See Crawl.pause."""
        return await self._driver.run(crawls.steer(self.id, "pause"))

    async def resume(self) -> Progress:
        """See Crawl.resume."""
        return await self._driver.run(crawls.steer(self.id, "resume"))

    async def cancel(self) -> Progress:
        """See Crawl.cancel."""
        return await self._driver.run(crawls.steer(self.id, "cancel"))

    async def delete(self) -> None:
        """See Crawl.delete."""
        await self._driver.run(crawls.delete(self.id))
