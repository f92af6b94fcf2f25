"""The client for threads."""

import os
from collections.abc import Iterator, Sequence
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
from leadline.client.transport.drivers import ThreadDriver


class Leadline:
    """A Leadline server. Several threads may share one.

    - The defaults of `url` and `key` are LEADLINE_URL and LEADLINE_API_KEY, or
      http://127.0.0.1:8080 and no key.
    - `timeout_s` is how long an answer may take.
    - All methods raise ClientError. Requests that are safe to repeat are repeated for some seconds
      first.
    - An unknown option raises TypeError.
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
        """Close the connections."""
        self._http.close()

    def crawl(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[CrawlOptions]
    ) -> "Crawl":
        """Start a crawl, and return when its root was fetched.

        With your own `idempotency_key`, a repeated call starts the crawl once.
        """
        started = self._driver.run(crawls.start(url, options, idempotency_key))
        return Crawl(self._driver, started.crawl_id)

    def existing(self, crawl_id: str) -> "Crawl":
        """Return a stored crawl. Raises NotFound."""
        known = self._driver.run(crawls.progress(crawl_id))
        return Crawl(self._driver, known.crawl_id)

    def crawls(self, *, status: str | None = None, search: str | None = None) -> Iterator[Progress]:
        """Iterate over crawls, the newest first: all, by status, or by a text in their address."""
        return self._driver.iterate(crawls.all_crawls({"status": status, "search": search}))

    def scrape(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[ScrapeOptions]
    ) -> ScrapedPage:
        """Fetch one page. Raises Forbidden when a rule skips it, PageFailed when no answer came."""
        return self._driver.run(scrapes.scrape(url, options, idempotency_key))

    def scrape_many(
        self, urls: Sequence[str], **options: Unpack[ScrapeOptions]
    ) -> Iterator[BatchItem]:
        """Fetch any number of pages, each with its result or its problem."""
        return self._driver.iterate(scrapes.scrape_many(urls, options))

    def extract(
        self, artifact_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """Extract fields from a page that was kept (`keep_html`), without fetching it again."""
        return self._driver.run(scrapes.extract(artifact_id, selectors, has_markdown=markdown))


class Crawl:
    """A crawl of a server. It stores only its id: every method sends a request."""

    def __init__(self, driver: ThreadDriver, crawl_id: str) -> None:
        self._driver = driver
        self.id = crawl_id

    def __repr__(self) -> str:
        return f"Crawl({self.id!r} at {self._driver.server})"

    def progress(self) -> Progress:
        """Return the progress of the crawl."""
        return self._driver.run(crawls.progress(self.id))

    def wait(self, timeout_s: float | None = None) -> Progress:
        """Wait until the crawl is completed, cancelled or failed. Raises TookTooLong."""
        return self._driver.run(crawls.wait_until_over(self.id, timeout_s))

    def events(self, after: int | None = None) -> Iterator[Event]:
        """Iterate over progress and ended pages until the end, from now on or after a `seq`.

        Continues at the same place after a broken connection.
        """
        return self._driver.iterate(events(self.id, after))

    def pages(self, **wanted: Unpack[PageList]) -> Iterator[Page]:
        """Iterate over the pages that meet a filter, including the root."""
        return self._driver.iterate(crawls.pages(self.id, wanted))

    def page(self, page_id: str) -> PageDetails:
        """Return a page with everything that is stored of it."""
        return self._driver.run(crawls.page(self.id, page_id))

    def extract(
        self, page_id: str, selectors: dict[str, str], *, markdown: bool = False
    ) -> Extraction:
        """Extract fields from a page of a crawl with `keep=["text", "html"]`."""
        return self._driver.run(
            scrapes.extract_of(self.id, page_id, selectors, has_markdown=markdown)
        )

    def texts(self) -> Iterator[JobPage]:
        """Iterate over the fetched pages with their texts, in the order in which they ended."""
        return self._driver.iterate(scrapes.texts(self.id))

    def leads(self) -> Iterator[Lead]:
        """Iterate over the links from page to page."""
        return self._driver.iterate(crawls.leads(self.id))

    def export(self, path: str | os.PathLike[str], **options: Unpack[ExportOptions]) -> Path:
        """Write an export to a file, which is complete or does not exist."""
        return self._driver.run(crawls.export(self.id, Path(path), options))

    def graph(self, **wanted: Unpack[GraphFilter]) -> Graph:
        """Return the link graph, with the places of its nodes."""
        return self._driver.run(crawls.graph(self.id, wanted))

    def stats(self, **query: Any) -> dict[str, Any]:
        """Return counts, latencies, PageRank, duplicates and more; `top` limits the examples."""
        return self._driver.run(crawls.figures(self.id, "stats", query))

    def why(self, url: str) -> dict[str, Any]:
        """Explain what happened to an address, by which rule, with the path to it."""
        return self._driver.run(crawls.figures(self.id, "why", {"url": url}))

    def errors(self, **query: Any) -> dict[str, Any]:
        """Return failed pages by kind of error; `samples` limits the pages of each."""
        return self._driver.run(crawls.figures(self.id, "errors", query))

    def diff(self, earlier: Self | str = "previous", *, limit: int = 20) -> Diff:
        """Compare the crawl with an earlier one, by default the previous crawl of the same root.

        `limit` is the number of pages listed of each kind; all pages are counted.
        """
        known = earlier if isinstance(earlier, str) else earlier.id
        return self._driver.run(crawls.diff(self.id, known, limit))

    def change(self, **options: Unpack[ChangeOptions]) -> Changed:
        """Change the pace, patterns and limits of a crawl that is not over."""
        return self._driver.run(crawls.change(self.id, options))

    def retry(self, **wanted: Unpack[RetryFilter]) -> Changed:
        """Queue failed or skipped pages again. A completed crawl continues."""
        return self._driver.run(crawls.retry(self.id, wanted))

    def pause(self) -> Progress:
        """Pause the crawl. Pages that are being fetched are finished."""
        return self._driver.run(crawls.steer(self.id, "pause"))

    def resume(self) -> Progress:
        """Resume the paused crawl."""
        return self._driver.run(crawls.steer(self.id, "resume"))

    def cancel(self) -> Progress:
        """Cancel the crawl. Fetched pages are kept; the crawl cannot be resumed."""
        return self._driver.run(crawls.steer(self.id, "cancel"))

    def delete(self) -> None:
        """Cancel the crawl if it is still running, and delete everything that is stored of it."""
        self._driver.run(crawls.delete(self.id))
