"""The graph of a crawl over HTTP: while it grows, and as it was laid out at its end."""

import json
import time
from typing import Any

import pytest

from e2e.api import Api
from leadsite.sections.tree import expected_pages

_WAIT_S = 60

Place = tuple[float, float]


def drawn(api: Api, crawl: str, **asked: Any) -> Any:
    """The graph of a crawl that is over, when it was laid out."""
    until = time.monotonic() + _WAIT_S
    while not (told := api.got(f"/{crawl}/graph", params=asked))["drawn"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    return told


def places(told: Any) -> dict[str, Place]:
    return {node["id"]: (node["x"], node["y"]) for node in told["nodes"]}


def by_id(told: Any) -> set[tuple[str, str]]:
    """Edges as pairs of ids."""
    nodes = told["nodes"]
    return {(nodes[one]["id"], nodes[other]["id"]) for one, other in told["edges"]}


def exported(api: Api, crawl: str, what: str) -> list[Any]:
    """All pages or leads of a crawl."""
    answer = api.client.get(
        f"/api/v1/crawls/{crawl}/export", params={"format": "jsonl", "what": what}
    )
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_finished_crawl_is_laid_out_with_all_its_leads(api: Api, tree: str) -> None:
    links = drawn(api, tree, view="links")
    below = drawn(api, tree, view="tree")

    leads = {(lead["source"], lead["target"]) for lead in exported(api, tree, "leads")}
    pages = {page["url"]: page for page in exported(api, tree, "pages")}
    urls = {node["id"]: node["url"] for node in links["nodes"]}
    assert len(pages) >= len(expected_pages())
    assert links["layout"] == below["layout"] == "final"
    assert set(urls.values()) == set(pages)
    assert {(urls[one], urls[other]) for one, other in by_id(links)} == leads
    assert by_id(below) == {
        (page["parent"], page["id"]) for page in pages.values() if page["parent"]
    }
    assert links["total"] == {"nodes": len(pages), "edges": len(leads)}
    assert links["shown"]["edges"] == len(leads)
    assert places(links) == places(below)
    for node in links["nodes"]:
        page = pages[node["url"]]
        told = {name: node[name] for name in ("id", "depth", "state", "status", "label")}
        assert told == {name: page[name] for name in ("id", "depth", "state", "status")} | {
            "label": page["title"] or node["url"].removeprefix(api.site.address(""))
        }
        assert node["in_degree"] == sum(target == node["url"] for _, target in leads)


def test_a_running_crawl_grows_and_nothing_moves(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=19, delay_ms=20, max_pages=60)
    seen: dict[str, Place] = {}
    edges: set[tuple[str, str]] = set()
    seq, is_over, steps = 0, False, 0
    while not is_over:
        is_over = api.got(f"/{crawl}")["status"] == "completed"
        new = api.got(f"/{crawl}/graph", params={"view": "links", "since": seq})
        found = places(new)
        assert {page: seen[page] for page in found if page in seen} == {
            page: place for page, place in found.items() if page in seen
        }
        steps += bool(found.keys() - seen.keys())
        seen |= found
        edges |= {(one, other) for one, other in new["edges"]}
        seq = new["seq"]

    final = drawn(api, crawl, view="links")
    assert steps > 1, "it was seen while it grew"
    assert seq == final["seq"]
    assert set(seen) == {node["id"] for node in final["nodes"]}
    assert edges == by_id(final)
    assert api.got(f"/{crawl}/graph", params={"since": seq})["nodes"] == []


def test_fewer_nodes_are_those_that_matter_and_still_a_tree(api: Api, tree: str) -> None:
    drawn(api, tree)

    few = api.got(f"/{tree}/graph?max_nodes=7")

    assert few["shown"] == {
        "nodes": 7,
        "edges": 6,
        "template_edges": few["shown"]["template_edges"],
    }
    assert few["total"]["nodes"] == api.got(f"/{tree}")["total"] + 1
    assert few["nodes"][0]["depth"] == 0
    assert sorted(child for _, child in few["edges"]) == list(range(1, 7))


def test_a_page_can_be_the_middle(api: Api, tree: str) -> None:
    page = api.got(f"/{tree}/pages", params={"search": "/tree/a0", "depth": 1})["items"][0]

    below = api.got(f"/{tree}/graph", params={"root": page["id"]})
    around = api.got(f"/{tree}/graph", params={"root": page["id"], "view": "links"})

    for told in (below, around):
        assert told["layout"] == "around"
        assert (told["nodes"][0]["id"], told["nodes"][0]["x"], told["nodes"][0]["y"]) == (
            page["id"],
            0,
            0,
        )
    assert below["shown"]["nodes"] == below["total"]["nodes"] > 1
    leads = api.walked(f"/{tree}/pages/{page['id']}/leads", direction="out")
    assert {lead["id"] for lead in leads} <= set(places(around))


def test_hosts_are_nodes_with_their_pages(api: Api, tree: str) -> None:
    told = drawn(api, tree, view="hosts")

    assert told["nodes"][0]["pages"] == api.got(f"/{tree}")["total"] + 1
    assert (told["layout"], told["edges"]) == ("final", [])


def test_a_crawl_that_is_tried_again_is_laid_out_again(api: Api) -> None:
    some = ["/status/", "/status/404"]
    crawl = api.crawled("/status/", max_depth=1, include=some, max_attempts=1)
    before = drawn(api, crawl)

    api.got(f"/{crawl}/retry", "POST", json={})
    api.finished(crawl)
    after = drawn(api, crawl)

    assert after["seq"] > before["seq"]
    assert set(places(after)) == set(places(before))


@pytest.mark.parametrize(
    "asked",
    [
        "view=circles",
        "max_nodes=0",
        "max_nodes=20001",
        "since=-1",
        "root=x",
        "root=1&since=1",
        "view=hosts&since=1",
        "colour=red",
    ],
)
def test_what_makes_no_sense_is_refused(api: Api, tree: str, asked: str) -> None:
    api.problem(f"/{tree}/graph?{asked}", 422)


def test_there_is_no_graph_of_what_is_not_there(api: Api, tree: str) -> None:
    assert api.problem("/nobody/graph", 404) == "unknown-crawl"
    assert api.problem(f"/{tree}/graph?root=12345", 404) == "unknown-page"
