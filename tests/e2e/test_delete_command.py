"""`leadline delete`: several crawls at once, old ones, and what becomes of their space."""

import json
import os
import sqlite3
from pathlib import Path

from e2e.commands import leadline
from e2e.serving import served
from leadsite import SpawnedSite


def crawled(site: SpawnedSite, folder: Path, *options: str) -> str:
    asked = (site.address("/tree/"), "--scope", "subpath", "--delay-ms", "0", "--keep", "text,html")
    ended = leadline("crawl", *asked, "--json", *options, folder=folder)
    assert ended.returncode == 0, ended.stderr
    return str(json.loads(ended.stdout)["crawl_id"])


def crawled_much(site: SpawnedSite, folder: Path) -> str:
    """A crawl that takes some megabytes."""
    crawl = crawled(site, folder, "--depth", "0")
    with sqlite3.connect(folder / "leadline.db") as db:
        for seq in range(100, 140):
            body = (crawl, seq, "html", os.urandom(100_000))
            db.execute("INSERT INTO body SELECT n, ?2, ?3, ?4 FROM crawl WHERE id = ?1", body)
    db.close()
    return crawl


def kept(folder: Path) -> list[str]:
    listed = json.loads(leadline("crawls", "--json", folder=folder).stdout)
    return [crawl["crawl_id"] for crawl in listed]


async def test_several_crawls_are_deleted_at_once(site: SpawnedSite, tmp_path: Path) -> None:
    first, second, third = (crawled(site, tmp_path, "--depth", "1") for _ in range(3))

    wrong = leadline("delete", first, "nonsense", folder=tmp_path)
    assert (wrong.returncode, kept(tmp_path)) == (2, [third, second, first])
    ended = leadline("delete", first, "latest", third, folder=tmp_path)

    assert ended.stdout.splitlines()[:2] == [f"deleted {first}", f"deleted {third}"]
    assert kept(tmp_path) == [second]


async def test_old_crawls_are_deleted_and_what_is_not_over_stays(
    site: SpawnedSite, tmp_path: Path
) -> None:
    old, new = (crawled(site, tmp_path, "--depth", "0") for _ in range(2))
    with sqlite3.connect(tmp_path / "leadline.db") as db:
        db.execute("UPDATE crawl SET finished_at = finished_at - 40 * 86400 WHERE id = ?", (old,))

    none = leadline("delete", "--older-than", "60d", folder=tmp_path)
    ended = leadline("delete", "--older-than", "30d", folder=tmp_path)
    nothing = leadline("delete", folder=tmp_path)

    assert none.stdout == "no crawl ended longer than 60d ago\n"
    assert ended.stdout.splitlines()[0] == f"deleted {old}"
    assert kept(tmp_path) == [new]
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "give ids of crawls, or --older-than; see leadline delete --help" in nothing.stderr


async def test_the_space_of_what_was_deleted_is_given_back(
    site: SpawnedSite, tmp_path: Path
) -> None:
    crawl, file = crawled_much(site, tmp_path), tmp_path / "leadline.db"
    before = file.stat().st_size

    ended = leadline("delete", crawl, folder=tmp_path)

    assert ended.stdout.endswith(" of disk space freed\n")
    assert file.stat().st_size < before / 4
    assert crawled(site, tmp_path, "--depth", "1") in kept(tmp_path)


async def test_nobody_has_to_wait_for_space_to_be_given_back(
    site: SpawnedSite, tmp_path: Path
) -> None:
    with served(tmp_path, "--workers", "1") as server:
        crawl = crawled_much(site, server.folder)
        ended = leadline("delete", crawl, folder=server.folder)

    assert ended.stdout == f"deleted {crawl}\n"
