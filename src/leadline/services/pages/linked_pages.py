"""Pages with counts of the links to and from them, and lists in that order."""

import base64
from collections.abc import Sequence
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from leadline.domain.crawls import PageId
from leadline.domain.errors import InvalidCursor
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import EVERY_PAGE, PageFilter, PageList, PageOrder, SortKey
from leadline.domain.pages import Page, PageState
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.leads import leads_in
from leadline.services.graph.rows import Numbers
from leadline.services.page_ids import ids_of
from leadline.services.pages.listing import listed_page
from leadline.store.reader import Pages, Reader

BY_LINKS = frozenset([SortKey.LINKS_IN, SortKey.LINKS_OUT])
_SHOWN_SOURCES = 3
_Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class _Place(msgspec.Struct, array_like=True):
    """The place where a list ended."""

    order: str
    links: _Number
    page: _Number


async def pages_by_links(
    store: Reader,
    index: LinkIndex,
    wanted: PageFilter,
    order: PageOrder,
    *,
    limit: int,
    cursor: str | None = None,
) -> PageList:
    """Return the first wanted pages by number of links, then by id.

    Reads the ids of all wanted pages, 50,000 at a time, unless the index is enough. Raises
    InvalidCursor and UnknownCrawl.
    """
    place = _read(cursor, order) if cursor else None
    known = index.ids if wanted == EVERY_PAGE else index.ids[:0]
    best = _first(_after(_ranked(index, known, order), place, order), limit + 1)
    # Pages without any link are not in the index, and come after those that have some.
    if not (best.shape[1] > limit and best[0, -1] < 0):
        best = best[:, :0]
        async for ids in ids_of(store, index.crawl, wanted):
            found = _after(_ranked(index, np.array(ids, np.int64), order), place, order)
            best = _first(np.concatenate([best, found], axis=1), limit + 1)
    shown = [PageId(page) for page in best[1, :limit].tolist()]
    pages = await store.pages_by_id(index.crawl, shown)
    items = tuple(pages[page] for page in shown if page in pages)
    is_end = best.shape[1] <= limit
    return PageList(items, None if is_end else _cursor(best[:, limit - 1], order))


async def linked_rows(
    store: Pages, pages: Sequence[Page], index: LinkIndex | None, *, folds_path_case: bool = False
) -> list[JsonObject]:
    """Return pages of a list; with an index, also their links, and sources of links to failures."""
    if index is None:
        return [listed_page(page, folds_path_case=folds_path_case) for page in pages]
    ids = np.array([page.id for page in pages], np.int64)
    inward, outward = index.in_degrees(ids).tolist(), index.out_degrees(ids).tolist()
    rows = []
    for page, links_in, links_out in zip(pages, inward, outward, strict=True):
        is_failed = page.state is PageState.FAILED
        sources = await some_sources(store, index, page) if is_failed else None
        links = {"links_in": links_in, "links_out": links_out, "linked_from": sources}
        rows.append(listed_page(page, folds_path_case=folds_path_case) | links)
    return rows


async def some_sources(store: Pages, index: LinkIndex, page: Page) -> list[JsonObject]:
    """Return the first three pages that link to a page, with their anchor texts."""
    sources = [PageId(each) for each in index.in_links(page.id)[:_SHOWN_SOURCES].tolist()]
    return [
        {"id": str(led.source.id), "url": led.source.address, "anchor": led.lead.anchor}
        async for some in leads_in(store, index.crawl, page, sources)
        for led in some
    ]


def _ranked(index: LinkIndex, pages: Numbers, order: PageOrder) -> Numbers:
    """Return two rows: the sort key of pages, smallest first, and their ids."""
    is_inward = order.by is SortKey.LINKS_IN
    links = index.in_degrees(pages) if is_inward else index.out_degrees(pages)
    return np.stack([-links if order.is_descending else links, pages])


def _after(found: Numbers, place: _Place | None, order: PageOrder) -> Numbers:
    if place is None:
        return found
    rank = -place.links if order.is_descending else place.links
    is_after = (found[0] > rank) | ((found[0] == rank) & (found[1] > place.page))
    after: Numbers = found[:, is_after]
    return after


def _first(found: Numbers, limit: int) -> Numbers:
    first: Numbers = found[:, np.lexsort((found[1], found[0]))[:limit]]
    return first


def _cursor(last: Numbers, order: PageOrder) -> str:
    place = _Place(_name(order), abs(int(last[0])), int(last[1]))
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def _read(cursor: str, order: PageOrder) -> _Place:
    try:
        place = msgspec.json.decode(base64.urlsafe_b64decode(cursor), type=_Place)
    except ValueError as exc:
        raise InvalidCursor("this is not a cursor that a list in this order ended with") from exc
    if place.order != _name(order):
        raise InvalidCursor("this cursor is of a list in another order")
    return place


def _name(order: PageOrder) -> str:
    return f"-{order.by}" if order.is_descending else order.by
