"""What changed between two crawls of an invented site."""

import pytest

from invented import Told, address, links, settled
from leadline.services import differences as module
from leadline.services.differences import Change, Difference, differences
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
