"""Leadline beside other crawlers: one run, one site, the same two cores, the same work.

Each crawls Debian's openjdk-17-doc from its first page to the end and stores title, text and links
of every page. Builds are kept in `build/peers/`. The table is printed, and written to `results/`
when all crawlers have run over the whole site.

usage: peer_cost.py [--rounds N] [--site FOLDER] [--only NAME ...]
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from doc_site import DOCS, served
from peers.crawlers import BUILD, CRAWLERS, CannotInstall, Crawler
from peers.measuring import cpu_s, measure, tree
from peers.report import Entry, Run, report

CORES = 2
RESULTS = Path(__file__).with_name("results")


def installed(crawler: Crawler) -> Entry:
    note(f"installing {crawler.name}")
    try:
        return Entry(crawler, crawler.install())
    except CannotInstall as exc:
        return Entry(crawler, problem=f"not installed: {exc}")


def crawl(entry: Entry, root: str, server: int) -> None:
    """Add a run, or the problem: what has failed is not run again."""
    folder = BUILD / "runs" / entry.crawler.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.sync()
    load, before = os.getloadavg()[0], cpu_s(tree(server))
    try:
        cost = measure(entry.crawler.command(root, folder), folder.with_suffix(".log"))
    except subprocess.CalledProcessError as exc:
        entry.problem = f"failed with {exc.returncode}, see {folder.with_suffix('.log').name}"
        return
    server_cpu_s = cpu_s(tree(server)) - before
    stored = entry.crawler.stored(folder)
    entry.runs.append(Run(cost, stored, server_cpu_s, load))
    note(f"{entry.crawler.name}: {len(stored.pages):,} pages in {cost.wall_s:.1f} s")


def read_once(site: Path) -> None:
    """So that no crawler waits for the disk."""
    for file in site.resolve().rglob("*.html"):
        file.read_bytes()


def note(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--site", type=Path, default=DOCS, help="a folder with an index.html")
    parser.add_argument("--only", nargs="+", choices=[crawler.name for crawler in CRAWLERS])
    options = parser.parse_args()
    wanted = [crawler for crawler in CRAWLERS if not options.only or crawler.name in options.only]
    entries = [installed(crawler) for crawler in wanted]
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    read_once(options.site)
    with served(options.site) as (origin, server):
        for _ in range(options.rounds):
            for entry in entries:
                if not entry.problem:
                    crawl(entry, f"{origin}/index.html", server)
    is_whole = options.site == DOCS and not options.only
    site = "Debian's `openjdk-17-doc`" if options.site == DOCS else options.site.name
    text = report(entries, site, options.rounds, CORES)
    print(text)
    if is_whole:
        (RESULTS / f"{time.strftime('%Y-%m-%d')}-peers.md").write_text(text)


if __name__ == "__main__":
    main()
