"""The link index, against networkx."""

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest

from invented import Told, address, crawl_of, kept, links
from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.pipeline.plan import page_id
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.paths import shortest_paths
from leadline.services.graph.rank import components, page_rank
from leadline.store.contract import Store

C = CrawlId("c")


def page(path: str) -> PageId:
    return page_id(C, address(path))


def random_site(random: Random, pages: int, mean_links: float) -> dict[str, Told]:
    """Pages with random links; some are redirects, some only known from a sitemap."""
    names = [f"/{n}" for n in range(pages)]
    chance = mean_links / pages
    site = {}
    for name in names:
        targets = [other for other in names if other != name and random.random() < chance]
        is_redirect = name != "/0" and len(targets) == 1 and random.random() < 0.5
        told = links(*targets)
        site[name] = Told(told.links, 302) if is_redirect else told
    site["/0"] = Told(site["/0"].links, only_found=tuple(random.sample(names[1:], 3)))
    return site


def as_networkx(site: dict[str, Told], index: LinkIndex) -> nx.DiGraph:
    graph = nx.DiGraph()
    crawled = {int(each) for each in index.ids}
    graph.add_nodes_from(crawled)
    for name, told in site.items():
        if page(name) in crawled:
            weight = 0 if told.is_redirect else 1
            graph.add_edges_from((page(name), page(to), {"weight": weight}) for to in told.links)
    return graph


@pytest.mark.parametrize("seed", range(6))
async def test_a_random_site_is_what_networkx_says(store: Store, seed: int) -> None:
    site = random_site(Random(seed), 120, 1.0 + seed / 2)
    crawl = await crawl_of(store, await kept(store, site))
    index = await LinkIndex.read(store, C)
    graph = as_networkx(site, index)

    assert_same_neighbours(index, graph)
    assert_same_depths(index, graph, crawl)
    assert_same_ranks(index, graph)
    expected = {frozenset(part) for part in nx.weakly_connected_components(graph)}
    labels = components(index)
    found = {frozenset(index.ids[labels == label].tolist()) for label in set(labels.tolist())}
    assert found == expected


def assert_same_neighbours(index: LinkIndex, graph: nx.DiGraph) -> None:
    for node in graph:
        assert set(index.in_links(node)) == set(graph.predecessors(node))
        assert set(index.out_links(node)) == set(graph.successors(node))
    nodes = np.array([*graph, 12345])
    assert index.in_degrees(nodes).tolist() == [*(d for _, d in graph.in_degree()), 0]
    assert index.out_degrees(nodes).tolist() == [*(d for _, d in graph.out_degree()), 0]


def assert_same_depths(index: LinkIndex, graph: nx.DiGraph, crawl: Crawl) -> None:
    expected = nx.single_source_dijkstra_path_length(graph, crawl.root)
    paths = shortest_paths(index, crawl.root)
    for node in graph:
        path = paths.to(node)
        assert len(path) == 0 if node not in expected else path[0] == crawl.root
        assert all(graph.has_edge(*step) for step in pairwise(path))
        depth = sum(graph.edges[step]["weight"] for step in pairwise(path))
        assert depth == expected.get(node, 0)


def assert_same_ranks(index: LinkIndex, graph: nx.DiGraph) -> None:
    # networkx itself needs scipy for PageRank, but not for the matrix whose eigenvector it is.
    values, vectors = np.linalg.eig(nx.google_matrix(graph, alpha=0.85, weight=None).T)
    principal = np.abs(vectors[:, np.argmax(np.abs(values))])
    expected = dict(zip(graph, (principal / principal.sum()).tolist(), strict=True))
    found = page_rank(index, tolerance=1e-12)
    assert found.sum() == pytest.approx(1)
    for place, node in enumerate(index.ids.tolist()):
        assert found[place] == pytest.approx(expected[node], abs=1e-9)


async def test_an_index_is_extended_by_what_is_new(store: Store) -> None:
    early = {f"/{n}": links(f"/{n + 1}", "/0") for n in range(1, 30)} | {"/0": links("/1", "/9")}
    crawl = await kept(store, {"/0": early["/0"]} | early)
    whole = await LinkIndex.read(store, crawl)

    first = await LinkIndex.read(_Until(store, whole.seq // 3), crawl)  # type: ignore[arg-type]
    second = await first.extend(_Until(store, whole.seq // 2))  # type: ignore[arg-type]
    third = await second.extend(store)

    assert 0 < len(first.rows.targets) < len(second.rows.targets) < len(whole.rows.targets)
    assert third.ids.tolist() == whole.ids.tolist()
    assert third.rows.first.tolist() == whole.rows.first.tolist()
    assert third.rows.targets.tolist() == whole.rows.targets.tolist()
    assert third.is_redirect.tolist() == whole.is_redirect.tolist()
    assert await third.extend(store) is third


class _Until:
    """A store as it was when a page ended."""

    def __init__(self, store: Store, seq: int) -> None:
        self._store = store
        self._seq = seq

    async def edges(self, crawl: CrawlId, limit: int, after_seq: int) -> list[object]:
        found = await self._store.edges(crawl, limit, after_seq)
        return [leads for leads in found if leads.seq <= self._seq]


async def test_a_redirect_takes_no_step(store: Store) -> None:
    site = {
        "/": links("/moved", "/a"),
        "/moved": Told({"/b": ""}, 301),
        "/a": links("/c"),
        "/c": links("/b"),
    }
    crawl = await crawl_of(store, await kept(store, site))
    paths = shortest_paths(await LinkIndex.read(store, C), crawl.root)

    assert paths.to(page("/b")) == [page("/"), page("/moved"), page("/b")]
    assert paths.depth[paths.index.place(page("/b"))] == 1


async def test_a_crawl_without_leads_has_an_empty_index(store: Store) -> None:
    crawl = await crawl_of(store, await kept(store, {"/": Told()}))
    index = await LinkIndex.read(store, C)

    assert shortest_paths(index, crawl.root).to(crawl.root) == []
    assert page_rank(index).tolist() == components(index).tolist() == []
    assert index.in_links(crawl.root).tolist() == []
    assert index.in_degrees(np.array([crawl.root])).tolist() == [0]
