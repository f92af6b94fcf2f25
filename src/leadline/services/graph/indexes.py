"""Link indexes that are kept for the next question: extended by what is new, not read again."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import UnknownCrawl
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.paths import Paths, listed_pages, shortest_paths
from leadline.store.reader import Pages

_MOST_LEADS = 40_000_000
"""In all of them together: with the ways back they take 8 bytes each."""


@dataclass(frozen=True, slots=True)
class _Kept:
    index: LinkIndex
    paths: Paths | None = None


class Indexes:
    """The indexes of crawls that were asked about lately. Threads may share it."""

    def __init__(self, most_leads: int = _MOST_LEADS) -> None:
        self._most_leads = most_leads
        self._kept: OrderedDict[CrawlId, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    async def index(self, store: Pages, crawl: CrawlId) -> LinkIndex:
        """The index of a crawl as it is now. Raises UnknownCrawl."""
        return (await self._current(store, crawl)).index

    async def paths(self, store: Pages, crawl: Crawl) -> Paths:
        """The shortest paths of a crawl as they are now. Raises UnknownCrawl."""
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
            elif (index := await known.index.extended(store)) is known.index:
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
        """The last one asked for is always kept, the others as long as there is room."""
        with self._lock:
            self._kept[crawl] = new
            self._kept.move_to_end(crawl)
            while len(self._kept) > 1 and self._leads() > self._most_leads:
                self._kept.popitem(last=False)

    def _leads(self) -> int:
        # What has no lead takes no room, but there may be many of them.
        return sum(1_000 + len(kept.index.rows.targets) for kept in self._kept.values())
