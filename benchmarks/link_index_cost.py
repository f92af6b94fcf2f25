"""The link index of six million leads in a SQLite store: seconds of CPU, and memory at its highest.

Pages are as web pages are: each is linked to from a few others, and some from very many.

usage: link_index_cost.py [PAGES [LEADS_OF_EACH]]
"""

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.pages import FoundBy, NewPage
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.paths import shortest_paths
from leadline.services.graph.rank import components, page_rank
from leadline.store.sqlite.store import SqliteStore

C = CrawlId("synthetic")
ROOT = 0


def main() -> None:
    pages, each = (int(number) for number in (sys.argv[1:] + ["200000", "30"][len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name) / "leads.db", pages, each))


async def measure(path: Path, pages: int, each: int) -> None:
    store = SqliteStore(path)
    root = await fill(store, pages, each)
    print(f"{pages:,} sources, {pages * each:,} leads")
    print(f"{'':28}{'CPU s':>8}{'MiB at most':>14}")
    with measured("nothing yet"):
        pass
    with measured("read from the store"):
        index = await LinkIndex.read(store, C)
    with measured("extend by one page"):
        await add(store, pages + 1, np.array([root], np.int64), index.ids[:each])
        index = await index.extend(store)
    with measured("turn round (in-links)"):
        index.in_links(root)
    with measured("shortest paths"):
        paths = shortest_paths(index, root)
    with measured("PageRank"):
        page_rank(index)
    with measured("components"):
        parts = len(np.unique(components(index)))
    print(f"{len(index.ids):,} pages, {(paths.depth >= 0).sum():,} reached, {parts:,} components")
    await store.aclose()


@contextmanager
def measured(what: str) -> Iterator[None]:
    start = time.process_time()
    yield
    took_s = time.process_time() - start
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:<28}{took_s:>8.2f}{mebibytes:>14,.0f}", flush=True)


async def fill(store: SqliteStore, pages: int, each: int) -> PageId:
    """A crawl whose leads are written straight into the file, in small parts."""
    random = np.random.default_rng(1)
    known = random.integers(1, 2**63 - 1, pages * 2)
    root = PageId(int(known[ROOT]))
    page = NewPage(root, Address("http://x.example/"), "x.example", "x", 0, 0, FoundBy.ROOT, True)  # noqa: FBT003
    await store.create(C, CrawlKind.CRAWL, CrawlOptions(), page)
    for start in range(0, pages, 10_000):
        sources = known[start : min(start + 10_000, pages)]
        skewed = random.random(len(sources) * each) ** 3
        await add(store, start + 1, sources, known[(skewed * len(known)).astype(np.int64)])
    return root


async def add(store: SqliteStore, seq: int, sources: np.ndarray, targets: np.ndarray) -> None:
    each = len(targets) // len(sources)
    packed = targets.astype("<i8").reshape(len(sources), each)
    store._db.executemany(  # noqa: SLF001 -- the frontier would take an hour
        "INSERT INTO lead (crawl, seq, source, is_redirect, targets, notes)"
        " VALUES (1, ?, ?, 0, ?, x'90')",
        [
            (seq + n, source, row.tobytes())
            for n, (source, row) in enumerate(zip(sources.tolist(), packed, strict=True))
        ],
    )


if __name__ == "__main__":
    main()
