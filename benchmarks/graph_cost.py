"""What the graph of a large crawl takes over HTTP: cold, from a server just started, and warm.

The crawl is synthetic, stored through the contract as workers would have. It is asked for while it
is paused, when places come from its leads, and when it is over and was laid out. Milliseconds are
those of who asks, JSON read; each cold one is of a server of its own.

usage: graph_cost.py [PAGES]
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from serving import asked, served
from synthetic_crawl import SyntheticCrawl
from synthetic_store import fill

_WARM = 20
_VIEWS = ("view=tree", "view=links", "view=hosts", "view=links&max_nodes=20000")
_GOAL = "(goal with a layout stored, max_nodes=2000: cold at most 3,000, warm at most 300)"


def got(address: str) -> tuple[float, Any]:
    """Milliseconds, and the answer."""
    start = time.perf_counter()
    with urllib.request.urlopen(address, timeout=300) as answer:
        told = json.load(answer)
    return (time.perf_counter() - start) * 1000, told


def measure(store: str, crawl: str) -> None:
    """Print what each view takes."""
    for view in _VIEWS:
        with served("--workers", "1", "--store", store) as (address, server):
            graph = f"{address}/api/v1/crawls/{crawl}/graph?{view}"
            cold, told = got(graph)
            warm = sorted(got(graph)[0] for _ in range(_WARM))
            shown = told["shown"]
            name = f"{told['layout']}, {view.removeprefix('view=')}"
            cells = (cold, statistics.median(warm), warm[-1])
            print(
                f"{name:<34}"
                + "".join(f"{cell:>10,.0f}" for cell in cells)
                + f"{shown['nodes']:>10,}{shown['edges']:>10,}{resident_mib(server.pid):>8,.0f}",
                flush=True,
            )


def resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def have_it_drawn(store: str, crawl: str) -> float:
    """Let the crawl end; seconds until it was laid out, depths set and all."""
    with served("--workers", "1", "--store", store) as (address, _):
        start = time.perf_counter()
        asked(f"{address}/api/v1/crawls/{crawl}/resume", {})
        while not got(f"{address}/api/v1/crawls/{crawl}/graph?since=1000000000")[1]["drawn"]:
            time.sleep(0.1)
        return time.perf_counter() - start


def main(arguments: Sequence[str]) -> None:
    pages = int(arguments[0]) if arguments else 50_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.db"
        crawl = SyntheticCrawl("synthetic", pages)
        leads = asyncio.run(fill(path, crawl))
        store = f"sqlite:///{path}"
        print(f"{pages:,} pages, {leads:,} leads")
        heads = ("cold", "warm p50", "warm max", "nodes", "edges")
        print(f"{'ms':<34}" + "".join(f"{head:>10}" for head in heads) + f"{'MiB':>8}")
        measure(store, crawl.id)
        print(f"laid out {have_it_drawn(store, crawl.id):.1f} s after its last page")
        measure(store, crawl.id)
    print(_GOAL)


if __name__ == "__main__":
    main(sys.argv[1:])
