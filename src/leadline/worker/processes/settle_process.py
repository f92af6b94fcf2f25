"""Settling as a process of its own: `python -m leadline.worker.processes.settle_process`.

A large crawl takes gigabytes for a moment; the end of the process frees them.
"""

import asyncio

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.services.crawling.settle import settle
from leadline.worker.processes.orders import Orders, read_orders


def main() -> None:
    """Settle the crawl that the first line of input names, in one pass."""
    asyncio.run(_run(read_orders()))


async def _run(orders: Orders) -> None:
    store = bootstrap.open_kept(orders.settings)
    crawl = await store.get(CrawlId(orders.only or ""))
    if crawl is not None:
        await settle(store, crawl)
    await store.aclose()


if __name__ == "__main__":
    main()
