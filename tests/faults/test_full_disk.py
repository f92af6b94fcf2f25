"""A disk that is full stops a crawl, and damages nothing."""

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from e2e.serving import served
from faults.commands import Commands
from faults.exactness import EXACT
from faults.privileges import needs_root
from figures import Figure
from leadsite import SpawnedSite

FAILED = 4
CREATED, UNAVAILABLE = 201, 503
TOO_SMALL, LARGE = "3m", "64m"


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, too small for a crawl."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={TOO_SMALL}", "tmpfs", folder], check=True)
    yield folder
    # Lazily: it goes when the last process that has a file there has ended.
    subprocess.run(["umount", "--lazy", folder], check=True)


@needs_root
@pytest.mark.long
@pytest.mark.timeout(180)
async def test_a_full_disk_stops_a_crawl_that_can_go_on_when_there_is_space(
    disk: Path, leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    leadline.store = disk / "leadline.db"
    soon = {"LEADLINE_DRAIN_S": "1"}
    full = await leadline.crawl(site.address("/tree/"), environment=soon)
    out, err = await full.communicate()
    stored = await leadline.progress()
    with closing(sqlite3.connect(leadline.store)) as db:
        [(integrity,)] = db.execute("PRAGMA integrity_check").fetchall()

    mount("-o", f"remount,size={LARGE}", str(disk))
    again = await leadline.start("resume", stored.id)
    exactness = await leadline.judge(again)

    figure("disk full", f"{stored.fetched} pages kept, integrity {integrity}; resumed: {exactness}")
    assert (full.returncode, out) == (FAILED, b"")
    # Where it takes long to give up, there is a line of progress before.
    *progress, said = err.decode().splitlines()
    assert all(" to go" in line for line in progress)
    assert "full" in said
    assert f"leadline resume {stored.id}" in said
    assert stored.status == "running"
    assert integrity == "ok"
    assert exactness == EXACT


@needs_root
async def test_a_server_on_a_full_disk_says_so_and_goes_on_when_there_is_space(
    disk: Path, site: SpawnedSite
) -> None:
    filler = disk / "filler"
    asked = {"url": site.address("/tree/"), "depth": 2, "delay_ms": 0}
    with served(disk, "--workers", "1") as server, server.client() as client:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        while (full := client.post("/api/v1/crawls", json=asked)).status_code == CREATED:
            pass
        filler.unlink()
        again = client.post("/api/v1/crawls", json=asked)

    assert full.status_code == UNAVAILABLE
    assert int(full.headers["retry-after"]) > 0
    assert "full" in full.json()["detail"]
    assert again.status_code == CREATED
