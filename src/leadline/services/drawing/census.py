"""All pages of a crawl, and no more of each than what drawing them takes."""

from dataclasses import dataclass

import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.services.drawing.forest import NOBODY
from leadline.services.graph.rows import Numbers, Places
from leadline.store.reader import Lists

_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class Census:
    """Pages by id: the page before each on its way from the root, and its host, as places."""

    ids: Numbers
    parent: Places
    host: Places
    host_names: list[str]

    @classmethod
    async def read(cls, store: Lists, crawl: CrawlId) -> "Census":
        """The pages of a crawl. Raises UnknownCrawl."""
        ids, parents, hosts = [_NONE], [_NONE], [_NONE]
        numbers: dict[str, int] = {}
        last: PageId | None = None
        while chunk := await store.facts(crawl, _CHUNK, last):
            ids.append(np.array([page.id for page in chunk], np.int64))
            before = [NOBODY if page.parent is None else page.parent for page in chunk]
            parents.append(np.array(before, np.int64))
            named = [numbers.setdefault(page.host, len(numbers)) for page in chunk]
            hosts.append(np.array(named, np.int64))
            last = chunk[-1].id
        found = np.concatenate(ids)
        order = np.argsort(found)
        known, host = found[order], np.concatenate(hosts)[order].astype(np.int32)
        return cls(known, places_of(known, np.concatenate(parents)[order]), host, list(numbers))


def places_of(ids: Numbers, wanted: Numbers) -> Places:
    """Where each of these is among sorted ids; NOBODY for those that are not."""
    if len(ids) == 0:
        return np.full(len(wanted), NOBODY, np.int32)
    places = np.searchsorted(ids, wanted)
    places[places == len(ids)] = 0
    return np.where(ids[places] == wanted, places, NOBODY).astype(np.int32)


_NONE: Numbers = np.empty(0, np.int64)
