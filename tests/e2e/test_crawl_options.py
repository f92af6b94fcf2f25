"""Options of `leadline crawl` that change what is asked for, followed and kept."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from e2e.commands import leadline
from leadline.domain.crawls import CrawlId
from leadline.store.sqlite.reader import SqliteReader
from leadsite import SpawnedSite
from leadsite.asking import ask
from leadsite.sections.nofollow import DEEP, HELD, OPEN, START


def crawl(root: str, *arguments: str, folder: Path) -> dict[str, Any]:
    ended = leadline("crawl", root, *arguments, "--delay-ms", "0", "--json", folder=folder)
    assert ended.returncode in {0, 4}, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout)
    return figures


def pages(crawl_id: str, folder: Path) -> dict[str, dict[str, Any]]:
    """The exported pages by path."""
    exported = leadline("export", crawl_id, folder=folder).stdout
    rows = map(json.loads, exported.splitlines())
    return {"/" + row["url"].split("/", 3)[3]: row for row in rows}


@pytest.mark.parametrize("workers", ["1", "4"])
async def test_links_that_ask_for_it_are_recorded_and_not_followed(
    site: SpawnedSite, tmp_path: Path, workers: str
) -> None:
    asked = ("--respect-nofollow", "--depth", "2", "--workers", workers)
    result = crawl(site.address(START), *asked, folder=tmp_path)

    assert result["skipped_by"] == {"robots": len(HELD)}
    found = pages(result["crawl_id"], tmp_path)
    for name in HELD:
        page = found[f"/nofollow/{name}"]
        assert (page["state"], page["reason"]) == ("SKIPPED", "robots"), name
    visited = {visit.path for visit in site.visits()}
    assert visited == {"/robots.txt", START, *(f"/nofollow/{name}" for name in OPEN)}
    # Three links away by those that are followed, which is too far.
    assert (found[DEEP]["state"], found[DEEP]["fetched"]) == ("COMPLETED", False)
    assert found[DEEP]["depth"] == 3
    leads = leadline("export", result["crawl_id"], "--what", "leads", folder=tmp_path).stdout
    assert {row["target"] for row in map(json.loads, leads.splitlines())} >= {
        site.address(f"/nofollow/{name}") for name in HELD
    }


async def test_without_being_told_to_all_links_are_followed(
    site: SpawnedSite, tmp_path: Path
) -> None:
    result = crawl(site.address(START), folder=tmp_path)

    assert result["skipped"] == 0
    assert {f"/nofollow/{name}" for name in HELD} <= {visit.path for visit in site.visits()}


async def bodies(crawl_id: str, folder: Path, name: str) -> list[bytes]:
    reader = SqliteReader.open(folder / "leadline.db")
    ids = [page.id for page in await reader.pages(CrawlId(crawl_id), 100)]
    kept = await reader.bodies(CrawlId(crawl_id), ids, name)
    await reader.aclose()
    return [zstandard.decompress(body) for body in kept.values()]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ((), {"text"}),
        (("--keep", "html"), {"html"}),
        (("--keep", "html, text"), {"text", "html"}),
        (("--keep", "none"), set()),
    ],
)
async def test_what_is_kept_is_what_was_asked_for(
    site: SpawnedSite, tmp_path: Path, asked: tuple[str, ...], kept: set[str]
) -> None:
    result = crawl(site.address("/codings/gzip"), "--depth", "0", *asked, folder=tmp_path)

    sent = (await ask(site.port, "/codings/gzip")).body
    html = await bodies(result["crawl_id"], tmp_path, "html")
    text = await bodies(result["crawl_id"], tmp_path, "text")
    assert html == ([gzip.decompress(sent)] if "html" in kept else [])
    assert len(text) == ("text" in kept)


async def test_who_we_are_and_how_long_we_wait(site: SpawnedSite, tmp_path: Path) -> None:
    asked = ("--timeout-ms", "300", "--user-agent", "Custom/2")
    ended = leadline("crawl", site.address("/slow/silent"), *asked, folder=tmp_path)

    assert ended.returncode == 4
    assert "TimedOut" in ended.stderr
    assert {visit.user_agent for visit in site.visits()} == {"Custom/2"}


@pytest.mark.parametrize("attempts", [1, 2])
async def test_a_page_is_tried_as_often_as_was_asked_for(
    site: SpawnedSite, tmp_path: Path, attempts: int
) -> None:
    asked = ("--include", "/status/500", "--depth", "1", "--max-attempts", str(attempts))
    result = crawl(site.address("/status/"), *asked, folder=tmp_path)

    assert result["failed"] == 1
    assert len([visit for visit in site.visits() if visit.path == "/status/500"]) == attempts


@pytest.mark.parametrize(
    ("option", "value"),
    [("--keep", "pictures"), ("--keep", ""), ("--max-attempts", "0"), ("--timeout-ms", "0")],
)
def test_what_makes_no_sense_is_exit_2(tmp_path: Path, option: str, value: str) -> None:
    ended = leadline("crawl", "http://127.0.0.1/", option, value, folder=tmp_path)

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert option in ended.stderr
    assert list(tmp_path.iterdir()) == []
