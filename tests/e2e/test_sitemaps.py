"""`leadline crawl --sitemap`: pages that nothing links to are found, politely."""

import json
from pathlib import Path
from typing import Any

from e2e.commands import leadline
from leadsite import OTHER, SpawnedSite, smallest_gap_ns
from leadsite.sections.sitemaps import (
    ELSEWHERE,
    HOST,
    INDEXED,
    LISTED,
    ROOT,
    UNNAMED,
    listed_path,
)

PAGES = {listed_path(name) for names in LISTED.values() for name in names}


def crawl(root: str, *asked: str, folder: Path, **environment: str) -> dict[str, Any]:
    asked = (*asked, "--sitemap", "--json")
    ended = leadline("crawl", root, *asked, folder=folder, **environment)
    assert ended.returncode == 0, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout)
    return figures


def visited(site: SpawnedSite) -> list[tuple[str, str]]:
    return sorted((visit.host, visit.path) for visit in site.visits())


async def test_pages_that_only_sitemaps_know_are_fetched_once(
    site: SpawnedSite, tmp_path: Path
) -> None:
    result = crawl(site.address(ROOT, HOST), "--delay-ms", "0", folder=tmp_path)

    sitemaps = {"/sitemaps/index.xml", *(f"/sitemaps/{name}" for name in INDEXED)}
    everything = {"/robots.txt", ROOT, *sitemaps, *PAGES}
    assert visited(site) == sorted((HOST, path) for path in everything)
    # A bomb, a wish for a file, and one that is not there.
    assert result["sitemaps"] == {"read": len(sitemaps) - 3, "failed": 3}
    assert (result["total"], result["completed"]) == (len(PAGES), len(PAGES))
    assert (result["fetched"], result["leads"], result["failed"]) == (len(PAGES) + 1, 0, 0)
    exported = leadline("export", result["crawl_id"], folder=tmp_path).stdout
    rows = [json.loads(line) for line in exported.splitlines()]
    assert {row["url"] for row in rows} == {site.address(path, HOST) for path in (ROOT, *PAGES)}
    found = [row for row in rows if row["url"] != site.address(ROOT, HOST)]
    assert {(row["depth"], row["found_by"], row["found_on"], row["parent"]) for row in found} == {
        (1, "sitemap", None, None)
    }


async def test_the_pace_is_kept(site: SpawnedSite, tmp_path: Path) -> None:
    crawl(site.address(ROOT, HOST), "--workers", "2", folder=tmp_path)

    assert {path for _, path in visited(site)} >= PAGES
    starts = [visit.started_ns for visit in site.visits()]
    assert max(starts) - min(starts) >= (len(starts) - 1) * 95_000_000
    # Requests arrive a little later than they were written, not all of them by as much.
    [gap_ns] = smallest_gap_ns(site.visits()).values()
    assert gap_ns > 50_000_000


async def test_where_none_is_named_the_usual_one_is_asked_for(
    site: SpawnedSite, tmp_path: Path
) -> None:
    asked = ("--header", "X-Key: k3y", "--delay-ms", "0")
    result = crawl(site.address(ROOT, UNNAMED), *asked, folder=tmp_path)

    paths = {"/robots.txt", ROOT, "/sitemap.xml", "/sitemaps/plain.xml"}
    paths |= {listed_path(name) for name in LISTED["plain.xml"]}
    assert {path for _, path in visited(site)} == paths
    assert {visit.extra.get("x-key") for visit in site.visits()} == {"k3y"}
    assert result["sitemaps"] == {"read": 2}


async def test_a_sitemap_may_lie_elsewhere_if_robots_txt_names_it(
    site: SpawnedSite, tmp_path: Path
) -> None:
    asked = ("--scope", "host", "--header", "X-Key: k3y", "--delay-ms", "0")
    result = crawl(site.address(ROOT, ELSEWHERE), *asked, folder=tmp_path)

    assert visited(site) == [
        (ELSEWHERE, "/robots.txt"),
        (ELSEWHERE, listed_path("elsewhere")),
        (ELSEWHERE, ROOT),
        (OTHER, "/robots.txt"),
        (OTHER, "/sitemaps/for-elsewhere.xml"),
    ]
    # What it lists of its own host is out of scope; of others it may list nothing.
    assert (result["total"], result["skipped_by"]) == (2, {"scope": 1})
    told = {visit.host for visit in site.visits() if visit.extra}
    assert told == {ELSEWHERE}


async def test_limits_are_kept(site: SpawnedSite, tmp_path: Path) -> None:
    asked = ("--max-pages", "3", "--delay-ms", "0")
    result = crawl(site.address(ROOT, HOST), *asked, folder=tmp_path, LEADLINE_MAX_SITEMAPS="4")

    assert result["fetched"] == 3
    assert len([path for _, path in visited(site) if path in {ROOT, *PAGES}]) == 3
    figures = result["sitemaps"]
    assert figures.get("read", 0) + figures.get("failed", 0) <= 4
    assert figures["skipped"] >= len(INDEXED) - 3


async def test_people_are_told_which_setting_lets_more_be_read(
    site: SpawnedSite, tmp_path: Path
) -> None:
    asked = ("crawl", site.address(ROOT, HOST), "--sitemap", "--delay-ms", "0")
    ended = leadline(*asked, folder=tmp_path, LEADLINE_MAX_SITEMAPS="1")

    [line] = [line for line in ended.stdout.splitlines() if line.startswith("sitemaps")]
    assert "read 1, skipped" in line
    assert "LEADLINE_MAX_SITEMAPS" in line


async def test_who_does_not_ask_for_them_gets_none(site: SpawnedSite, tmp_path: Path) -> None:
    ended = leadline("crawl", site.address(ROOT, HOST), "--json", folder=tmp_path)

    assert json.loads(ended.stdout)["sitemaps"] == {}
    assert visited(site) == [(HOST, "/robots.txt"), (HOST, ROOT)]
