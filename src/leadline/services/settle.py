"""Settling a crawl: every page at the depth of its shortest path.

The depth at which a page was found depends on which worker was faster. When a crawl has nothing
left to do, one breadth-first pass over its leads sets all depths; pages that turn out to be near
enough are fetched after all, and the crawl is done when a pass changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import UnknownCrawl
from leadline.domain.pages import PageLeads
from leadline.store.contract import Store
from leadline.store.packing import unpacked

_CHUNK = 5_000

Numbers = NDArray[np.int64]
Claims = NDArray[np.bool_]
_NONE: Numbers = np.empty(0, np.int64)


async def settle(store: Store, crawl: Crawl) -> bool:
    """One pass. True when the crawl is done; False: there is something to fetch, or it is gone."""
    try:
        return await _settle(store, crawl)
    except UnknownCrawl:
        return False


async def _settle(store: Store, crawl: Crawl) -> bool:
    leads = await _read(store, crawl)
    to_fetch = 0
    for depths in _Edges(leads, crawl.root).depths(crawl.root):
        to_fetch += await store.set_depths(crawl.id, depths)
    return to_fetch == 0 and await store.finish(crawl.id)


@dataclass(slots=True)
class _Leads:
    """All leads of a crawl; `follows` says which of them are followed, and is empty if all are."""

    sources: list[Numbers] = field(default_factory=lambda: [_NONE])
    targets: list[Numbers] = field(default_factory=lambda: [_NONE])
    follows: list[Claims] = field(default_factory=list)
    redirects: set[int] = field(default_factory=set)


async def _read(store: Store, crawl: Crawl) -> _Leads:
    all_of_them = _Leads()
    respects_nofollow = crawl.options.respects_nofollow
    read = store.leads if respects_nofollow else store.edges
    seq = 0
    while chunk := await read(crawl.id, _CHUNK, seq):
        for leads in chunk:
            found = np.frombuffer(leads.targets, "<i8")
            all_of_them.targets.append(found)
            all_of_them.sources.append(np.full(len(found), leads.source, np.int64))
            if respects_nofollow:
                all_of_them.follows.append(_follows(leads))
            if leads.is_redirect:
                all_of_them.redirects.add(leads.source)
        seq = chunk[-1].seq
    return all_of_them


def _follows(leads: PageLeads) -> Claims:
    return np.array([not lead.rel for lead in unpacked(leads.targets, leads.notes)], bool)


class _Edges:
    """Leads as arrays: pages by their place in a sorted list of ids, targets in one row.

    Where links that ask for it are not followed, they lead no further than to their targets.
    """

    def __init__(self, leads: _Leads, root: PageId) -> None:
        sources, targets = np.concatenate(leads.sources), np.concatenate(leads.targets)
        self._ids = np.unique(np.concatenate([sources, targets, [root]]))
        starts, ends = (np.searchsorted(self._ids, pages) for pages in (sources, targets))
        self._aside = _NONE, _NONE
        if leads.follows:
            follows = np.concatenate(leads.follows)
            self._aside = starts[~follows], ends[~follows]
            starts, ends = starts[follows], ends[follows]
        order = np.argsort(starts, kind="stable")
        self._targets = ends[order]
        self._first = np.searchsorted(starts[order], np.arange(len(self._ids) + 1))
        redirects = np.fromiter(leads.redirects, np.int64, len(leads.redirects))
        self._is_redirect = np.isin(self._ids, redirects)

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
        self._step_aside(depth, parent)
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

    def _step_aside(self, depth: Numbers, parent: Numbers) -> None:
        """Pages that no other links lead to are one level below the nearest that has one."""
        sources, targets = self._aside
        is_new = (depth[sources] >= 0) & (depth[targets] < 0)
        sources, targets = sources[is_new], targets[is_new]
        nearest = np.argsort(depth[sources], kind="stable")
        found, where = np.unique(targets[nearest], return_index=True)
        parent[found] = sources[nearest][where]
        depth[found] = depth[parent[found]] + 1

    def _row(
        self, place: np.int64, depth: Numbers, parent: Numbers
    ) -> tuple[PageId, int, PageId | None]:
        before = int(parent[place])
        of = PageId(int(self._ids[before])) if before >= 0 else None
        return PageId(int(self._ids[place])), int(depth[place]), of
