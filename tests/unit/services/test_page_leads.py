"""The leads of a page, with the pages at their ends."""

import pytest

from invented import Told, address, crawl_of, kept, links
from leadline.domain.crawls import PageId
from leadline.pipeline.plan import page_id
from leadline.services.crawling.crawls import find_page
from leadline.services.graph import leads as module
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.leads import lead_row, leads_along, leads_in, leads_out, shallowest
from leadline.services.graph.paths import shortest_path
from leadline.store.contract import Store

SITE = {
    "/": Told({"/a": "first", "/b": "second"}),
    "/a": Told({"/b": "from a", "/c": "down"}),
    "/b": Told({"/c": "from b"}),
}


async def test_links_on_a_page_are_in_their_order(store: Store) -> None:
    crawl = await kept(store, SITE)
    page = await find_page(store, crawl, address("/a"))
    assert page is not None

    out = await leads_out(store, crawl, page)

    assert [lead_row(led) for led in out] == [
        {"source": address("/a"), "target": address("/b"), "anchor": "from a", "rel": []},
        {"source": address("/a"), "target": address("/c"), "anchor": "down", "rel": []},
    ]


async def test_links_to_a_page_come_some_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1)
    crawl = await kept(store, SITE)
    page = await find_page(store, crawl, address("/c"))
    assert page is not None
    index = await LinkIndex.read(store, crawl)
    sources = [PageId(source) for source in index.in_links(page.id).tolist()]

    chunks = [chunk async for chunk in leads_in(store, crawl, page, sources)]

    assert [len(chunk) for chunk in chunks] == [1, 1]
    found = {(led.source.address, led.lead.anchor) for chunk in chunks for led in chunk}
    assert found == {(address("/a"), "down"), (address("/b"), "from b")}


async def test_the_shallowest_pages_come_first_and_then_by_address(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1)
    crawl = await kept(store, {"/": links("/b", "/a", "/c"), "/a": links("/0")})
    ids = {path: page_id(crawl, address(path)) for path in ("/0", "/c", "/b", "/", "/a")}

    first = await shallowest(store, crawl, list(ids.values()), limit=4)

    assert first == [ids[path] for path in ("/", "/a", "/b", "/c")]


async def test_a_path_is_told_with_its_links(store: Store) -> None:
    crawl = await crawl_of(store, await kept(store, SITE))
    page = await find_page(store, crawl.id, address("/c"))
    assert page is not None

    steps = await leads_along(store, crawl.id, await shortest_path(store, crawl, page.id))

    assert steps[0].source.address == address("/")
    assert steps[-1].target.address == address("/c")
    assert [step.lead.anchor for step in steps] in (["first", "down"], ["second", "from b"])
    assert await leads_along(store, crawl.id, []) == []
