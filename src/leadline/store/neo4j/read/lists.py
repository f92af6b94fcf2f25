"""Questions to all pages of a crawl, a range at a time: no read is long."""

import re
from collections.abc import Iterator
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import UnknownCrawl
from leadline.domain.listing import PageFilter, PageOrder, SomeIds
from leadline.store import ordering
from leadline.store.neo4j.database import Graph
from leadline.store.ordering import Found

_ANY_CASE = "(?is)"
"""Of letters, Java compares only A to Z without their case."""


def containing(text: str | None) -> str | None:
    """Return the pattern of texts that contain a text; A to Z are as a to z."""
    return None if text is None else f"{_ANY_CASE}.*{re.escape(text)}.*"


async def find_pages(
    graph: Graph,
    crawl: CrawlId,
    wanted: PageFilter,
    order: PageOrder,
    *,
    limit: int,
    cursor: str | None,
) -> list[Found]:
    """Return the first `limit` pages that match, or the next ones behind `cursor`."""
    place = ordering.read_cursor(cursor, order) if cursor else None
    where = {
        "crawl": crawl,
        **_conditions(wanted),
        "by": order.by,
        "is_descending": order.is_descending,
        "after": place and place.address,
        "value": place and place.value,
        "limit": limit,
    }
    best: list[Found] = []
    for first, last in await _ranges(graph, crawl, wanted.after_seq):
        rows = await graph.read(_query(wanted), **where, first=first, last=last)
        best = ordering.sort([*best, *(Found(*row) for row in rows)], order)[:limit]
    return best


async def ids_where(graph: Graph, crawl: CrawlId, wanted: PageFilter, place: int) -> SomeIds:
    """Return ids of pages of the next range that match, as they were found or as they ended."""
    ranges = await _ranges(graph, crawl, wanted.after_seq, place)
    first, last = next(ranges, (1, 0))
    rows = await graph.read(
        _query(wanted),
        crawl=crawl,
        **_conditions(wanted),
        by="found",
        is_descending=False,
        after=None,
        value=None,
        limit=ordering.PAGES_OF_RANGE,
        first=first,
        last=last,
    )
    ids = tuple(PageId(row[0]) for row in rows)
    return SomeIds(ids, None if next(ranges, None) is None else last)


def _query(wanted: PageFilter) -> str:
    return "pages_where" if wanted.after_seq is None else "ended_where"


async def _ranges(
    graph: Graph, crawl: CrawlId, after_seq: int | None, place: int = 0
) -> Iterator[tuple[int, int]]:
    """Return ranges of the numbers of pages: as they were found, or as they ended."""
    [(is_known, (found, seq))] = await graph.read("last_numbers", crawl=crawl)
    if not is_known:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return ordering.ranges(max(place, after_seq or 0), found if after_seq is None else seq)


def _conditions(wanted: PageFilter) -> dict[str, Any]:
    least, most = wanted.status or (None, None)
    return {
        "state": wanted.state,
        "fetched": wanted.is_fetched,
        "reason": wanted.reason,
        "rule": wanted.rule,
        "error": wanted.error,
        "least_status": least,
        "most_status": most,
        "depth": wanted.depth,
        "host": wanted.host,
        "content_type": _glob(wanted.content_type),
        "search": containing(wanted.search),
        "title": containing(wanted.title),
        "content_hash": wanted.content_hash,
    }


def _glob(pattern: str | None) -> str | None:
    return None if pattern is None else ".*".join(map(re.escape, pattern.split("*")))
