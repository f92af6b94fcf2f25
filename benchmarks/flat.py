"""Whether a crawl of half a million pages is as cheap at its end as at its beginning.

The site is a generated web without end: `/01` links to `/010` and `/011`, back to `/0` and its
other page, and to six pages that all link to: every page brings two new ones. nginx writes them,
and its CPU is not counted. From a tenth of the pages on an export is held open by a reader that is
far too slow. A machine that is shared is faster at one minute than at the next, so a piece of work
that never changes is timed at each look, and rates are compared by what it took meanwhile.

usage: flat.py [PAGES] [WORKERS]
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from doc_site import nginx
from leadline import bootstrap
from leadline.domain.crawls import CrawlKind
from leadline.domain.errors import StoreError
from leadline.html.reader import read
from leadline.settings import Settings
from leadline.store.reader import Reader
from peers.measuring import cpu_s, rss, tree

LEADLINE = Path(sys.executable).with_name("leadline")
MIB = 1024 * 1024
WARM_PAGES = 10_000
WORDS = "The lead was cast and the depth was called out before the next one was cast. " * 25


def _page(title: str, hrefs: list[str]) -> str:
    links = "".join(f"<li><a href='{href}'>Page {href}</a></li>" for href in hrefs)
    return f"<title>{title}</title><h1>{title}</h1><p>{WORDS}</p><ul>{links}</ul>"


MENU = ["/", "/0", "/1", "/00", "/01", "/10", "/11"]
SITE = f"""
default_type text/html;
location = / {{ return 200 "{_page("Root", MENU)}"; }}
location ~ "^/(?<n>[01])$" {{ return 200 "{_page("Page $n", [*MENU, "/${n}0", "/${n}1"])}"; }}
location ~ "^/(?<n>(?<up>[01]+)[01])$" {{
  return 200 "{_page("Page $n", [*MENU, "/$up", "/${up}0", "/${up}1", "/${n}0", "/${n}1"])}";
}}
"""


YARDSTICK = _page("Page", MENU).encode()


@dataclass(frozen=True, slots=True)
class Look:
    """The crawl and its processes at one instant."""

    at: float
    fetched: int
    cpu_s: float
    feeder_bytes: int
    """Of the largest feeder."""
    yardstick_ms: float
    """What the same work takes as ever, as fast as the machine is now."""


def look(pid: int, fetched: int) -> Look:
    processes = tree(pid)
    feeders = [each for each in processes if "feeder" in Path(f"/proc/{each}/cmdline").read_text()]
    largest = max(map(rss, feeders), default=0)
    return Look(time.monotonic(), fetched, cpu_s(processes), largest, yardstick_ms())


def yardstick_ms() -> float:
    """CPU of a piece of work like the crawler's: pages are read in C, and their words in Python."""
    before = time.thread_time()
    for _ in range(100):
        "".join(sorted(read(YARDSTICK).text.decode().split()))
    return (time.thread_time() - before) * 1000


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the crawl."""

    pages_per_cpu_s: float
    pages_per_s: float
    yardstick_ms: float


@contextmanager
def slow_export(crawl: str, store: str) -> Iterator[None]:
    """Held open by somebody who reads next to nothing."""
    export = subprocess.Popen(
        [LEADLINE, "export", crawl, "--what", "leads", "--store", store], stdout=subprocess.PIPE
    )
    try:
        yield
    finally:
        export.kill()
        export.communicate()


class Watch:
    """What is asked of the crawl while it runs."""

    def __init__(self, pid: int, store: Path) -> None:
        self.looks: list[Look] = []
        self.answers_ms: list[float] = []
        self.wal_bytes = 0
        self._pid = pid
        self._wal = store.with_name(store.name + "-wal")

    async def look(self, reader: Reader) -> int:
        before = time.perf_counter()
        [crawl] = await reader.newest(CrawlKind.CRAWL, 1)
        self.answers_ms.append((time.perf_counter() - before) * 1000)
        self.wal_bytes = max(self.wal_bytes, self._wal.stat().st_size)
        self.looks.append(look(self._pid, crawl.figures.fetched))
        return crawl.figures.fetched

    async def until(self, reader: Reader, crawl: "subprocess.Popen[str]", pages: int) -> None:
        while crawl.poll() is None and (fetched := await self.look(reader)) < pages:
            if sys.stderr.isatty():
                print(f"\r{fetched:>9,} pages", end="", file=sys.stderr, flush=True)
            await asyncio.sleep(0.5)

    def at(self, fetched: float) -> Look:
        return next(each for each in self.looks if each.fetched >= fetched)

    def between(self, first: float, last: float) -> Span:
        """From so many pages to so many."""
        looks = [each for each in self.looks if first <= each.fetched <= last]
        begin, end = looks[0], looks[-1]
        pages = end.fetched - begin.fetched
        return Span(
            pages / (end.cpu_s - begin.cpu_s),
            pages / (end.at - begin.at),
            statistics.median(each.yardstick_ms for each in looks),
        )


async def watched(crawl: "subprocess.Popen[str]", path: Path, pages: int) -> Watch:
    """Look twice a second until all pages are there."""
    settings = Settings(store=f"sqlite:///{path}")
    watch = Watch(crawl.pid, path)
    async with aclosing(await _reader(settings)) as reader:
        [begun] = await reader.newest(CrawlKind.CRAWL, 1)
        await watch.until(reader, crawl, pages // 10)
        with slow_export(begun.id, settings.store):
            await watch.until(reader, crawl, pages)
    return watch


async def _reader(settings: Settings) -> Reader:
    """Of the crawl that is about to be stored."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        await asyncio.sleep(0.2)
        if not bootstrap.has_store(settings):
            continue
        with suppress(StoreError):
            reader = bootstrap.open_reader(settings)
            if await reader.newest(CrawlKind.CRAWL, 1):
                return reader
            await reader.aclose()
    raise TimeoutError("the crawl did not begin")


