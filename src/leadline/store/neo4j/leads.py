"""Leads as relationships, for people who look at the graph.

Crawls do not need them: each page has its leads packed. They are written behind, page by page.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.store.neo4j.database import Graph
from leadline.store.packing import targets_of

_PAGES = 100
"""Pages whose leads one transaction writes: about 3,000 relationships."""


async def write_some(graph: Graph, for_s: float) -> None:
    """Write relationships until none is missing, or the time is over."""
    until = time.monotonic() + for_s
    while await _write(graph, None) and time.monotonic() < until:
        pass


async def write_all(graph: Graph, crawl: CrawlId) -> None:
    """Write all relationships of a crawl that are missing."""
    while await _write(graph, crawl):
        pass


async def _write(graph: Graph, crawl: CrawlId | None) -> bool:
    """Write the leads of some pages; return whether there may be more. To repeat it is harmless."""
    pending = await graph.read("pending_leads", crawl=crawl, limit=_PAGES)
    by_crawl = defaultdict(list)
    for of, seq, source, targets, timings in pending:
        row = {"source": source, "targets": targets_of(targets), "request_time": seconds(timings)}
        by_crawl[of].append((seq, row))
    for of, leads in by_crawl.items():
        await graph.transact(_writing(of, leads))
    return len(pending) == _PAGES


def _writing(crawl: str, leads: list[tuple[int, dict[str, Any]]]) -> Callable[..., Any]:
    async def write(run: Callable[..., Any]) -> None:
        await run("write_leads", crawl=crawl, rows=[row for _, row in leads])
        await run("leads_written", crawl=crawl, seqs=[seq for seq, _ in leads])

    return write


def seconds(timings: Sequence[float] | None) -> str | None:
    """Return how long an answer took, as the graph model writes it: `1.234s`; None if unknown."""
    return f"{timings[-1] / 1000:.3f}s" if timings else None
