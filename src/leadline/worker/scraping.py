"""A scrape in this process, by a feeder for one page."""

import asyncio
from typing import Any

import msgspec

from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlStatus
from leadline.domain.skips import Skipped
from leadline.html.fields import check_selectors
from leadline.services.crawling.root_waiter import RootWaiter
from leadline.services.scraping.scrapes import start_scrape, stored_page_data, wait_for_scrape
from leadline.settings import Settings
from leadline.worker.processes.feeder_process import feeder_of
from leadline.worker.processes.orders import Orders
from leadline.worker.processes.worker_ids import new_worker

PageData = dict[str, Any]

# The page is there, or no longer wanted: only its outcome remains to be stored.
_DRAIN_S = 1.0


async def scrape_here(
    address: Address, options: CrawlOptions, settings: Settings
) -> PageData | Skipped:
    """Scrape a page through the store of the settings, so that its pace is shared.

    Raises InvalidSelector before anything is sent, FetchError and StoreError.
    """
    check_selectors(dict(options.selectors))
    store = bootstrap.open_store(settings)
    roots = RootWaiter(lambda: bootstrap.open_reader(settings))
    stop = asyncio.Event()
    try:
        crawl = await start_scrape(store, address, options)
        async with bootstrap.fetching(settings) as stack:
            worker = new_worker()
            feeder = feeder_of(Orders(worker, settings, crawl), store, stack)
            working = asyncio.create_task(feeder.run(stop, _DRAIN_S))
            try:
                page = await wait_for_scrape(store, roots, crawl, options.timeout_ms / 1000)
            except asyncio.CancelledError:
                await store.set_status(crawl, CrawlStatus.CANCELLED)
                raise
            finally:
                stop.set()
                await working
                await store.end_worker(worker)
        if isinstance(page, Skipped):
            return page
        data: PageData = msgspec.json.decode(await stored_page_data(store, crawl, page))
        return data
    finally:
        await roots.aclose()
        await store.aclose()
