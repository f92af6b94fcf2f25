"""The leads to and of a page, a part at a time."""

from enum import StrEnum

import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import InvalidCursor
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page
from leadline.services.graph.indexes import Indexes
from leadline.services.graph.leads import PageLead, leads_in, leads_out
from leadline.services.pages.listing import number_in
from leadline.store.reader import Pages


class Direction(StrEnum):
    """The direction of leads: to a page, or of it."""

    IN = "in"
    OUT = "out"


async def both_ways(
    store: Pages, crawl: CrawlId, page: Page, indexes: Indexes, limit: int
) -> JsonObject:
    """Return the first leads to a page, and of it."""
    return {
        f"leads_{way}": await some_leads(store, crawl, page, indexes, way=way, limit=limit)
        for way in Direction
    }


async def some_leads(
    store: Pages,
    crawl: CrawlId,
    page: Page,
    indexes: Indexes,
    *,
    way: Direction,
    limit: int,
    cursor: str | None = None,
) -> JsonObject:
    """Return leads one way with the pages at their other ends, and a cursor.

    Leads of a page are in the order of its links, leads to it by source id. Raises InvalidCursor.
    """
    index = await indexes.index(store, crawl)
    place = None if cursor is None else number_in(cursor)
    if cursor is not None and place is None:
        raise InvalidCursor("this is not a cursor that a list ended with")
    if way is Direction.OUT:
        count = len(index.out_links(page.id))
        start = min(place or 0, count)
        stop = start + limit
        found = await leads_out(store, crawl, page, start, stop)
        items = [_end(led, led.target) for led in found]
        return {"count": count, "items": items, "next": str(stop) if stop < count else None}
    sources = index.in_links(page.id)
    start = 0 if place is None else int(np.searchsorted(sources, place, side="right"))
    some = [PageId(source) for source in sources[start : start + limit].tolist()]
    chunks = leads_in(store, crawl, page, some)
    items = [_end(led, led.source) async for chunk in chunks for led in chunk]
    is_more = start + limit < len(sources)
    return {
        "count": len(sources),
        "items": items,
        "next": str(some[-1]) if some and is_more else None,
    }


def _end(led: PageLead, end: Page) -> JsonObject:
    return {
        "id": str(end.id),
        "url": end.address,
        "title": end.title,
        "state": end.state,
        "fetched": end.is_fetched,
        "status": end.status,
        "anchor": led.lead.anchor,
        "rel": list(led.lead.rel),
        "redirect": led.source.redirected_to is not None,
    }
