"""Chains of redirects, and the links that lead through them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import PageId
from leadline.services.graph.chains import doubled
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import NO_PLACE, Numbers, Places, places_among

ENDLESS = -1


@dataclass(frozen=True, slots=True)
class Redirects:
    """The redirects of a crawl: the redirecting `pages`, sorted, and arrays parallel to them.

    - `hops`: redirects from this page to the end of its chain; ENDLESS if it leads into a loop.
    - `links`: links to the page, without redirects.
    - `is_first`: whether links lead to it, or no redirect does.
    - `loops`, not parallel: one page of each loop.
    """

    index: LinkIndex
    pages: Numbers
    hops: Numbers
    links: Numbers
    is_first: NDArray[np.bool_]
    loops: Numbers

    @classmethod
    def of(cls, index: LinkIndex) -> "Redirects":
        """Return the redirects of a link index."""
        places = np.flatnonzero(index.is_redirect)
        targets = index.rows.targets[index.rows.first[places]]
        after = places_among(places, targets)
        hops, loops = _followed(np.where(after == NO_PLACE, len(places), after))
        redirected = np.bincount(targets, minlength=len(index.ids))[places]
        pages = index.ids[places]
        links = index.in_degrees(pages) - redirected
        is_first = (links > 0) | (redirected == 0)
        return cls(index, pages, hops, links, is_first, pages[loops])

    def chain(self, page: PageId, limit: int) -> list[PageId]:
        """Return a page and the targets of its redirects, to the end or once round a loop."""
        index, place, chain = self.index, self.index.place(page), [page]
        while place is not None and index.is_redirect[place] and len(chain) < limit:
            place = int(index.rows.row(place)[0])
            chain.append(PageId(int(index.ids[place])))
            if chain[-1] == page:
                break
        return chain

    def links_through(self, page: PageId) -> tuple[Numbers, Numbers]:
        """Return the pages that link to a page, or to a redirect to it; and the target of each."""
        index, place = self.index, self.index.place(page)
        if place is None:
            return index.ids[:0], index.ids[:0]
        entries, sources = index.back.leads_of(self._leading_to(place))
        is_link = ~index.is_redirect[sources]
        return index.ids[sources[is_link]], index.ids[entries[is_link]]

    def links_to(self, page: PageId) -> tuple[Numbers, Numbers]:
        """Return the pages that link directly to this page; and the page itself for each."""
        sources = self.index.in_links(page)
        among = np.isin(sources, self.pages, assume_unique=True)
        return sources[~among], np.full(len(sources) - among.sum(), page, np.int64)

    def _leading_to(self, place: int) -> Places:
        """Return a place, and all places whose redirects lead to it, each once."""
        level = np.array([place], np.int32)
        found = [level]
        while len(level):
            _, sources = self.index.back.leads_of(level)
            level = sources[self.index.is_redirect[sources] & (sources != place)]
            found.append(level)
        return np.concatenate(found)


def _followed(after: Numbers) -> tuple[Numbers, Numbers]:
    """Return the number of steps from each to the end, and the first of each circle."""
    end = len(after)
    steps = np.append(np.ones(end, np.int64), 0)
    lowest = np.arange(end + 1)
    for far in doubled(np.append(after, end)):
        steps += steps[far]
        lowest = np.minimum(lowest, lowest[far])
    is_endless = far[:end] != end
    in_circles = np.unique(far[:end][is_endless])
    return np.where(is_endless, ENDLESS, steps[:end]), np.unique(lowest[in_circles])
