"""Settling a crawl: every page gets the depth of its shortest path.

The depth at which a page was found depends on which worker was faster. When a crawl has nothing
left to do, one breadth-first pass over its leads sets all depths; pages that turn out to be near
enough are fetched after all, and the crawl is done when a pass changes nothing.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.domain.errors import UnknownCrawl
from leadline.domain.pages import PageLeads
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.paths import Paths, listed_pages, shortest_paths
from leadline.services.graph.rows import Numbers
from leadline.store.contract import Store
from leadline.store.packing import packed_ids, unpacked

_CHUNK = 5_000

Depths = list[tuple[PageId, int, PageId | None]]


async def settle(store: Store, crawl: Crawl) -> bool:
    """Run one pass. True: the crawl is done; False: pages are to be fetched, or it is deleted."""
    try:
        return await _settle(store, crawl)
    except UnknownCrawl:
        return False


async def _settle(store: Store, crawl: Crawl) -> bool:
    followed = _Followed(store)
    index = await LinkIndex.read(followed if crawl.options.respects_nofollow else store, crawl.id)
    listed = await listed_pages(store, crawl.id)
    paths = shortest_paths(index, crawl.root, listed)
    to_fetch = 0
    for depths in chain(
        _depths(paths), _depths_of_listed(paths, listed), [followed.depths_aside(paths, listed)]
    ):
        to_fetch += await store.set_depths(crawl.id, depths)
    return to_fetch == 0 and await store.finish(crawl.id)


def _depths(paths: Paths) -> Iterator[Depths]:
    """Yield depth and parent of every page that links reach, in chunks."""
    ids, reached = paths.index.ids, np.flatnonzero(paths.depth >= 0)
    for start in range(0, len(reached), _CHUNK):
        chunk = reached[start : start + _CHUNK]
        depths, parents = paths.depth[chunk].tolist(), paths.parent[chunk]
        before = [
            PageId(page) if has_parent else None
            for page, has_parent in zip(ids[parents].tolist(), parents >= 0, strict=True)
        ]
        yield list(zip(map(PageId, ids[chunk].tolist()), depths, before, strict=True))


def _depths_of_listed(paths: Paths, listed: Numbers) -> Iterator[Depths]:
    """Yield depth 1 for listed pages without any lead, which are not in the index."""
    alone = listed[paths.depths_of(listed) < 0].tolist()
    for start in range(0, len(alone), _CHUNK):
        yield [(PageId(page), 1, None) for page in alone[start : start + _CHUNK]]


class _Followed:
    """The leads of a crawl that are followed; nofollow leads are put aside."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sources: list[Numbers] = [np.empty(0, np.int64)]
        self._targets: list[Numbers] = [np.empty(0, np.int64)]

    async def edges(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """Return leads without the nofollow ones. See the contract."""
        return [self._of(leads) for leads in await self._store.leads(crawl, limit, after_seq)]

    def _of(self, leads: PageLeads) -> PageLeads:
        followed: list[PageId] = []
        aside: list[PageId] = []
        for lead in unpacked(leads.targets, leads.notes):
            (aside if lead.rel else followed).append(lead.target)
        self._targets.append(np.array(aside, np.int64))
        self._sources.append(np.full(len(aside), leads.source, np.int64))
        return leads._replace(targets=packed_ids(followed), notes=b"")

    def depths_aside(self, paths: Paths, listed: Numbers) -> Depths:
        """Return depths of pages that only nofollow leads reach: one below the nearest source."""
        sources, targets = np.concatenate(self._sources), np.concatenate(self._targets)
        depths = paths.depths_of(sources)
        is_reached = (paths.depths_of(targets) >= 0) | np.isin(targets, listed)
        is_new = (depths >= 0) & ~is_reached
        nearest = np.argsort(depths[is_new], kind="stable")
        found, first = np.unique(targets[is_new][nearest], return_index=True)
        where = nearest[first]
        return [
            (PageId(page), depth + 1, PageId(parent))
            for page, depth, parent in zip(
                found.tolist(),
                depths[is_new][where].tolist(),
                sources[is_new][where].tolist(),
                strict=True,
            )
        ]
