"""The client for programs that wait."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self, Unpack

import httpx

from leadline.client import crawls, scrapes
from leadline.client.connections import Connection
from leadline.client.drivers import ThreadDriver
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


class Leadline:
    """A Leadline server. May be used by several threads.

    Where `url` and `key` are not given, they are what LEADLINE_URL and LEADLINE_API_KEY say, or
    http://127.0.0.1:8080 and none. `timeout_s` is how long an answer may take. All methods raise
    ClientError; what may be repeated safely is repeated for some seconds before they do.
    """

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout_s: float = 120.0
    ) -> None:
        self._http = httpx.Client(**Connection.of(url, key, timeout_s).arguments())
        self._driver = ThreadDriver(self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def crawl(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[CrawlOptions]
    ) -> "Crawl":
        """Begin a crawl; its root was fetched when this returns.

        With an `idempotency_key` of your own, what is asked again is done once.
        """
        begun = self._driver.run(crawls.begin(url, options, idempotency_key))
        return Crawl(self._driver, begun.crawl_id)

    def existing(self, crawl_id: str) -> "Crawl":
        """A crawl that was begun before. Raises NotFound."""
        known = self._driver.run(crawls.progress(crawl_id))
        return Crawl(self._driver, known.crawl_id)

    def crawls(self, *, status: str | None = None, search: str | None = None) -> Iterator[Progress]:
        """All crawls, the newest first: those in a status, or with this in their address."""
        return self._driver.iterate(crawls.all_crawls({"status": status, "search": search}))

    def scrape(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[ScrapeOptions]
    ) -> ScrapedPage:
        """Fetch one page. Raises Forbidden when a rule forbids it, PageFailed when nothing came."""
        return self._driver.run(scrapes.scrape(url, options, idempotency_key))

    def scrape_many(
        self, urls: Sequence[str], **options: Unpack[ScrapeOptions]
    ) -> Iterator[BatchItem]:
        """Fetch pages, any number of them; each has its result, or the problem with it."""
        return self._driver.iterate(scrapes.scrape_many(urls, options))

    def extract(
        self, artifact_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """Take fields from a page that was kept (`keep_html`), without asking for it again."""
        return self._driver.run(scrapes.extract(artifact_id, selectors, has_markdown=markdown))


class Crawl:
    """A crawl of a server. Nothing is kept here: every method asks."""

    def __init__(self, driver: ThreadDriver, crawl_id: str) -> None:
        self._driver = driver
        self.id = crawl_id

    def progress(self) -> Progress:
        """How far it is."""
        return self._driver.run(crawls.progress(self.id))

    def wait(self, timeout_s: float | None = None) -> Progress:
        """Wait until it is over, whichever way. Raises TookTooLong."""
        return self._driver.run(crawls.over(self.id, timeout_s))

    def events(self, after: int | None = None) -> Iterator[Event]:
        """Its progress, and each page as it ends, until it is over: from now on, or from a `seq`.

        Goes on where it was when the connection breaks.
        """
        return self._driver.iterate(events(self.id, after))

    def pages(self, **wanted: Unpack[PageList]) -> Iterator[Page]:
        """Its pages, all or those that meet a filter; the root is among them."""
        return self._driver.iterate(crawls.pages(self.id, wanted))

    def page(self, page_id: str) -> PageDetails:
        """A page with all that is kept of it."""
        return self._driver.run(crawls.page(self.id, page_id))

    def extract(
        self, page_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """Take fields from a page, of a crawl with `keep=["text", "html"]`."""
        return self._driver.run(
            scrapes.extract_of(self.id, page_id, selectors, has_markdown=markdown)
        )

    def texts(self) -> Iterator[JobPage]:
        """Pages that were fetched so far, with their texts, in the order in which they ended."""
        return self._driver.iterate(scrapes.texts(self.id))

    def leads(self) -> Iterator[Lead]:
        """Its links from page to page."""
        return self._driver.iterate(crawls.leads(self.id))

    def export(self, path: str | os.PathLike[str], **options: Unpack[ExportOptions]) -> Path:
        """Write an export to a file, which is complete or not there."""
        return self._driver.run(crawls.exported(self.id, Path(path), options))

    def graph(self, **wanted: Unpack[GraphFilter]) -> Graph:
        """Its link graph as it is to be drawn."""
        return self._driver.run(crawls.graph(self.id, wanted))

    def stats(self, **query: Any) -> dict[str, Any]:
        """Counts, latencies, PageRank, duplicates and more; `top` is how many of each."""
        return self._driver.run(crawls.figures(self.id, "stats", query))

    def why(self, url: str) -> dict[str, Any]:
        """What became of an address, by which rule, and the way there."""
        return self._driver.run(crawls.figures(self.id, "why", {"url": url}))

    def errors(self, **query: Any) -> dict[str, Any]:
        """What failed, by kind; `samples` is how many pages of each."""
        return self._driver.run(crawls.figures(self.id, "errors", query))

    def diff(self, earlier: Self | str = "previous", *, limit: int = 20) -> Diff:
        """Compare it with an earlier crawl, by default the one of the same root before it.

        `limit` is how many of each kind are listed; all are counted.
        """
        known = earlier if isinstance(earlier, str) else earlier.id
        return self._driver.run(crawls.diff(self.id, known, limit))

    def change(self, **options: Unpack[ChangeOptions]) -> Changed:
        """Change pace, patterns and limits while it runs."""
        return self._driver.run(crawls.changed(self.id, options))

    def retry(self, **wanted: Unpack[RetryFilter]) -> Changed:
        """Try pages again that failed, or were skipped; a crawl that was completed goes on."""
        return self._driver.run(crawls.retried(self.id, wanted))

    def pause(self) -> Progress:
        """Fetch nothing more for now; what is in work is finished."""
        return self._driver.run(crawls.steered(self.id, "pause"))

    def resume(self) -> Progress:
        """Go on after a pause."""
        return self._driver.run(crawls.steered(self.id, "resume"))

    def cancel(self) -> Progress:
        """End it for good; what was fetched is kept."""
        return self._driver.run(crawls.steered(self.id, "cancel"))

    def delete(self) -> None:
        """Cancel it if it is still running, and remove all that is kept of it."""
        self._driver.run(crawls.deleted(self.id))
