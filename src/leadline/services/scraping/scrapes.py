"""Scrapes: crawls of one page, whose links are not followed."""

import uuid
from contextlib import suppress

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import StoreUnavailable, TimedOut
from leadline.domain.pages import Page
from leadline.domain.skips import Skipped
from leadline.services.crawling.crawls import root_of
from leadline.services.crawling.root_waiter import RootWaiter
from leadline.store.contract import Store
from leadline.store.pieces import unpacked_piece
from leadline.store.reader import Reader

Request = tuple[str, str] | None


async def start_scrape(
    store: Store, address: Address, options: CrawlOptions, request: Request = None
) -> CrawlId:
    """Store a scrape of `address`. Raises IdempotencyConflict and StoreError.

    `request` is an idempotency key and a digest of the request: a known one returns the scrape
    that it created.
    """
    crawl = CrawlId(str(uuid.uuid4()))
    return await store.create(crawl, CrawlKind.SCRAPE, options, root_of(crawl, address), request)


async def wait_for_scrape(
    store: Store, root_waiter: RootWaiter, crawl: CrawlId, timeout_s: float
) -> Page | Skipped:
    """Wait for the page of a scrape and return it. Raises FetchError if there was no answer.

    A scrape that is not over in time is marked as failed; if the store cannot be written, the
    scrape sweeper does that later.
    """
    try:
        return await root_waiter.wait_for(crawl, timeout_s)
    except TimedOut as late:
        with suppress(StoreUnavailable):
            await store.set_status(crawl, CrawlStatus.FAILED, str(late))
        raise


async def stored_page_data(store: Reader, crawl: CrawlId, page: Page) -> bytes:
    """Return the stored answer of a scrape, as JSON."""
    kept = await store.bodies(crawl, [page.id], "result")
    return unpacked_piece(kept[page.id])
