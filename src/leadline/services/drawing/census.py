"""All pages of a crawl, with only the facts that drawing needs."""

from dataclasses import dataclass

import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.services.graph.rows import NO_PLACE, Numbers, Places, places_among
from leadline.store.reader import Lists

_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class Census:
    """Pages by id: the parent of each on its path from the root, and its host, as places."""

    ids: Numbers
    parent: Places
    host: Places
    host_names: list[str]

    @classmethod
    async def read(cls, store: Lists, crawl: CrawlId) -> "Census":
        """Read the pages of a crawl. Raises UnknownCrawl."""
        ids, parents, hosts = [_NONE], [_NONE], [_NONE]
        numbers: dict[str, int] = {}
        last: PageId | None = None
        while chunk := await store.facts(crawl, _CHUNK, last):
            ids.append(np.array([page.id for page in chunk], np.int64))
            before = [NO_PLACE if page.parent is None else page.parent for page in chunk]
            parents.append(np.array(before, np.int64))
            named = [numbers.setdefault(page.host, len(numbers)) for page in chunk]
            hosts.append(np.array(named, np.int64))
            last = chunk[-1].id
        found = np.concatenate(ids)
        order = np.argsort(found)
        known, host = found[order], np.concatenate(hosts)[order].astype(np.int32)
        return cls(known, places_among(known, np.concatenate(parents)[order]), host, list(numbers))


_NONE: Numbers = np.empty(0, np.int64)
