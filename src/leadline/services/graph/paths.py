"""Shortest paths over leads: the depth of every page, and the path to it."""

from dataclasses import dataclass

import numpy as np

from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import NO_PLACE, Numbers, Places
from leadline.store.reader import Pages

_CHUNK = 5_000
NOTHING: Numbers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Paths:
    """The depth of each page, and the page before it, by place in the index; -1 for none."""

    index: LinkIndex
    depth: Places
    parent: Places

    def depths_of(self, pages: Numbers) -> Numbers:
        """Return the depth of each of these pages; -1 for pages that are not reached."""
        return self.index.looked_up(self.depth, pages, NO_PLACE)

    def to(self, page: PageId) -> list[PageId]:
        """Return the pages on a shortest path from the root to this one; empty if there is none."""
        place = self.index.place(page)
        if place is None or self.depth[place] == NO_PLACE:
            return []
        path = []
        while place != NO_PLACE:
            path.append(PageId(int(self.index.ids[place])))
            place = int(self.parent[place])
        return path[::-1]


async def listed_pages(store: Pages, crawl: CrawlId) -> Numbers:
    """Return the pages that sitemaps list."""
    listed: list[Numbers] = [NOTHING]
    after: PageId | None = None
    while chunk := await store.listed_pages(crawl, _CHUNK, after):
        listed.append(np.array(chunk, np.int64))
        after = chunk[-1]
    return np.concatenate(listed)


async def shortest_path(store: Pages, crawl: Crawl, page: PageId) -> list[PageId]:
    """Return the pages on a shortest path to a page, over the leads that are stored now.

    It begins at the root, or at a page that a sitemap lists.
    """
    index = await LinkIndex.read(store, crawl.id)
    return shortest_paths(index, crawl.root, await listed_pages(store, crawl.id)).to(page)


def shortest_paths(index: LinkIndex, root: PageId, listed: Numbers = NOTHING) -> Paths:
    """Search breadth-first from the root. A redirect weighs 0: its target is as deep as itself.

    `listed` pages have depth 1 at most, and no page before them.
    """
    search = _Search(index)
    search.run(*(index.places(pages) for pages in (np.array([root]), listed)))
    return Paths(index, search.depth, search.parent)


class _Search:
    """One breadth-first search, level by level."""

    def __init__(self, index: LinkIndex) -> None:
        self._rows = index.rows
        self._is_redirect = index.is_redirect
        self.depth = np.full(len(index.ids), NO_PLACE, np.int32)
        self.parent = np.full(len(index.ids), NO_PLACE, np.int32)

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
        """Set depth 1 for listed pages that were not reached; return their places."""
        seeds: Places = listed[self.depth[listed] == NO_PLACE]
        self.depth[seeds] = 1
        return seeds

    def _with_redirects(self, level: Places, number: int) -> Places:
        """Return a level with the targets of its redirects, which are on the same level."""
        whole = [level]
        while len(level):
            level = self._step(level[self._is_redirect[level]], number)
            whole.append(level)
        return np.concatenate(whole)

    def _step(self, level: Places, number: int) -> Places:
        """Return the pages that these lead to and were not reached; set their depth and parent."""
        sources, targets = self._rows.leads_of(level)
        is_new = self.depth[targets] == NO_PLACE
        found, first = np.unique(targets[is_new], return_index=True)
        self.depth[found] = number
        self.parent[found] = sources[is_new][first]
        return found
