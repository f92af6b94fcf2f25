"""Nothing is lost and nothing is stored twice when processes are killed."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from leadsite import SpawnedSite, spawned_site
from leadsite.sections.tree import expected_leads, expected_pages

LEADLINE = str(Path(sys.executable).with_name("leadline"))
CRAWL = ("--scope", "subpath", "--depth", "20", "--delay-ms", "0", "--concurrency", "8")
ALLOW = ("--allow-network", "127.0.0.0/8")


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl", "--latency", "0.05") as site:
        yield site


def feeders_of(supervisor: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(supervisor)],
        capture_output=True,
        text=True,
        check=False,
    )
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "feeder_process" in line]


def assert_exact(out: bytes) -> None:
    result = json.loads(out)
    keys = {page.path.rstrip("/") for page in expected_pages()}
    missing = sum(page.status >= 400 for page in expected_pages())
    leads = {(a.rstrip("/"), b.rstrip("/")) for a, b in expected_leads()}
    assert result["status"] == "completed"
    assert result["total"] == len(keys) - 1
    assert result["failed"] == missing
    assert result["leads"] == len({pair for pair in leads if pair[0] != pair[1]})
    assert result["pending"] == result["in_progress"] == result["skipped"] == 0


@pytest.fixture
def processes() -> Iterator[list[asyncio.subprocess.Process]]:
    """What a test started; ended with it, however it ends."""
    processes: list[asyncio.subprocess.Process] = []
    yield processes
    for process in processes:
        if process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)


Start = Callable[..., Awaitable[asyncio.subprocess.Process]]


@pytest.fixture
def start(processes: list[asyncio.subprocess.Process], tmp_path: Path) -> Start:
    async def start(*arguments: str) -> asyncio.subprocess.Process:
        process = await started(tmp_path, *arguments)
        processes.append(process)
        return process

    return start


async def started(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(LEADLINE, *arguments, "--workers", "3", "--json", *ALLOW),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=folder,
        env=os.environ | {"LEADLINE_DNS_SERVERS": "127.0.0.1:9"},
    )


async def requests(site: SpawnedSite, count: int) -> None:
    while len(site.visits()) < count:  # noqa: ASYNC110 -- the site is another process
        await asyncio.sleep(0.02)


async def test_killed_feeders_lose_nothing(site: SpawnedSite, start: Start) -> None:
    chance = random.Random(7)
    crawl = await start("crawl", site.address("/tree/"), *CRAWL)

    for count in (20, 80, 150, 220, 300):
        await requests(site, count)
        if feeders := feeders_of(crawl.pid):
            os.kill(chance.choice(feeders), signal.SIGKILL)
    out, _ = await crawl.communicate()

    assert_exact(out)


async def test_everything_killed_at_once_goes_on_where_it_was(
    site: SpawnedSite, start: Start, tmp_path: Path
) -> None:
    crawl = await start("crawl", site.address("/tree/"), *CRAWL)
    await requests(site, 120)
    feeders = feeders_of(crawl.pid)
    for process in (crawl.pid, *feeders):
        os.kill(process, signal.SIGKILL)
    await crawl.communicate()

    crawls = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawls", "--json"), stdout=asyncio.subprocess.PIPE, cwd=tmp_path
    )
    [interrupted] = json.loads((await crawls.communicate())[0])
    again = await start("resume", interrupted["crawl_id"])
    out, _ = await again.communicate()

    assert interrupted["status"] == "running"
    assert_exact(out)


async def test_feeders_end_when_their_supervisor_is_gone(site: SpawnedSite, start: Start) -> None:
    crawl = await start("crawl", site.address("/tree/"), *CRAWL)
    await requests(site, 60)
    feeders = feeders_of(crawl.pid)
    os.kill(crawl.pid, signal.SIGKILL)
    await crawl.communicate()

    async with asyncio.timeout(30):
        while any(is_alive(feeder) for feeder in feeders):  # noqa: ASYNC110 -- other processes
            await asyncio.sleep(0.05)
    assert feeders


def is_alive(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
