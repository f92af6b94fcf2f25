"""Drawing crawls as a process of its own: `python -m leadline.worker.draw_process`.

It takes seconds of CPU, and for a large crawl gigabytes for a moment.
"""

import asyncio
import os

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import UnknownCrawl
from leadline.services.drawing.draw import drawn
from leadline.store.contract import Store
from leadline.worker.orders import Orders, received

_TAKEN_S = 300.0
"""Who has not drawn a crawl by then is taken for dead."""
_NICENESS = 10


def main() -> None:
    """Draw the crawl that the first line of input names, and all others that wait for it."""
    # Nobody waits for a drawing as they do for pages.
    os.nice(_NICENESS)
    asyncio.run(_run(received()))


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
        data = await drawn(store, crawl)
    except UnknownCrawl:
        # It was removed meanwhile.
        return
    await store.put_drawing(crawl.id, crawl.seq, data)


if __name__ == "__main__":
    main()
