"""A scrape done right here: a feeder for one page, in this process."""

import asyncio

from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlOptions
from leadline.domain.outcomes import Skipped
from leadline.services.scrapes import PageData, scraped, start_scrape
from leadline.settings import Settings
from leadline.worker.feeder_process import feeder_of
from leadline.worker.names import new_worker
from leadline.worker.orders import Orders


async def scrape_here(
    address: Address, options: CrawlOptions, settings: Settings
) -> PageData | Skipped:
    """Scrape a page through the store of the settings, so that its pace is shared.

    Raises InvalidSelector before anything is sent, FetchError and StoreError.
    """
    store = bootstrap.open_store(settings)
    stop = asyncio.Event()
    try:
        crawl = await start_scrape(store, address, options)
        async with bootstrap.fetching(settings) as reach:
            worker = new_worker()
            feeder = feeder_of(Orders(worker, settings, crawl), store, reach)
            working = asyncio.create_task(feeder.run(stop, settings.drain_s))
            try:
                return await scraped(store, crawl, options.timeout_ms / 1000)
            finally:
                stop.set()
                await working
                await store.end_worker(worker)
    finally:
        await store.aclose()
