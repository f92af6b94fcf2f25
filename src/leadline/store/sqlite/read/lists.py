"""Questions to all pages of a crawl, a range at a time: no read is long."""

import sqlite3
import struct
from collections.abc import Iterator
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.listing import PageFacts, PageFilter, PageList, PageOrder, SomeIds
from leadline.domain.skips import SkipReason
from leadline.store import ordering
from leadline.store.ordering import Found
from leadline.store.sqlite.codes import KINDS, STATE, STATES
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.read.page_queries import number_of, pages_by_id, place_after

_PAGES_WHERE = QUERIES["pages_where"]
# Pages have an index by when they ended: the others are not read.
_ENDED_WHERE = _PAGES_WHERE.replace("n BETWEEN", "seq BETWEEN")


def prepare(db: sqlite3.Connection) -> None:
    """Define the functions that queries of lists call."""
    db.create_function("took_ms", 1, _took_ms, deterministic=True)


def pages_where(
    db: sqlite3.Connection,
    crawl: CrawlId,
    wanted: PageFilter,
    order: PageOrder,
    *,
    limit: int,
    cursor: str | None,
) -> PageList:
    """Return the first pages that match, or the next ones behind `cursor`."""
    place = ordering.read_cursor(cursor, order) if cursor else None
    number = number_of(db, crawl)
    where = {
        "crawl": number,
        **_conditions(wanted),
        "by": order.by,
        "is_descending": order.is_descending,
        "after": place and place.address,
        "value": place and place.value,
        "limit": limit + 1,
    }
    best: list[Found] = []
    query = _PAGES_WHERE if wanted.after_seq is None else _ENDED_WHERE
    for first, last in _ranges(db, number, wanted.after_seq):
        rows = db.execute(query, where | {"first": first, "last": last})
        best = ordering.sort([*best, *(Found(*row) for row in rows)], order)[: limit + 1]
    shown = best[:limit]
    pages = pages_by_id(db, crawl, [each.id for each in shown])
    items = tuple(pages[each.id] for each in shown if each.id in pages)
    return PageList(items, ordering.cursor_of(shown[-1], order) if len(best) > limit else None)


def ids_where(db: sqlite3.Connection, crawl: CrawlId, wanted: PageFilter, place: int) -> SomeIds:
    """Return ids of pages of the next range that match, as they were found or as they ended."""
    number = number_of(db, crawl)
    ranges = _ranges(db, number, wanted.after_seq, place)
    first, last = next(ranges, (1, 0))
    where = {
        "crawl": number,
        **_conditions(wanted),
        "by": "found",
        "is_descending": False,
        "after": None,
        "value": None,
        "limit": ordering.PAGES_OF_RANGE,
        "first": first,
        "last": last,
    }
    query = _PAGES_WHERE if wanted.after_seq is None else _ENDED_WHERE
    ids = tuple(PageId(row[0]) for row in db.execute(query, where))
    return SomeIds(ids, None if next(ranges, None) is None else last)


def facts(
    db: sqlite3.Connection, crawl: CrawlId, limit: int, after: PageId | None
) -> list[PageFacts]:
    """Return the countable facts of pages, as they were found."""
    where = place_after(db, crawl, after) | {"limit": limit}
    cursor = db.cursor()
    cursor.row_factory = None
    return [_facts(*row) for row in cursor.execute(QUERIES["facts"], where)]


def _facts(id_: int, state: int, reason: str | None, *rest: Any) -> PageFacts:
    *plain, timings, content_hash, is_redirect, kind, parent, is_fetched, error = rest
    why = SkipReason(reason) if reason else None
    took_ms = _took_ms(timings)
    known = (
        *plain,
        took_ms,
        content_hash,
        bool(is_redirect),
        KINDS[kind],
        parent,
        bool(is_fetched),
        error,
    )
    return PageFacts(PageId(id_), STATES[state], why, *known)


def _conditions(wanted: PageFilter) -> dict[str, str | int | None]:
    least, most = wanted.status or (None, None)
    return {
        "state": None if wanted.state is None else STATE[wanted.state],
        "fetched": wanted.is_fetched,
        "reason": wanted.reason,
        "rule": wanted.rule,
        "error": wanted.error,
        "least_status": least,
        "most_status": most,
        "depth": wanted.depth,
        "host": wanted.host,
        "content_type": wanted.content_type,
        "search": wanted.search,
        "title": wanted.title,
        "content_hash": wanted.content_hash,
    }


def _ranges(
    db: sqlite3.Connection, crawl: int, after_seq: int | None, place: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield ranges of the numbers of pages: as they were found, or as they ended."""
    last = QUERIES["last_found"] if after_seq is None else "SELECT seq FROM crawl WHERE n = :crawl"
    (end,) = db.execute(last, {"crawl": crawl}).fetchone()
    return ordering.ranges(max(place, after_seq or 0), end)


def _took_ms(timings: bytes | None) -> float | None:
    """Return the last of the stored times: that of the whole answer."""
    if not timings:
        return None
    (took_ms,) = struct.unpack_from("=f", timings, len(timings) - 4)
    return float(took_ms)
