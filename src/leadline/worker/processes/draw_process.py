"""Drawing crawls as a process of its own: `python -m leadline.worker.processes.draw_process`.

It takes seconds of CPU, and for a large crawl gigabytes for a moment.
"""

import asyncio
import os

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import UnknownCrawl
from leadline.services.drawing.draw import draw_crawl
from leadline.store.contract import Store
from leadline.worker.processes.orders import Orders, read_orders

_TAKEN_S = 300.0
"""A process that has not drawn its crawl by then counts as dead."""
_NICENESS = 10


def main() -> None:
    """Draw the crawl that the first line of input names, and all others that wait for it."""
    # Pages come first: no client waits for a drawing.
    os.nice(_NICENESS)
    asyncio.run(_run(read_orders()))


async def _run(orders: Orders) -> None:
    store = bootstrap.open_kept(orders.settings)
    taken = CrawlId(orders.only) if orders.only else None
    while taken is not None:
        await _draw(store, taken)
        taken = await store.take_undrawn(_TAKEN_S)
    await store.aclose()


async def _draw(store: Store, crawl_id: CrawlId) -> None:
    crawl = await store.get(crawl_id)
    if crawl is None or not crawl.status.is_final:
        return
    try:
        data = await draw_crawl(store, crawl)
    except UnknownCrawl:
        # It was deleted meanwhile.
        return
    await store.put_drawing(crawl.id, crawl.seq, data)


if __name__ == "__main__":
    main()
