"""Operations on single pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from leadline.client.crawls import CRAWLS, repeatable_call
from leadline.client.options import ScrapeOptions, check_options
from leadline.client.scraped import BatchItem, Extraction, JobPage, ScrapedPage
from leadline.client.transport.asking import ask
from leadline.client.transport.effects import Call, Give, Giving, Steps

_MOST_URLS = 100
_NAMES = {
    "timeout_ms": "timeout",
    "user_agent": "userAgent",
    "respect_robots": "respectRobots",
    "keep_html": "keepHtml",
}


class _Batch(msgspec.Struct, frozen=True):
    results: list[BatchItem]


class _Result(msgspec.Struct, frozen=True):
    pages: list[JobPage]
    next: str | None = None


def scrape(url: str, options: Mapping[str, Any], key: str | None) -> Steps[ScrapedPage]:
    """Fetch one page."""
    return ask(repeatable_call("/api/scrape", {"url": url, **_camel(options)}, key), ScrapedPage)


def scrape_many(urls: Sequence[str], options: Mapping[str, Any]) -> Giving[BatchItem]:
    """Iterate over pages in the order of their addresses, fetched in batches."""
    for start in range(0, len(urls), _MOST_URLS):
        body = {"urls": urls[start : start + _MOST_URLS], **_camel(options)}
        batch = yield from ask(repeatable_call("/api/scrape/batch", body, None), _Batch)
        for item in batch.results:
            yield Give(item)


def extract(
    artifact_id: str, selectors: Mapping[str, str], *, has_markdown: bool
) -> Steps[Extraction]:
    """Extract fields from a kept page."""
    body = {"artifactId": artifact_id, "selectors": selectors, "markdown": has_markdown}
    return ask(Call("POST", "/api/extract", body=body), Extraction)


def extract_of(
    crawl: str, page_id: str, selectors: Mapping[str, str], *, has_markdown: bool
) -> Steps[Extraction]:
    """Extract fields from a page whose HTML a crawl keeps."""
    path, body = f"{CRAWLS}/{crawl}/pages/{page_id}/extract", {"selectors": selectors}
    return ask(Call("POST", path, body={**body, "markdown": has_markdown}), Extraction)


def texts(crawl: str) -> Giving[JobPage]:
    """Iterate over pages so far with their texts, in the order in which they ended."""
    place: dict[str, str] = {}
    while True:
        call = Call("GET", f"/api/crawl/{crawl}/result", place)
        some = yield from ask(call, _Result)
        for page in some.pages:
            yield Give(page)
        if some.next is None or place == {"cursor": some.next}:
            return
        place = {"cursor": some.next}


def _camel(options: Mapping[str, Any]) -> dict[str, Any]:
    given = check_options(options, ScrapeOptions)
    return {_NAMES.get(name, name): value for name, value in given.items()}
