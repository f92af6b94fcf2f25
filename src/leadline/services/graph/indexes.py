"""A cache of link indexes, which are extended by new leads instead of read again."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import UnknownCrawl
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.paths import Paths, listed_pages, shortest_paths
from leadline.store.reader import Pages

_MOST_LEADS = 40_000_000
"""In all indexes together: with `back`, a lead takes 8 bytes."""


@dataclass(frozen=True, slots=True)
class _Kept:
    index: LinkIndex
    paths: Paths | None = None


class Indexes:
    """An LRU cache of link indexes. Threads may share it."""

    def __init__(self, most_leads: int = _MOST_LEADS) -> None:
        self._most_leads = most_leads
        self._kept: OrderedDict[CrawlId, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    async def index(self, store: Pages, crawl: CrawlId) -> LinkIndex:
        """Return the index of a crawl as it is now. Raises UnknownCrawl."""
        return (await self._current(store, crawl)).index

    async def paths(self, store: Pages, crawl: Crawl) -> Paths:
        """Return the shortest paths of a crawl as they are now. Raises UnknownCrawl."""
        kept = await self._current(store, crawl.id)
        if kept.paths is None:
            listed = await listed_pages(store, crawl.id)
            paths = shortest_paths(kept.index, crawl.root, listed)
            self._keep(crawl.id, replace(kept, paths=paths))
            return paths
        return kept.paths

    async def _current(self, store: Pages, crawl: CrawlId) -> _Kept:
        with self._lock:
            known = self._kept.get(crawl)
        try:
            if known is None:
                new = _Kept(await LinkIndex.read(store, crawl))
            elif (index := await known.index.extend(store)) is known.index:
                new = known
            else:
                new = _Kept(index)
        except UnknownCrawl:
            with self._lock:
                self._kept.pop(crawl, None)
            raise
        self._keep(crawl, new)
        return new

    def _keep(self, crawl: CrawlId, new: _Kept) -> None:
        """Cache an index; evict the least recently used ones if there are too many leads."""
        with self._lock:
            self._kept[crawl] = new
            self._kept.move_to_end(crawl)
            while len(self._kept) > 1 and self._leads() > self._most_leads:
                self._kept.popitem(last=False)

    def _leads(self) -> int:
        # Each index counts 1,000 leads more, because there may be many empty ones.
        return sum(1_000 + len(kept.index.rows.targets) for kept in self._kept.values())
