"""A scrape done right here: a feeder for one page, in this process."""

import asyncio
from typing import Any

import msgspec

from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlOptions, CrawlStatus
from leadline.domain.outcomes import Skipped
from leadline.html.fields import check_selectors
from leadline.services.roots import Roots
from leadline.services.scrapes import page_data, scraped, start_scrape
from leadline.settings import Settings
from leadline.worker.feeder_process import feeder_of
from leadline.worker.names import new_worker
from leadline.worker.orders import Orders

PageData = dict[str, Any]

# Who has the page, or wants it no more, waits only for what the store has to be told.
_DRAIN_S = 1.0


async def scrape_here(
    address: Address, options: CrawlOptions, settings: Settings
) -> PageData | Skipped:
    """Scrape a page through the store of the settings, so that its pace is shared.

    Raises InvalidSelector before anything is sent, FetchError and StoreError.
    """
    check_selectors(dict(options.selectors))
    store = bootstrap.open_store(settings)
    roots = Roots(lambda: bootstrap.open_reader(settings))
    stop = asyncio.Event()
    try:
        crawl = await start_scrape(store, address, options)
        async with bootstrap.fetching(settings) as reach:
            worker = new_worker()
            feeder = feeder_of(Orders(worker, settings, crawl), store, reach)
            working = asyncio.create_task(feeder.run(stop, _DRAIN_S))
            try:
                page = await scraped(store, roots, crawl, options.timeout_ms / 1000)
            except asyncio.CancelledError:
                await store.set_status(crawl, CrawlStatus.CANCELLED)
                raise
            finally:
                stop.set()
                await working
                await store.end_worker(worker)
        if isinstance(page, Skipped):
            return page
        data: PageData = msgspec.json.decode(await page_data(store, crawl, page))
        return data
    finally:
        await roots.aclose()
        await store.aclose()
