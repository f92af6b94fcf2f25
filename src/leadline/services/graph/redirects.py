"""Redirects that follow one another, and the links that lead through them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import PageId
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers, Places

ENDLESS = -1


@dataclass(frozen=True, slots=True)
class Redirects:
    """The redirects of a crawl: `pages`, sorted, and for each how many follow until one is none.

    `hops` counts the page itself; it is ENDLESS for what leads into a loop. `links` counts the
    links to each that are no redirects. `is_first`: it has some, or no redirect leads to it.
    `loops` has a page of each loop.
    """

    index: LinkIndex
    pages: Numbers
    hops: Numbers
    links: Numbers
    is_first: NDArray[np.bool_]
    loops: Numbers

    @classmethod
    def of(cls, index: LinkIndex) -> "Redirects":
        """Those of a link index."""
        places = np.flatnonzero(index.is_redirect)
        targets = index.rows.targets[index.rows.first[places]]
        hops, loops = _followed(_numbers_among(places, targets))
        redirected = np.bincount(targets, minlength=len(index.ids))[places]
        pages = index.ids[places]
        links = index.in_degrees(pages) - redirected
        is_first = (links > 0) | (redirected == 0)
        return cls(index, pages, hops, links, is_first, pages[loops])

    def chain(self, page: PageId, limit: int) -> list[PageId]:
        """A page and what its redirects lead to, up to the end, or once round a loop."""
        index, place, chain = self.index, self.index.place(page), [page]
        while place is not None and index.is_redirect[place] and len(chain) < limit:
            place = int(index.rows.row(place)[0])
            chain.append(PageId(int(index.ids[place])))
            if chain[-1] == page:
                break
        return chain

    def links_through(self, page: PageId) -> tuple[Numbers, Numbers]:
        """The pages that link to a page, or to a redirect that leads there; and to which."""
        index, place = self.index, self.index.place(page)
        if place is None:
            return index.ids[:0], index.ids[:0]
        entries, sources = index.back.leads_of(self._leading_to(place))
        is_link = ~index.is_redirect[sources]
        return index.ids[sources[is_link]], index.ids[entries[is_link]]

    def links_to(self, page: PageId) -> tuple[Numbers, Numbers]:
        """The pages that link to this very page."""
        sources = self.index.in_links(page)
        among = np.isin(sources, self.pages, assume_unique=True)
        return sources[~among], np.full(len(sources) - among.sum(), page, np.int64)

    def _leading_to(self, place: int) -> Places:
        """A place, and those from which redirects lead there. Each has one way, and is met once."""
        level = np.array([place], np.int32)
        found = [level]
        while len(level):
            _, sources = self.index.back.leads_of(level)
            level = sources[self.index.is_redirect[sources] & (sources != place)]
            found.append(level)
        return np.concatenate(found)


def _numbers_among(places: Numbers, targets: Places) -> Numbers:
    """Where each target is among the places; their number for those that are not."""
    numbers = np.searchsorted(places, targets)
    numbers[numbers == len(places)] = 0
    is_among = places[numbers] == targets if len(places) else np.empty(0, np.bool_)
    return np.where(is_among, numbers, len(places))


def _followed(after: Numbers) -> tuple[Numbers, Numbers]:
    """How many steps each takes to the end, and the first of each circle.

    Every round doubles how far is looked, so that a chain of a million takes twenty.
    """
    end = len(after)
    far = np.append(after, end)
    steps = np.append(np.ones(end, np.int64), 0)
    lowest = np.arange(end + 1)
    for _ in range(end.bit_length()):
        steps += steps[far]
        lowest = np.minimum(lowest, lowest[far])
        far = far[far]
    is_endless = far[:end] != end
    in_circles = np.unique(far[:end][is_endless])
    return np.where(is_endless, ENDLESS, steps[:end]), np.unique(lowest[in_circles])
