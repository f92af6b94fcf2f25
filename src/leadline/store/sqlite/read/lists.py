"""Questions to all pages of a crawl, a range at a time: no read is long."""

import base64
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import InvalidCursor
from leadline.domain.listing import PageFacts, PageFilter, PageList, PageOrder, SomeIds, SortKey
from leadline.domain.skips import SkipReason
from leadline.store.sqlite.codes import KINDS, STATE, STATES
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.read.page_queries import number_of, pages_by_id, place_after

_PAGES_OF_RANGE = 50_000
_PAGES_WHERE = QUERIES["pages_where"]
# Pages have an index by when they ended: the others are not read.
_ENDED_WHERE = _PAGES_WHERE.replace("n BETWEEN", "seq BETWEEN")

Value = str | float | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None


class _Found(NamedTuple):
    """A page of a list, and the value that it is sorted by."""

    id: PageId
    address: Address
    value: Value


class _Place(msgspec.Struct, array_like=True):
    """The place where a list ended."""

    order: str
    value: Value
    address: str


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
    place = _read(cursor, order) if cursor else None
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
    best: list[_Found] = []
    query = _PAGES_WHERE if wanted.after_seq is None else _ENDED_WHERE
    for first, last in _ranges(db, number, wanted.after_seq):
        rows = db.execute(query, where | {"first": first, "last": last})
        best = _sorted([*best, *(_Found(*row) for row in rows)], order)[: limit + 1]
    shown = best[:limit]
    pages = pages_by_id(db, crawl, [each.id for each in shown])
    items = tuple(pages[each.id] for each in shown if each.id in pages)
    return PageList(items, _cursor(shown[-1], order) if len(best) > limit else None)


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
        "limit": _PAGES_OF_RANGE,
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
    for first in range(max(place, after_seq or 0) + 1, end + 1, _PAGES_OF_RANGE):
        yield first, first + _PAGES_OF_RANGE - 1


def _sorted(found: Iterable[_Found], order: PageOrder) -> list[_Found]:
    by_address = sorted(found, key=lambda each: each.address)
    known = [each for each in by_address if each.value is not None]
    known.sort(key=lambda each: each.value, reverse=order.is_descending)  # type: ignore[arg-type,return-value]
    return known + [each for each in by_address if each.value is None]


def _cursor(last: _Found, order: PageOrder) -> str:
    # An address may be long: it is not there twice.
    value = None if order.by is SortKey.ADDRESS else last.value
    place = _Place(_name(order), value, last.address)
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def _read(cursor: str, order: PageOrder) -> _Place:
    try:
        place = msgspec.json.decode(base64.urlsafe_b64decode(cursor), type=_Place)
    except ValueError as exc:
        raise InvalidCursor("this is not a cursor that a list ended with") from exc
    if place.order != _name(order):
        raise InvalidCursor("this cursor is of a list in another order")
    if order.by is SortKey.ADDRESS:
        place.value = place.address
    return place


def _name(order: PageOrder) -> str:
    return f"-{order.by}" if order.is_descending else order.by


def _took_ms(timings: bytes | None) -> float | None:
    """Return the last of the stored times: that of the whole answer."""
    if not timings:
        return None
    (took_ms,) = struct.unpack_from("=f", timings, len(timings) - 4)
    return float(took_ms)
