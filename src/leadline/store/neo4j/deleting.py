"""Deletion of crawls, in chunks."""

from collections.abc import Callable
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import Graph

_PARTS = ("delete_bodies", "delete_leads", "delete_pages", "delete_records")


async def delete(graph: Graph, bodies: PieceStore, crawl: CrawlId, limit: int) -> int:
    """Delete some nodes of a crawl that is over; the crawl itself last.

    It becomes an expired scrape first: an interrupted delete is then hidden from readers, and the
    sweep of scrapes finishes it.
    """

    async def hide(run: Callable[..., Any]) -> bool:
        return bool(await run("outdate_crawl", crawl=crawl, by="delete"))

    async def remove(run: Callable[..., Any]) -> int:
        if not await hide(run):
            return 0
        removed = 0
        for part in _PARTS:
            if removed < limit:
                [(more,)] = await run(part, crawl=crawl, limit=limit - removed)
                removed += more
        return removed or len(await run("delete_crawl", crawl=crawl))

    if not await graph.transact(hide):
        return 0
    return await bodies.delete(crawl, limit) or await graph.transact(remove)
