"""Settling as a process of its own: `python -m leadline.worker.settle_process`.

A large crawl takes gigabytes for a moment; when the process ends, they are given back.
"""

import asyncio

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.services.settle import settle
from leadline.worker.orders import Orders, received


def main() -> None:
    """One pass over the crawl that the first line of input names."""
    asyncio.run(_run(received()))


async def _run(orders: Orders) -> None:
    store = bootstrap.open_kept(orders.settings)
    crawl = await store.get(CrawlId(orders.only or ""))
    if crawl is not None:
        await settle(store, crawl)
    await store.aclose()


if __name__ == "__main__":
    main()
