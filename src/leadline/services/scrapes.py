"""Scrapes: one page fetched for an answer, nothing followed. A scrape is a crawl of one page."""

import uuid
from typing import Any

import msgspec
import zstandard

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlOptions, CrawlStatus
from leadline.domain.errors import TimedOut
from leadline.domain.outcomes import Skipped
from leadline.html.fields import check_selectors
from leadline.services.crawls import root_of
from leadline.services.roots import root_fetched
from leadline.store.contract import Store

PageData = dict[str, Any]


async def start_scrape(store: Store, address: Address, options: CrawlOptions) -> CrawlId:
    """Store a scrape of `address`. Raises InvalidSelector and StoreError."""
    check_selectors(dict(options.selectors))
    crawl = CrawlId(str(uuid.uuid4()))
    return await store.create(crawl, CrawlKind.SCRAPE, options, root_of(crawl, address))


async def scraped(store: Store, crawl: CrawlId, timeout_s: float) -> PageData | Skipped:
    """What came of a scrape, when it is over. Raises FetchError when there was no answer.

    A scrape that nobody has taken up when its time is over is ended.
    """
    try:
        page = await root_fetched(store, crawl, timeout_s)
    except TimedOut:
        await store.set_status(crawl, CrawlStatus.FAILED, "not answered in time")
        raise
    finally:
        await store.finish(crawl)
    if isinstance(page, Skipped):
        return page
    kept = await store.bodies(crawl, [page.id], "result")
    data: PageData = msgspec.json.decode(zstandard.decompress(kept[page.id]))
    return data
