"""Scrapes: one page fetched for an answer, nothing followed. A scrape is a crawl of one page."""

import uuid
from contextlib import suppress

import zstandard

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlOptions, CrawlStatus
from leadline.domain.errors import StoreUnavailable, TimedOut
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import Page
from leadline.services.crawls import root_of
from leadline.services.roots import Roots
from leadline.store.contract import Store
from leadline.store.reader import Reader

Request = tuple[str, str] | None


async def start_scrape(
    store: Store, address: Address, options: CrawlOptions, request: Request = None
) -> CrawlId:
    """Store a scrape of `address`. Raises IdempotencyConflict and StoreError.

    `request` is an idempotency key and a digest of what was asked: a known one gives the scrape
    that it made.
    """
    crawl = CrawlId(str(uuid.uuid4()))
    return await store.create(crawl, CrawlKind.SCRAPE, options, root_of(crawl, address), request)


async def scraped(store: Store, roots: Roots, crawl: CrawlId, timeout_s: float) -> Page | Skipped:
    """The page of a scrape, when it is over. Raises FetchError when there was no answer.

    A scrape that is not over when its time is, is ended; where nothing can be written, that is
    left to whoever removes scrapes.
    """
    try:
        return await roots.fetched(crawl, timeout_s)
    except TimedOut as late:
        with suppress(StoreUnavailable):
            await store.set_status(crawl, CrawlStatus.FAILED, str(late))
        raise


async def page_data(store: Reader, crawl: CrawlId, page: Page) -> bytes:
    """What a scrape is answered with, as JSON."""
    kept = await store.bodies(crawl, [page.id], "result")
    return zstandard.decompress(kept[page.id])
