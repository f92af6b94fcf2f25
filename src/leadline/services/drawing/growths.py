"""A cache of growing pictures, which are extended by new leads instead of made again."""

import threading
from collections import OrderedDict

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import UnknownCrawl
from leadline.services.drawing.growth import Growth
from leadline.services.graph.index import Edges

_MOST_BYTES = 256 * 1024 * 1024
_LEAST_BYTES = 4_096


class Growths:
    """An LRU cache of growing pictures. Threads may share it."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[CrawlId, Growth] = OrderedDict()
        self._lock = threading.Lock()

    async def growth(self, store: Edges, crawl: Crawl) -> Growth:
        """Return the picture of a crawl as it is now. Raises UnknownCrawl."""
        growth = Growth.begun(crawl.id, crawl.root)
        if not crawl.seq:
            # The id of the root is final when it has ended, because it may redirect.
            return growth
        with self._lock:
            known = self._kept.get(crawl.id)
        try:
            growth = await (known or growth).extend(store)
        except UnknownCrawl:
            with self._lock:
                self._kept.pop(crawl.id, None)
            raise
        self._keep(growth)
        return growth

    def _keep(self, growth: Growth) -> None:
        """Cache a picture; evict the least recently used ones if they are too large."""
        with self._lock:
            self._kept[growth.crawl] = growth
            self._kept.move_to_end(growth.crawl)
            while len(self._kept) > 1 and self._bytes() > self._most_bytes:
                self._kept.popitem(last=False)

    def _bytes(self) -> int:
        return sum(_LEAST_BYTES + growth.size_bytes for growth in self._kept.values())
