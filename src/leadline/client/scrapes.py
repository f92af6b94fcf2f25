"""Operations on single pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from leadline.client.asking import asked
from leadline.client.crawls import CRAWLS, keyed
from leadline.client.effects import Call, Give, Giving, Steps
from leadline.client.options import ScrapeOptions, checked
from leadline.client.scraped import BatchItem, Extraction, JobPage, ScrapedPage

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
    """One page."""
    return asked(keyed("/api/scrape", {"url": url, **_camel(options)}, key), ScrapedPage)


def scrape_many(urls: Sequence[str], options: Mapping[str, Any]) -> Giving[BatchItem]:
    """Pages in the order of their addresses, a batch at a time."""
    for start in range(0, len(urls), _MOST_URLS):
        body = {"urls": urls[start : start + _MOST_URLS], **_camel(options)}
        batch = yield from asked(keyed("/api/scrape/batch", body, None), _Batch)
        for item in batch.results:
            yield Give(item)


def extract(
    artifact_id: str, selectors: Mapping[str, str], *, has_markdown: bool
) -> Steps[Extraction]:
    """Fields of a page that was kept."""
    body = {"artifactId": artifact_id, "selectors": selectors, "markdown": has_markdown}
    return asked(Call("POST", "/api/extract", body=body), Extraction)


def extract_of(
    crawl: str, page_id: str, selectors: Mapping[str, str], *, has_markdown: bool
) -> Steps[Extraction]:
    """Fields of a page that a crawl keeps."""
    path, body = f"{CRAWLS}/{crawl}/pages/{page_id}/extract", {"selectors": selectors}
    return asked(Call("POST", path, body={**body, "markdown": has_markdown}), Extraction)


def texts(crawl: str) -> Giving[JobPage]:
    """Pages of a crawl with their texts, in the order in which they ended, so far."""
    place: dict[str, str] = {}
    while True:
        call = Call("GET", f"/api/crawl/{crawl}/result", place)
        some = yield from asked(call, _Result)
        for page in some.pages:
            yield Give(page)
        if some.next is None or place == {"cursor": some.next}:
            return
        place = {"cursor": some.next}


def _camel(options: Mapping[str, Any]) -> dict[str, Any]:
    given = checked(options, ScrapeOptions)
    return {_NAMES.get(name, name): value for name, value in given.items()}
