"""The real command in real processes, and what can be seen of them from outside."""

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

from backing import ON_TRIAL, Backing, OnFile
from faults.exactness import Exactness, Exported, judge, read_rows
from leadline.domain.crawls import Crawl, CrawlKind

LEADLINE = str(Path(sys.executable).with_name("leadline"))
TREE = ("--scope", "subpath", "--depth", "20", "--delay-ms", "0", "--concurrency", "8")
LOOPBACK = "127.0.0.0/8"
LOOK_S = 0.02
ENDED_S = 80.0


async def until(is_so: Callable[[], bool], within_s: float = 60.0) -> float:
    """Wait for a fact about other processes; gives how long it took, in seconds."""
    begun_at = time.monotonic()
    while not is_so():
        if time.monotonic() - begun_at > within_s:
            raise TimeoutError(f"not so within {within_s} s")
        await asyncio.sleep(LOOK_S)
    return time.monotonic() - begun_at


def is_alive(process: int) -> bool:
    """Whether a process runs: one that was not waited for yet does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def feeders_of(supervisor: int) -> list[int]:
    """The feeders that a supervisor has now."""
    try:
        children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for child in children if _is_feeder(int(child))]


def _is_feeder(process: int) -> bool:
    try:
        line = Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return b"feeder_process" in line and is_alive(process)


class Commands:
    """Runs `leadline` in a folder of its own; what is still running at the end is killed."""

    def __init__(self, folder: Path, backing: Backing | None = None) -> None:
        self.folder = folder
        self.prefix: tuple[str, ...] = ()
        self.allowed = LOOPBACK
        self.store = folder / "leadline.db"
        self.backing = backing or OnFile(self.store)
        self._started: list[Process] = []
        self._feeders: set[int] = set()

    async def start(
        self, *arguments: str, workers: int = 3, environment: Mapping[str, str] | None = None
    ) -> Process:
        """Start `leadline crawl` or `leadline resume`."""
        options = ("--workers", str(workers), "--json", "--allow-network", self.allowed)
        return await self._spawn(*arguments, *options, environment=environment)

    async def crawl(
        self, url: str, *, workers: int = 3, environment: Mapping[str, str] | None = None
    ) -> Process:
        """Start a crawl of the tree."""
        return await self.start("crawl", url, *TREE, workers=workers, environment=environment)

    async def run(
        self, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Run a command to its end; gives its exit code and what it wrote."""
        process = await self._spawn(*arguments, environment=environment)
        out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    async def _spawn(
        self, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(*self.prefix, LEADLINE, *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            cwd=self.folder,
            env={
                **os.environ,
                "LEADLINE_DNS_SERVERS": "127.0.0.1:9",
                **self.backing.environment,
                **(environment or {}),
            },
        )
        self._started.append(process)
        return process

    def feeders(self, crawl: Process) -> list[int]:
        """The feeders of a crawl, which are remembered to be ended."""
        feeders = feeders_of(crawl.pid)
        self._feeders.update(feeders)
        return feeders

    async def kill_all(self, crawl: Process) -> list[int]:
        """Kill a supervisor and its feeders at once; gives the feeders."""
        feeders = self.feeders(crawl)
        for process in (crawl.pid, *feeders):
            os.kill(process, signal.SIGKILL)
        await crawl.communicate()
        return feeders

    async def progress(self) -> Crawl:
        """The crawl as it is stored now."""
        async with aclosing(self.backing.open_reader()) as reader:
            [crawl] = await reader.newest(CrawlKind.CRAWL, 2)
            return crawl

    def has_page_on_trial(self) -> bool:
        """Whether one more death could be the last that a page, innocent here, is allowed."""
        return self.backing.count(ON_TRIAL) > 0

    async def judge(self, ended: Process, poison: tuple[str, ...] = ()) -> Exactness:
        """Wait for a crawl to end, export it and compare it with the tree."""
        async with asyncio.timeout(ENDED_S):
            out, err = await ended.communicate()
        assert ended.returncode == 0, err.decode()
        return await self.compare(json.loads(out), poison)

    async def compare(self, figures: dict[str, Any], poison: tuple[str, ...] = ()) -> Exactness:
        """Export a crawl that has ended, and compare it with the tree."""
        assert figures["status"] == "completed"
        pages, leads = await asyncio.gather(
            *(self._exported(figures["crawl_id"], what) for what in ("pages", "leads"))
        )
        return judge(Exported(figures, pages, leads), self.backing, poison)

    async def _exported(self, crawl: str, what: str) -> list[dict[str, Any]]:
        file = self.folder / f"{what}.jsonl"
        options = ("--format", "jsonl", "--what", what, "-o", str(file))
        code, _, err = await self.run("export", crawl, *options)
        assert code == 0, err
        return read_rows(file)

    async def end(self) -> None:
        """Kill what is still running of what was started."""
        left = [process for process in self._started if process.returncode is None]
        for process in left:
            self.feeders(process)
            process.kill()
        # Feeders end with their supervisor, but one that was stopped cannot.
        for feeder in filter(_is_feeder, self._feeders):
            os.kill(feeder, signal.SIGKILL)
        for process in self._started:
            await process.communicate()