def report(watch: Watch, path: Path, pages: int) -> None:
    """What it cost at the beginning and at the end, a tenth of the pages each."""
    part = pages / 10
    warm, last = watch.at(WARM_PAGES), watch.looks[-1]
    begin = watch.between(WARM_PAGES, WARM_PAGES + part)
    end = watch.between(pages - part, last.fetched)
    grown = max(each.feeder_bytes for each in watch.looks[watch.looks.index(warm) :])
    kept = end.pages_per_cpu_s / begin.pages_per_cpu_s
    slower = end.yardstick_ms / begin.yardstick_ms
    answers = sorted(watch.answers_ms)
    print(f"pages                            {last.fetched:>12,}")
    print(
        f"pages per CPU-second, begin, end {begin.pages_per_cpu_s:>12,.0f}"
        f"{end.pages_per_cpu_s:>9,.0f}{kept:>8.0%}"
    )
    print(
        f"the same work, ms, begin, end    {begin.yardstick_ms:>12.1f}{end.yardstick_ms:>9.1f}"
        f"{slower:>8.0%}"
    )
    print(f"  the end in % of the beginning  {kept * slower:>12.0%}   (goal: above 80 %)")
    print(
        f"pages per second, begin, end     {begin.pages_per_s:>12,.0f}{end.pages_per_s:>9,.0f}"
        f"{end.pages_per_s / begin.pages_per_s:>8.0%}"
    )
    print(f"feeder, MiB at {WARM_PAGES:,} pages       {warm.feeder_bytes / MIB:>12.1f}")
    print(
        f"  grown since by                 {(grown - warm.feeder_bytes) / MIB:>12.1f}"
        "   (goal: less than 30)"
    )
    sizes = (watch.at(pages * fifths / 5).feeder_bytes / MIB for fifths in range(1, 6))
    print("  at each fifth of the pages" + "".join(f"{size:>8.1f}" for size in sizes))
    print(f"progress, ms, median             {answers[len(answers) // 2]:>12.2f}")
    late = answers[len(answers) * 99 // 100]
    print(f"  99 %                           {late:>12.2f}   (goal: under 5)")
    print(f"bytes on disk per page           {path.stat().st_size / last.fetched:>12,.0f}")
    print(f"WAL at most, MB                  {watch.wal_bytes / 1e6:>12.1f}   (goal: 100)")


def main() -> None:
    """Crawl, watch, report."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    workers = sys.argv[2] if len(sys.argv) > 2 else "2"
    with nginx(SITE) as (origin, _), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flat.db"
        crawl = subprocess.Popen(
            [
                *(LEADLINE, "crawl", origin, "--delay-ms", "0", "--concurrency", "32"),
                *("--depth", "99", "--max-per-shape", "0", "--max-pages", str(pages), "--json"),
                *("--allow-network", "127.0.0.0/8", "--workers", workers),
                *("--store", f"sqlite:///{path}"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            report(asyncio.run(watched(crawl, path, pages)), path, pages)
        finally:
            crawl.terminate()
            crawl.communicate()


if __name__ == "__main__":
    main()
