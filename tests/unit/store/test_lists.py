"""Lists of crawls that are read in many ranges."""

import base64
import json
from itertools import pairwise
from pathlib import Path

import pytest

from invented import kept, links
from leadline.domain.errors import InvalidCursor
from leadline.domain.listing import PageFilter, PageOrder, SortKey
from leadline.store import ordering
from leadline.store.sqlite.read import lists
from leadline.store.sqlite.store import SqliteStore


async def test_all_ranges_together_are_the_crawl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    crawl = await kept(store, {"/": links(*(f"/{n:03}" for n in range(200)))})
    monkeypatch.setattr(ordering, "PAGES_OF_RANGE", 7)

    ranges = list(lists._ranges(store._db, 1, None))
    first = await store.pages_where(crawl, PageFilter(), PageOrder(), 150)
    rest = await store.pages_where(crawl, PageFilter(), PageOrder(), 150, first.next)

    assert len(ranges) == 29
    assert (ranges[0][0], ranges[-1][0]) == (1, 197)
    assert all(one[1] + 1 == other[0] for one, other in pairwise(ranges))
    addresses = [page.address for page in (*first.items, *rest.items)]
    assert addresses == sorted(addresses)
    assert len(addresses) == 201
    await store.aclose()


@pytest.mark.parametrize(
    "place",
    [
        ["-size", 99999999999999999999, "x"],
        ["-size", -(2**64), "x"],
        ["-size", [], "x"],
        ["-size", {"a": 1}, "x"],
        ["-size", 1, 2],
        ["-size"],
        [1, 1, "x"],
        {"order": "-size"},
        "-size",
    ],
)
async def test_a_made_up_cursor_is_refused(tmp_path: Path, place: object) -> None:
    store = SqliteStore(tmp_path / "store.db")
    crawl = await kept(store, {"/": links("/a")})
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode()
    order = PageOrder(SortKey.SIZE, is_descending=True)

    with pytest.raises(InvalidCursor):
        await store.pages_where(crawl, PageFilter(), order, 10, cursor)
    await store.aclose()
