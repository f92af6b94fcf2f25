"""Statistics of an invented site, every figure of which is known."""

from dataclasses import asdict

import pytest

from invented import Told, address, links, settled
from leadline.domain.listing import PageFacts
from leadline.domain.pages import PageKind, PageState
from leadline.pipeline.plan import page_id
from leadline.services.figures import surveys
from leadline.services.figures.statistics import statistics
from leadline.services.figures.surveys import OTHER, CrawlSurvey, Groups
from leadline.store.contract import Store


def told(*targets: str, **fields: object) -> Told:
    return Told(links(*targets).links, fields=fields)


SITE = {
    "/": Told({"/a": "a", "/b": "b", "http://other.example/x": "out"}, only_found=("/alone",)),
    "/a": told("/b", "/missing", "/", size=900, content_hash=1, timings=(0.0, 10.0)),
    "/b": told("/deep", "/picture", size=300, content_hash=2, timings=(0.0, 20.0)),
    "/deep": told("/old", size=50, content_hash=3, timings=(0.0, 30.0)),
    "/old": Told({"/copy": ""}, 301, {"timings": (0.0, 1.0), "size": 0}),
    "/copy": told(size=50, content_hash=3, timings=(0.0, 40.0)),
    "/picture": told(size=70, content_hash=9, content_type="image/png", timings=(0.0, 5.0)),
    "/missing": Told(status=404, is_failure=True),
    "/alone": told("/a", size=20, content_hash=4, timings=(0.0, 50.0)),
}


async def test_every_figure_of_a_site(store: Store) -> None:
    crawl = await settled(store, SITE)

    found = await statistics(store, crawl, top=3)

    assert (found["total_urls"], found["unique_domains"], found["max_depth_reached"]) == (9, 2, 3)
    assert found["total_urls"] == crawl.counts.total == sum(found["by_state"].values()) - 1
    assert found["figures"] == asdict(crawl.figures)
    assert found["by_state"] == {"COMPLETED": 8, "FAILED": 1, "SKIPPED": 1}
    assert found["by_status"] == {"200": 7, "301": 1, "404": 1}
    assert (found["by_reason"], found["by_rule"]) == ({"scope": 1}, {"domain": 1})
    assert found["by_depth"] == {"0": 1, "1": 4, "2": 3, "3": 2}
    assert found["by_content_type"] == {"text/html": 7, "image/png": 1}
    assert found["hosts"] == 2
    assert found["by_host"] == {"x.example": 9, "other.example": 1}
    assert [row["url"] for row in found["largest"]] == [address(p) for p in ("/a", "/b", "/")]
    assert found["duplicates"]["groups"] == 1
    [same] = found["duplicates"]["largest"]
    assert (same["pages"], set(same["urls"])) == (2, {address("/deep"), address("/copy")})
    alone, copy = address("/alone"), address("/copy")
    assert found["orphans"] == {"pages": 1, "urls": [alone], "ids": [str(page_id(crawl.id, alone))]}
    assert found["dead_ends"] == {"pages": 1, "urls": [copy], "ids": [str(page_id(crawl.id, copy))]}
    assert found["components"] == {"count": 1, "largest": 10}
    ranks = [row["rank"] for row in found["page_rank"]]
    assert len(ranks) == 3
    assert ranks == sorted(ranks, reverse=True)
    assert {row["url"]: row["in_links"] for row in found["page_rank"]}[address("/a")] == 2
    assert found["latency_ms"]["p50"] == 15.0
    assert found["latency_ms"]["p100"] == 50.0


async def test_what_is_counted_alike_comes_by_name(store: Store) -> None:
    hosts = [f"{name}.example" for name in "dbeca"]
    site = {"/": links("/z", "/y", *(f"http://{host}/" for host in hosts))}
    site |= {"/z": Told(status=404, is_failure=True)}

    found = await statistics(store, await settled(store, site), top=10)

    assert list(found["by_host"]) == ["x.example", *sorted(hosts)]
    assert list(found["by_state"]) == ["SKIPPED", "COMPLETED", "FAILED"]


async def test_a_crawl_of_one_page(store: Store) -> None:
    found = await statistics(store, await settled(store, {"/": Told()}), top=3)

    assert (found["total_urls"], found["unique_domains"], found["max_depth_reached"]) == (0, 0, 0)
    assert (found["by_state"], found["by_host"]) == ({"COMPLETED": 1}, {"x.example": 1})
    assert found["dead_ends"]["urls"] == [address("/")]
    assert found["page_rank"] == []
    assert found["components"] == {"count": 1, "largest": 1}


async def test_a_page_without_any_link_is_a_part_of_its_own(store: Store) -> None:
    site = {"/": Told({"/a": "a"}, only_found=("/alone",))}

    found = await statistics(store, await settled(store, site), top=3)

    assert found["components"] == {"count": 2, "largest": 2}


def facts(number: int, content_type: str = "text/html") -> PageFacts:
    return PageFacts(
        id=number,  # type: ignore[arg-type]
        kind=PageKind.PAGE,
        state=PageState.COMPLETED,
        reason=None,
        rule=None,
        status=200,
        depth=1,
        host="x",
        domain="x",
        content_type=content_type,
        size=1,
        took_ms=1.0,
        content_hash=number % 10,
        is_redirect=False,
    )


def test_groups_are_the_same_however_often_they_are_compacted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(surveys, "_COMPACT_AT", 7)
    groups = Groups()
    for start in range(0, 100, 5):
        chunk = [facts(number) for number in range(start, start + 5)]
        groups.add(chunk, [page.content_hash or 0 for page in chunk])

    assert groups.counts.tolist() == [10] * 10
    assert groups.largest(2) == [(10, 0, 90), (10, 1, 91)]


def test_groups_of_a_size_come_by_their_first_page_whatever_their_hash_is() -> None:
    groups = Groups()
    groups.add([facts(n) for n in range(4)], [9, -3, 5, 1])

    assert groups.largest(3) == [(1, 0, 0), (1, 1, 1), (1, 2, 2)]


def test_values_without_end_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveys, "_MOST_VALUES", 3)
    survey = CrawlSurvey(root=0, top=1)  # type: ignore[arg-type]
    survey.add([facts(n, f"made/up{n}; x=y") for n in range(1, 9)])
    survey.add([facts(9, "MADE/up1")])

    assert survey.types == {"made/up1": 2, "made/up2": 1, "made/up3": 1, OTHER: 5}
