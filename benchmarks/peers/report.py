"""The runs of all crawlers as a page: medians, what was stored, on which machine, and how."""

import os
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from peers.crawlers import PROJECT, Crawler
from peers.measuring import Cost
from peers.stored import Stored

COMPLETE = 0.99
EXAMPLE_ROOT, EXAMPLE_FOLDER = "http://127.0.0.1:PORT/index.html", Path("OUT")


@dataclass(frozen=True, slots=True)
class Run:
    cost: Cost
    stored: Stored
    server_cpu_s: float
    load: float


@dataclass(slots=True)
class Entry:
    """A crawler with what is known of it. `problem` says why it has no figures."""

    crawler: Crawler
    version: str = "-"
    problem: str = ""
    runs: list[Run] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of the table."""

    name: str
    digits: int
    of: Callable[[Run], float]

    def median(self, runs: Sequence[Run]) -> str:
        return f"{median(map(self.of, runs)):,.{self.digits}f}"


def _each(total: Callable[[Run], float]) -> Callable[[Run], float]:
    return lambda run: total(run) / len(run.stored.pages)


FIGURES = (
    Figure("pages/s", 0, lambda run: len(run.stored.pages) / run.cost.wall_s),
    Figure("CPU ms/page", 2, _each(lambda run: run.cost.cpu_s * 1e3)),
    Figure("server's CPU ms/page", 2, _each(lambda run: run.server_cpu_s * 1e3)),
    Figure("peak RSS, MB", 0, lambda run: run.cost.peak_rss_bytes / 1e6),
    Figure("disk, KB/page", 1, _each(lambda run: run.stored.disk_bytes / 1e3)),
    Figure("text, characters/page", 0, lambda run: run.stored.text_chars / run.stored.rows),
    Figure("links/page", 1, lambda run: run.stored.links / run.stored.rows),
)


def report(entries: Sequence[Entry], site: str, rounds: int, cores: int) -> str:
    pages = frozenset().union(*(run.stored.pages for entry in entries for run in entry.runs))
    return "\n".join(
        (
            f"# Leadline beside its peers, {time.strftime('%Y-%m-%d')}",
            "",
            f"{_machine(cores)}. `benchmarks/peer_cost.py`, medians of {rounds} rounds in one run,",
            "the crawlers taking turns.",
            f"The site: {site}, {len(pages):,} pages that one of them found. nginx serves it with",
            "one worker on the same cores, not pinned to one of them. Time is from the start of a",
            "process to its end; CPU and memory are sums over its tree of processes, what they",
            "share counted in each, the server apart; disk is what the file system set aside.",
            "",
            *_table(("pages", *(figure.name for figure in FIGURES)), _figures(entries, len(pages))),
            "",
            *_table(("version", "seconds of each run", "load before it"), _circumstances(entries)),
            "",
            "```sh",
            *(_command(entry.crawler) for entry in entries),
            "```",
            "",
        )
    )


def _figures(entries: Sequence[Entry], site_pages: int) -> Iterator[Sequence[str]]:
    for entry in entries:
        if entry.problem or not entry.runs:
            yield (entry.crawler.name, entry.problem, *("" for _ in FIGURES))
            continue
        medians = (figure.median(entry.runs) for figure in FIGURES)
        yield (entry.crawler.name, _pages(entry.runs, site_pages), *medians)


def _pages(runs: Sequence[Run], site_pages: int) -> str:
    """How many pages, of the run with the fewest, and what is wrong with that."""
    pages = min(len(run.stored.pages) for run in runs)
    again = max(run.stored.rows - len(run.stored.pages) for run in runs)
    notes = [f"{pages:,}"]
    if pages < COMPLETE * site_pages:
        notes.append(f"**only {pages / site_pages:.1%}**")
    if again:
        notes.append(f"and {again:,} again")
    return ", ".join(notes)


def _circumstances(entries: Sequence[Entry]) -> Iterator[Sequence[str]]:
    for entry in entries:
        seconds = ", ".join(f"{run.cost.wall_s:.1f}" for run in entry.runs)
        loads = ", ".join(f"{run.load:.1f}" for run in entry.runs)
        yield (entry.crawler.name, entry.version, seconds, loads)


def _table(names: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    yield f"| | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _command(crawler: Crawler) -> str:
    words = crawler.command(EXAMPLE_ROOT, EXAMPLE_FOLDER)
    return shlex.join(words).replace(f"{PROJECT}/", "")


def _machine(cores: int) -> str:
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    processor = names[0] if names else os.uname().machine
    return f"{cores} of {os.cpu_count()} cores ({processor}), {memory:.0f} GiB of memory"
