"""Lists of pages by their links, on an invented site."""

import itertools
import random

import pytest

from invented import Told, links, settled
from leadline.domain.errors import InvalidCursor
from leadline.domain.listing import EVERY_PAGE, PageFilter, PageOrder, SortKey
from leadline.domain.pages import PageState
from leadline.services.graph.index import LinkIndex
from leadline.services.pages.linked_pages import linked_rows, pages_by_links
from leadline.store import ordering
from leadline.store.contract import Store

ORDERS = [
    PageOrder(by, is_descending)
    for by, is_descending in itertools.product([SortKey.LINKS_IN, SortKey.LINKS_OUT], [True, False])
]


def invented() -> dict[str, Told]:
    """Pages that link to others by chance, one that fails, and some that nothing links to."""
    chance = random.Random(7)
    paths = [f"/{n}" for n in range(40)]
    site = {path: links(*chance.sample(paths, chance.randint(0, 12))) for path in paths}
    root = Told({"/1": "one", "/39": "last"}, only_found=tuple(paths[20:]))
    return {"/": root, **site, "/39": Told(status=404, is_failure=True)}


async def walked(
    store: Store, index: LinkIndex, wanted: PageFilter, order: PageOrder, limit: int
) -> list[tuple[int, int]]:
    """All pages of a list with what it is sorted by, from part to part."""
    found: list[tuple[int, int]] = []
    cursor: str | None = None
    while True:
        some = await pages_by_links(store, index, wanted, order, limit=limit, cursor=cursor)
        rows = await linked_rows(store, some.items, index)
        found += [(row[order.by], page.id) for row, page in zip(rows, some.items, strict=True)]
        cursor = some.next
        if cursor is None:
            return found


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("wanted", [EVERY_PAGE, PageFilter(depth=1)], ids=["all", "filtered"])
async def test_pages_come_by_their_links_each_once_in_parts_of_any_size(
    store: Store, order: PageOrder, wanted: PageFilter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering, "PAGES_OF_RANGE", 7)
    crawl = await settled(store, invented())
    index = await LinkIndex.read(store, crawl.id)

    in_parts = await walked(store, index, wanted, order, 3)
    at_once = await walked(store, index, wanted, order, 1_000)

    ids = (await store.pages_where(crawl.id, wanted, PageOrder(), 1_000)).items
    assert in_parts == at_once
    assert sorted(id_ for _, id_ in at_once) == sorted(page.id for page in ids)
    by = [(-count if order.is_descending else count, id_) for count, id_ in at_once]
    assert by == sorted(by)


async def test_links_are_counted_and_a_failed_page_says_who_links_there(store: Store) -> None:
    crawl = await settled(store, invented())
    index = await LinkIndex.read(store, crawl.id)
    wanted = PageFilter(state=PageState.FAILED)

    found = await store.pages_where(crawl.id, wanted, PageOrder(), 10)
    [row] = await linked_rows(store, found.items, index)
    [uncounted] = await linked_rows(store, found.items, None)

    assert row["links_in"] == len(index.in_links(found.items[0].id)) > 3
    assert row["links_out"] == 0
    assert len(row["linked_from"]) == 3
    assert {source["anchor"] for source in row["linked_from"]} <= {"last", "/39"}
    assert [uncounted[name] for name in ("links_in", "links_out", "linked_from")] == [None] * 3


@pytest.mark.parametrize("cursor", ["x", "WyJsaW5rc19pbiIsMSwyXQ==", "W10=", "ÿ"])
async def test_a_cursor_of_another_list_is_refused(store: Store, cursor: str) -> None:
    crawl = await settled(store, {"/": links("/a")})
    index = await LinkIndex.read(store, crawl.id)
    order = PageOrder(SortKey.LINKS_IN, is_descending=True)

    with pytest.raises(InvalidCursor):
        await pages_by_links(store, index, EVERY_PAGE, order, limit=1, cursor=cursor)
