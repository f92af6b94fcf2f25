"""Shortest paths over leads: how deep every page is, and how one gets there."""

from dataclasses import dataclass

import numpy as np

from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers, Places
from leadline.store.reader import Pages

_NOWHERE = -1
_CHUNK = 5_000
NOTHING: Numbers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Paths:
    """By place in the index: the depth of each page, and the page before it; -1 for neither."""

    index: LinkIndex
    depth: Places
    parent: Places

    def depths_of(self, pages: Numbers) -> Numbers:
        """The depth of each of these; -1 for those that are not reached."""
        return self.index.looked_up(self.depth, pages, _NOWHERE)

    def to(self, page: PageId) -> list[PageId]:
        """The pages on a shortest path, from the root to this one; empty when there is none."""
        place = self.index.place(page)
        if place is None or self.depth[place] == _NOWHERE:
            return []
        path = []
        while place != _NOWHERE:
            path.append(PageId(int(self.index.ids[place])))
            place = int(self.parent[place])
        return path[::-1]


async def listed_pages(store: Pages, crawl: CrawlId) -> Numbers:
    """What sitemaps list."""
    listed: list[Numbers] = [NOTHING]
    after: PageId | None = None
    while chunk := await store.listed(crawl, _CHUNK, after):
        listed.append(np.array(chunk, np.int64))
        after = chunk[-1]
    return np.concatenate(listed)


async def shortest_path(store: Pages, crawl: Crawl, page: PageId) -> list[PageId]:
    """The pages on a shortest path to a page, over the leads that are stored now.

    It begins at the root, or at a page that a sitemap lists.
    """
    index = await LinkIndex.read(store, crawl.id)
    return shortest_paths(index, crawl.root, await listed_pages(store, crawl.id)).to(page)


def shortest_paths(index: LinkIndex, root: PageId, listed: Numbers = NOTHING) -> Paths:
    """Breadth first from the root. A redirect weighs 0: its target is as deep as itself.

    Pages that are `listed` are at depth 1 at most, without a page before them.
    """
    search = _Search(index)
    search.run(*(index.places(pages) for pages in (np.array([root]), listed)))
    return Paths(index, search.depth, search.parent)


class _Search:
    """One breadth-first search, level by level."""

    def __init__(self, index: LinkIndex) -> None:
        self._rows = index.rows
        self._is_redirect = index.is_redirect
        self.depth = np.full(len(index.ids), _NOWHERE, np.int32)
        self.parent = np.full(len(index.ids), _NOWHERE, np.int32)

    def run(self, root: Places, listed: Places) -> None:
        level, number = root, 0
        self.depth[root] = number
        while number == 0 or len(level):
            level = self._with_redirects(level, number)
            number += 1
            level = self._step(level[~self._is_redirect[level]], number)
            if number == 1:
                level = np.concatenate([level, self._sow(listed)])

    def _sow(self, listed: Places) -> Places:
        """What is listed and was not reached before is at depth 1."""
        seeds: Places = listed[self.depth[listed] == _NOWHERE]
        self.depth[seeds] = 1
        return seeds

    def _with_redirects(self, level: Places, number: int) -> Places:
        """A level and all that its redirects lead to, which is on the same level."""
        whole = [level]
        while len(level):
            level = self._step(level[self._is_redirect[level]], number)
            whole.append(level)
        return np.concatenate(whole)

    def _step(self, level: Places, number: int) -> Places:
        """Pages that these lead to and that were not reached before; notes where they are."""
        sources, targets = self._rows.leads_of(level)
        is_new = self.depth[targets] == _NOWHERE
        found, first = np.unique(targets[is_new], return_index=True)
        self.depth[found] = number
        self.parent[found] = sources[is_new][first]
        return found
