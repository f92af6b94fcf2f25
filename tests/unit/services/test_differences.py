"""What changed between two crawls of an invented site."""

from dataclasses import replace

import pytest

from invented import Told, address, begun, crawl_of, links, settled
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.errors import UnknownCrawl
from leadline.services.crawling.crawls import find_crawl, previous_of
from leadline.services.figures import differences as module
from leadline.services.figures import sorting
from leadline.services.figures.differences import Change, Difference, differences, warnings
from leadline.services.figures.sorting import SortedLines
from leadline.store.contract import Store

BEFORE = {
    "/": links("/same", "/edited", "/moves", "/breaks", "/goes", "/a/"),
    "/edited": Told(fields={"content_hash": 1}),
    "/moves": Told({"/here": ""}, 302),
}
AFTER = {
    "/": links("/same", "/edited", "/moves", "/breaks", "/comes", "/a"),
    "/edited": Told(fields={"content_hash": 2}),
    "/moves": Told({"/there": ""}, 302),
    "/breaks": Told(status=404, is_failure=True),
}


async def test_new_gone_changed_and_other_answers(store: Store) -> None:
    before = await settled(store, BEFORE, "before")
    after = await settled(store, AFTER, "after")

    found: dict[str, Difference] = {}
    same = 0
    async for compared in differences(store, before.id, after.id):
        found |= {each.page.address: each for each in compared.differences}
        same += compared.same

    assert {at: each.change for at, each in found.items()} == {
        address("/comes"): Change.NEW,
        address("/there"): Change.NEW,
        address("/goes"): Change.GONE,
        address("/here"): Change.GONE,
        address("/edited"): Change.CHANGED,
        address("/moves"): Change.CHANGED,
        address("/breaks"): Change.STATUS,
    }
    assert same == 3, "the root, /same, and /a whether or not it ends with a slash"
    broken = found[address("/breaks")]
    assert broken.before is not None
    assert broken.after is not None
    assert (broken.before.status, broken.after.status) == (200, 404)


async def test_large_crawls_are_read_in_chunks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CHUNK", 3)
    one = await settled(store, {"/": links(*(f"/{n}" for n in range(20)))}, "one")
    other = await settled(store, {"/": links(*(f"/{n}" for n in range(10, 30)))}, "other")

    sizes, changes = [], []
    async for compared in differences(store, one.id, other.id):
        sizes.append(len(compared.differences) + compared.same)
        changes += [each.change for each in compared.differences]

    assert max(sizes) <= 3
    assert (changes.count(Change.GONE), changes.count(Change.NEW)) == (10, 10)


async def test_a_crawl_does_not_differ_from_itself(store: Store) -> None:
    crawl = await settled(store, BEFORE)

    assert not [each async for each in differences(store, crawl.id, crawl.id) if each.differences]


async def changes(store: Store, before: Crawl, after: Crawl) -> dict[str, Change]:
    found: dict[str, Change] = {}
    async for compared in differences(store, before.id, after.id):
        found |= {each.page.address: each.change for each in compared.differences}
    return found


async def test_pages_that_one_crawl_did_not_fetch_are_apart(store: Store) -> None:
    site = {"/": links("/a", "/b"), "/a": links("/a/deep"), "/b": links("/elsewhere")}
    shallow = await settled(store, site, "before", max_depth=1)
    deep = await settled(store, site, "after", exclude=("/b",))

    assert await changes(store, shallow, deep) == {
        address("/a/deep"): Change.NOT_FETCHED,
        address("/b"): Change.NOT_FETCHED,
        address("/elsewhere"): Change.NOT_FETCHED,
    }


async def test_a_page_that_only_links_out_is_gone_alone(store: Store) -> None:
    out = [f"http://other-{n}.example/" for n in range(9)]
    before = await settled(store, {"/": links("/out"), "/out": links(*out)}, "before")
    after = await settled(store, {"/": links()}, "after")

    found = await changes(store, before, after)

    assert found.pop(address("/out")) is Change.GONE
    assert set(found.values()) == {Change.NOT_FETCHED}
    assert len(found) == len(out)


async def test_what_explains_differences_is_said(store: Store) -> None:
    site = {"/": links("/a", "/b")}
    whole = await settled(store, site, "whole")
    cut = await settled(store, site, "cut", max_pages=1, scope="host")
    await store.set_status(await begun(store, site, "paused"), CrawlStatus.PAUSED)

    effect = "pages that it did not fetch may look new or gone."
    assert warnings(whole, whole) == []
    timed = replace(whole, options=replace(whole.options, max_time_s=9.0))
    assert warnings(whole, timed) == ["The crawls differ in max_time_s: none before, 9.0 after."]
    assert warnings(whole, cut) == [
        f"The later crawl has reached a limit (max_pages): {effect}",
        "The crawls differ in scope: domain before, host after.",
        "The crawls differ in max_pages: none before, 1 after.",
    ]
    assert warnings(await crawl_of(store, CrawlId("paused")), whole) == [
        f"The earlier crawl is paused, not over: {effect}"
    ]


async def test_the_previous_crawl_is_of_the_same_root(store: Store) -> None:
    first = await settled(store, {"/": links()}, "first")
    await settled(store, {"/below": links()}, "below")
    last = await settled(store, {"/": links()}, "last")

    assert (await previous_of(store, last)).id == first.id
    assert (await find_crawl(store, "previous")).id == first.id
    with pytest.raises(UnknownCrawl, match="before first"):
        await previous_of(store, first)


@pytest.mark.parametrize("in_memory", [3, 1000])
def test_more_lines_than_memory_holds_are_sorted(
    monkeypatch: pytest.MonkeyPatch, in_memory: int
) -> None:
    monkeypatch.setattr(sorting, "_LINES_IN_MEMORY", in_memory)
    with SortedLines() as lines:
        for number in (5, 3, 9, 1, 7, 2, 8, 4, 6, 0):
            lines.add(f"key {number}", b"%d" % number)

        assert list(lines) == [b"%d" % number for number in range(10)]
