"""Settling a crawl: every page at the depth of its shortest path.

The depth at which a page was found depends on which worker was faster. When a crawl has nothing
left to do, one breadth-first pass over its leads sets all depths; pages that turn out to be near
enough are fetched after all, and the crawl is done when a pass changes nothing.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import UnknownCrawl
from leadline.store.contract import Store

_CHUNK = 5_000

Numbers = NDArray[np.int64]


async def settle(store: Store, crawl: Crawl) -> bool:
    """One pass. True when the crawl is done; False: there is something to fetch, or it is gone."""
    try:
        return await _settle(store, crawl)
    except UnknownCrawl:
        return False


async def _settle(store: Store, crawl: Crawl) -> bool:
    sources: list[Numbers] = []
    targets: list[Numbers] = []
    redirects: set[int] = set()
    seq = 0
    while chunk := await store.edges(crawl.id, _CHUNK, seq):
        for leads in chunk:
            found = np.frombuffer(leads.targets, "<i8")
            targets.append(found)
            sources.append(np.full(len(found), leads.source, np.int64))
            if leads.is_redirect:
                redirects.add(leads.source)
        seq = chunk[-1].seq
    to_fetch = 0
    if sources:
        edges = _Edges(np.concatenate(sources), np.concatenate(targets), redirects)
        for depths in edges.depths(crawl.root):
            to_fetch += await store.set_depths(crawl.id, depths)
    return to_fetch == 0 and await store.finish(crawl.id)


class _Edges:
    """Leads as arrays: pages by their place in a sorted list of ids, targets in one row."""

    def __init__(self, sources: Numbers, targets: Numbers, redirects: set[int]) -> None:
        self._ids = np.unique(np.concatenate([sources, targets]))
        start = np.searchsorted(self._ids, sources)
        order = np.argsort(start, kind="stable")
        self._targets = np.searchsorted(self._ids, targets)[order]
        self._first = np.searchsorted(start[order], np.arange(len(self._ids) + 1))
        self._is_redirect = np.isin(self._ids, np.fromiter(redirects, np.int64, len(redirects)))

    def depths(self, root: PageId) -> Iterator[list[tuple[PageId, int, PageId | None]]]:
        """Depth and parent of every page that can be reached, in chunks. A redirect weighs 0."""
        depth = np.full(len(self._ids), -1, np.int64)
        parent = np.full(len(self._ids), -1, np.int64)
        place = int(np.searchsorted(self._ids, root))
        level = np.array([place])
        depth[place], number = 0, 0
        while len(level):
            level = self._with_redirects(level, depth, parent, number)
            number += 1
            level = self._step(level[~self._is_redirect[level]], depth, parent, number)
        reached = np.flatnonzero(depth >= 0)
        for start in range(0, len(reached), _CHUNK):
            yield [self._row(n, depth, parent) for n in reached[start : start + _CHUNK]]

    def _with_redirects(
        self, level: Numbers, depth: Numbers, parent: Numbers, number: int
    ) -> Numbers:
        """A level and all that its redirects lead to, which is on the same level."""
        whole = [level]
        while len(level):
            level = self._step(level[self._is_redirect[level]], depth, parent, number)
            whole.append(level)
        together: Numbers = np.concatenate(whole)
        return together

    def _step(self, level: Numbers, depth: Numbers, parent: Numbers, number: int) -> Numbers:
        """Pages that these link to and that were not reached before; notes their depth."""
        counts = self._first[level + 1] - self._first[level]
        begins = np.repeat(self._first[level] - np.cumsum(counts) + counts, counts)
        targets = self._targets[begins + np.arange(counts.sum())]
        found, where = np.unique(targets, return_index=True)
        is_new = depth[found] < 0
        found, where = found[is_new], where[is_new]
        depth[found] = number
        parent[found] = np.repeat(level, counts)[where]
        new: Numbers = found
        return new

    def _row(
        self, place: np.int64, depth: Numbers, parent: Numbers
    ) -> tuple[PageId, int, PageId | None]:
        before = int(parent[place])
        of = PageId(int(self._ids[before])) if before >= 0 else None
        return PageId(int(self._ids[place])), int(depth[place]), of
