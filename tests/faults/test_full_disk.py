"""A disk that is full stops a crawl, and damages nothing."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from e2e.serving import served
from faults.commands import Commands, until
from faults.exactness import EXACT
from faults.privileges import needs_root
from figures import Figure
from leadsite import SpawnedSite

FAILED = 4
CREATED, UNAVAILABLE, LATE = 201, 503, 504
TURN_S, ABOUT_S = 5.0, 3.0
TOO_SMALL, LARGE = "3m", "64m"
FOR_S = 8.0


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


def fill(filler: Path) -> None:
    """Leave no space on a disk."""
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


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

    figure(
        "disk full",
        f"{stored.figures.fetched} pages kept, integrity {integrity}; resumed: {exactness}",
    )
    assert (full.returncode, out) == (FAILED, b"")
    # Where it takes long to give up, there is a line of progress before.
    _, *progress, said = err.decode().splitlines()
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
    asked = {"url": site.address("/tree/"), "max_depth": 1, "delay_ms": 0}
    with served(disk, "--workers", "1") as server, server.client() as client:
        fill(filler)
        while (full := client.post("/api/v1/crawls", json=asked)).status_code == CREATED:
            pass
        filler.unlink()
        again = client.post("/api/v1/crawls", json=asked)

    assert full.status_code == UNAVAILABLE
    assert int(full.headers["retry-after"]) > 0
    assert "full" in full.json()["detail"]
    assert again.status_code == CREATED


@needs_root
def test_a_scrape_is_answered_in_time_when_the_disk_fills_up_meanwhile(
    disk: Path, site: SpawnedSite, figure: Figure
) -> None:
    asked = {"url": site.address("/slow/first-byte"), "timeout": 3_000, "respectRobots": False}
    with (
        served(disk, "--workers", "1", LEADLINE_DRAIN_S="0.2") as server,
        server.client() as client,
        ThreadPoolExecutor() as threads,
    ):
        began = time.monotonic()
        answer = threads.submit(client.post, "/api/scrape", json=asked)
        while not site.visits():
            time.sleep(0.01)
        fill(disk / "filler")
        late = answer.result()
        took_s = time.monotonic() - began
        (disk / "filler").unlink()

    figure("a scrape of 3 s, the disk full", f"{late.status_code} after {took_s:.1f} s")
    assert late.status_code == LATE
    assert took_s < 3 + TURN_S + ABOUT_S


@pytest.mark.rerun(reason="the feeders have 8 s for some 400 pages")
async def test_who_can_read_but_not_write_waits_for_better_times(
    leadline: Commands, site: SpawnedSite
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"), environment={"LEADLINE_DRAIN_S": "1"})
    await until(lambda: len(site.visits()) > 10)
    # Feeders go on, so that there comes to be something to do for who cannot.
    resource.prlimit(crawl.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    begun, begun_s = time.monotonic(), cpu_s(crawl.pid)

    while crawl.returncode is None and time.monotonic() - begun < FOR_S:
        used_s = cpu_s(crawl.pid) - begun_s
        await asyncio.sleep(0.1)

    assert (await leadline.progress()).counts.pending == 0
    assert used_s < FOR_S / 4


def cpu_s(process: int) -> float:
    """What a process has used so far; 0 when it is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0.0
