"""The graph of a crawl as programs ask for it."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from invented import ORIGIN, Told, address, begun, crawl_of, kept, links, settled, steps
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import InvalidInput, UnknownPage
from leadline.pipeline.plan import page_id
from leadline.services.drawing.draw import draw_crawl
from leadline.services.drawing.growths import Growths
from leadline.services.drawing.sheet import unpacked
from leadline.services.graph.indexes import Indexes
from leadline.services.graph_views.views import Kept, View, Wish, graph
from leadline.store.contract import Store

C = CrawlId("c")
SITE: Mapping[str, Told] = {
    "/": links("/a", "/b", "/hub", "http://other.example/"),
    "/a": links("/", "/hub", "/a/1", "/a/2"),
    "/a/1": links("/", "/hub", "/a/2"),
    "/a/2": links("/", "/hub", "/a/1", "/b"),
    "/b": links("/", "/hub", "/b/1"),
    "/b/1": links("/", "/hub", "http://other.example/"),
    "/hub": Told(),
}
LEADS = {(name, target) for name, told in SITE.items() for target in told.links}


def wide(leaves: int) -> dict[str, Told]:
    """A root with many pages, all of which link to a page of their own and to /menu."""
    names = [f"/{n}" for n in range(leaves)]
    below = {name: links("/menu", "/", f"{name}/x") for name in names}
    return {"/": links(*names), **below}


async def asked(store: Store, crawl: Crawl, view: str, **wish: Any) -> Any:
    told = Wish(View(view), **{"max_nodes": 2_000} | wish)
    found = await graph(store, crawl, told, Kept(Growths(), Indexes()))
    return msgspec.json.decode(msgspec.json.encode(found))


async def drawn_crawl(store: Store, site: Mapping[str, Told]) -> Crawl:
    crawl = await settled(store, site)
    assert await store.put_drawing(crawl.id, crawl.seq, await draw_crawl(store, crawl))
    return crawl


def names(told: Any) -> list[str]:
    return [str(node["url"]).removeprefix(ORIGIN) for node in told["nodes"]]


def edges(told: Any) -> set[tuple[str, str]]:
    name = names(told)
    return {(name[one], name[other]) for one, other, *_ in told["edges"]}


def places(told: Any) -> dict[str, tuple[float, float]]:
    return {node["id"]: (node["x"], node["y"]) for node in told["nodes"]}


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_links_are_all_leads_and_the_tree_is_from_parents_to_children(
    store: Store, *, is_drawn: bool
) -> None:
    crawl = await (drawn_crawl if is_drawn else settled)(store, SITE)

    all_links = await asked(store, crawl, "links")
    tree = await asked(store, crawl, "tree")

    pages = {page.id: page for page in await store.pages(C, 100)}
    parents = {
        (pages[page.parent].address.removeprefix(ORIGIN), page.address.removeprefix(ORIGIN))
        for page in pages.values()
        if page.parent
    }
    assert (all_links["layout"], all_links["drawn"]) == (
        "final" if is_drawn else "growing",
        is_drawn,
    )
    assert edges(all_links) == LEADS
    assert edges(tree) == parents
    assert all_links["total"] == {"nodes": len(pages), "edges": len(LEADS)}
    assert tree["total"] == {"nodes": len(pages), "edges": len(parents)}
    assert tree["shown"]["nodes"] == all_links["shown"]["nodes"] == len(pages)
    assert places(tree) == places(all_links)
    assert len(set(places(tree).values())) == len(pages)
    for node in all_links["nodes"]:
        page = pages[int(node["id"])]  # type: ignore[index]
        assert (node["depth"], node["state"], node["status"], node["host"]) == (
            page.depth,
            page.state,
            page.status,
            page.host,
        )
        assert node["in_degree"] == sum(
            names(all_links)[j] == page.address.removeprefix(ORIGIN) for _, j in all_links["edges"]
        )


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_what_is_left_out_is_what_matters_least(store: Store, *, is_drawn: bool) -> None:
    crawl = await (drawn_crawl if is_drawn else settled)(store, wide(40))

    told = await asked(store, crawl, "tree", max_nodes=5)

    assert names(told)[0] == "/"
    assert "/menu" in names(told)
    assert len(told["edges"]) == 4
    assert told["shown"] == {"nodes": 5, "edges": 4, "template_edges": 1}
    assert told["total"]["nodes"] == 82


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_links_to_what_a_template_links_to_are_marked_and_last(
    store: Store, *, is_drawn: bool
) -> None:
    crawl = await (drawn_crawl if is_drawn else settled)(store, wide(40))

    told = await asked(store, crawl, "links")

    marked = [
        name for name, node in zip(names(told), told["nodes"], strict=True) if node["template"]
    ]
    assert sorted(marked) == ["/", "/menu"]
    count = told["shown"]["template_edges"]
    is_template = [told["nodes"][target]["template"] for _, target in told["edges"]]
    assert count == 80
    assert is_template == sorted(is_template)
    assert sum(is_template) == count


async def test_a_crawl_that_was_laid_out_tells_the_rank_of_its_pages(store: Store) -> None:
    crawl = await settled(store, SITE)
    growing = await asked(store, crawl, "tree")
    assert await store.put_drawing(crawl.id, crawl.seq, await draw_crawl(store, crawl))

    told = await asked(store, crawl, "tree")
    around = await asked(store, crawl, "links", root=str(page_id(C, address("/b"))))

    ranks = {node["id"]: node["rank"] for node in told["nodes"]}
    assert {node["rank"] for node in growing["nodes"]} == {None}
    assert sum(ranks.values()) == pytest.approx(1, abs=1e-4)
    assert ranks[str(page_id(C, address("/hub")))] == max(ranks.values())
    assert all(node["rank"] == ranks[node["id"]] for node in around["nodes"])


async def test_few_links_are_no_template(store: Store) -> None:
    crawl = await settled(store, wide(20))

    told = await asked(store, crawl, "links")

    assert not any(node["template"] for node in told["nodes"])


async def test_a_page_in_the_middle_has_its_tree_around_it(store: Store) -> None:
    crawl = await drawn_crawl(store, SITE)
    root = str(page_id(C, address("/a")))

    told = await asked(store, crawl, "tree", root=root)

    assert (told["layout"], names(told)[0]) == ("around", "/a")
    assert edges(told) == {("/a", "/a/1"), ("/a", "/a/2")}
    assert told["total"] == {"nodes": 3, "edges": 2}
    assert places(told)[root] == (0, 0)


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_a_page_in_the_middle_has_its_neighbours_around_it(
    store: Store, *, is_drawn: bool
) -> None:
    crawl = await (drawn_crawl if is_drawn else settled)(store, SITE)
    root = str(page_id(C, address("/b/1")))

    near = await asked(store, crawl, "links", root=root, max_nodes=5)
    far = await asked(store, crawl, "links", root=root)

    assert sorted(names(near)) == ["/", "/b", "/b/1", "/hub", "http://other.example/"]
    assert names(near)[0] == "/b/1"
    assert edges(near) == {(one, other) for one, other in LEADS if {one, other} <= set(names(near))}
    assert len(names(far)) == 8
    hub = str(page_id(C, address("/hub")))
    to_hub = await asked(store, crawl, "links", root=hub, max_nodes=7)
    assert set(names(to_hub)) == {"/hub", *(one for one, other in LEADS if other == "/hub")}


async def test_what_leads_nowhere_and_is_led_to_by_nobody_is_alone(store: Store) -> None:
    site = {"/": Told({"/a": "a"}, only_found=("/alone",))}
    crawl = await settled(store, site)
    root = str(page_id(C, address("/alone")))

    for view in ("tree", "links"):
        told = await asked(store, crawl, view, root=root)
        assert (names(told), told["edges"]) == (["/alone"], [])


async def test_what_only_sitemaps_list_is_drawn_too(store: Store) -> None:
    site = {"/": Told({"/a": "a"}, only_found=("/alone",))}

    told = await asked(store, await drawn_crawl(store, site), "tree")

    assert sorted(names(told)) == ["/", "/a", "/alone"]
    assert edges(told) == {("/", "/a")}


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_hosts_have_pages_and_leads_between_them(store: Store, *, is_drawn: bool) -> None:
    crawl = await (drawn_crawl if is_drawn else settled)(store, SITE)

    told = await asked(store, crawl, "hosts")

    hosts = [(node["id"], node["pages"]) for node in told["nodes"]]
    assert hosts == [("x.example", 7), ("other.example", 1)]
    assert [list(edge) for edge in told["edges"]] == [[0, 1, 2]]
    assert told["total"] == {"nodes": 2, "edges": 1}


async def test_hosts_stay_where_they_appeared(store: Store) -> None:
    hosts = [f"http://h{n}.example/" for n in range(9)]
    site = {"/": links("/1"), **{f"/{n}": links(f"/{n + 1}", *hosts[:n]) for n in range(1, 10)}}

    seen: dict[str, tuple[float, float]] = {}
    async for crawl in steps(store, await begun(store, site), site):
        told = await asked(store, crawl, "hosts")
        assert seen.items() <= places(told).items()
        seen = places(told)

    assert len(set(seen.values())) == 10


@pytest.mark.parametrize("view", ["tree", "links"])
async def test_a_picture_that_is_added_to_is_the_whole_picture(store: Store, view: str) -> None:
    nodes: dict[str, Any] = {}
    told_edges: set[tuple[str, str]] = set()
    seq = 0
    async for crawl in steps(store, await begun(store, SITE), SITE):
        new = await asked(store, crawl, view, since=seq)
        for node in new["nodes"]:
            before = nodes.get(node["id"], node)
            assert (node["x"], node["y"]) == (before["x"], before["y"])
            nodes[node["id"]] = node
        told_edges |= {(one, other) for one, other in new["edges"]}
        assert new["seq"] == crawl.seq
        seq = new["seq"]

    whole = await asked(store, await crawl_of(store, C), view)
    ids = [node["id"] for node in whole["nodes"]]
    assert set(nodes) == set(ids)
    assert places(whole) == {page: (node["x"], node["y"]) for page, node in nodes.items()}
    assert told_edges == {(ids[one], ids[other]) for one, other in whole["edges"]}
    states = {node["id"]: node["state"] for node in whole["nodes"]}
    assert {page: node["state"] for page, node in nodes.items()} == states


@pytest.mark.parametrize(("site", "most"), [(SITE, 1), (SITE, 3), (SITE, 7), (wide(8), 10)])
async def test_news_come_in_parts_when_they_are_too_many(
    store: Store, site: Mapping[str, Told], most: int
) -> None:
    # What is too deep to be fetched is only found, and never ends.
    crawl = await crawl_of(store, await kept(store, site, max_depth=1))
    whole = await asked(store, crawl, "links", since=0)

    ids: set[str] = set()
    told_edges: list[list[str]] = []
    seq = 0
    while seq < crawl.seq:
        new = await asked(store, crawl, "links", since=seq, max_nodes=most)
        assert len(new["nodes"]) <= most
        assert new["seq"] > seq
        ids |= {node["id"] for node in new["nodes"]}
        told_edges += new["edges"]
        seq = new["seq"]

    assert told_edges == whole["edges"]
    # Of what one page found no more is told than there is room for.
    assert most < 5 or ids == {node["id"] for node in whole["nodes"]}
    assert (await asked(store, crawl, "links", since=seq))["nodes"] == []
    assert (await asked(store, crawl, "links", since=10**9))["seq"] == 10**9


async def test_a_crawl_whose_root_is_not_there_yet_is_its_root(store: Store) -> None:
    crawl = await crawl_of(store, await begun(store, SITE))

    for view in ("tree", "links"):
        told = await asked(store, crawl, view)
        assert (names(told), told["edges"], told["seq"]) == (["/"], [], 0)
    assert (await asked(store, crawl, "tree", since=0))["nodes"] == []
    assert [node["id"] for node in (await asked(store, crawl, "hosts"))["nodes"]] == ["x.example"]


async def test_what_cannot_be_shown_is_said(store: Store) -> None:
    crawl = await settled(store, SITE)

    for wish in (
        {"root": "1", "since": 0},
        {"view": "hosts", "since": 0},
        {"view": "hosts", "root": "1"},
    ):
        with pytest.raises(InvalidInput):
            await asked(store, crawl, **{"view": "tree"} | wish)
    with pytest.raises(UnknownPage):
        await asked(store, crawl, "tree", root="12345")


async def test_a_drawing_of_another_version_is_not_shown(store: Store) -> None:
    crawl = await drawn_crawl(store, SITE)
    data = await store.drawing(C)
    assert data is not None
    assert unpacked(data) is not None

    await store.put_drawing(C, crawl.seq, data.replace(b"\x01", b"\x02", 1))

    assert (await asked(store, crawl, "tree"))["layout"] == "growing"
    assert unpacked(b"\x93\x01\x02\x03") is None


async def test_a_crawl_of_nothing_can_be_drawn(store: Store) -> None:
    told = await asked(store, await drawn_crawl(store, {"/": Told()}), "links")

    assert (names(told), told["edges"], told["layout"]) == (["/"], [], "final")


async def test_pictures_are_kept_as_long_as_there_is_room(store: Store) -> None:
    crawls = [await settled(store, SITE, name) for name in "ab"]
    growths = Growths(most_bytes=5_000)

    first, again = [await growths.growth(store, crawls[0]) for _ in range(2)]
    await growths.growth(store, crawls[1])
    later = await growths.growth(store, crawls[0])

    assert again is first
    assert later is not first
    assert later.ids.tolist() == first.ids.tolist()
