"""The picture of a growing crawl: every page gets a final place, from leads in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageLeads
from leadline.services.drawing.layout.flowers import Floats, Spots, centre, grown
from leadline.services.graph.index import Edges
from leadline.services.graph.rows import NO_PLACE, Numbers, Places, places_among, target_ids
from leadline.store.packing import lead_counts

_CHUNK = 20_000
_BYTES_OF_PAGE = 72
MOST_PAGES = 1_000_000
"""The number of pages in one picture: the first ones that were found."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Pages by number, in the order in which leads named them; the root is number 0.

    The parent of a page is the page that led to it first, and never changes. It is NO_PLACE if
    the page's own leads came first. `found_at` is the number of the page whose leads named it.
    """

    crawl: CrawlId
    seq: int
    ids: Numbers
    parent: Places
    found_at: Numbers
    in_degree: Numbers
    spots: Spots
    lookup: tuple[Numbers, Places]
    """The sorted ids, and the number of each."""
    most: int = MOST_PAGES

    @classmethod
    def begun(cls, crawl: CrawlId, root: PageId, most: int = MOST_PAGES) -> "Growth":
        """Return a picture with only the root."""
        ids, zero, number = np.array([root], np.int64), np.zeros(1, np.int64), np.zeros(1, np.int32)
        return cls(crawl, 0, ids, number + NO_PLACE, zero, zero, centre(), (ids, number), most)

    @property
    def size_bytes(self) -> int:
        """Return its size in memory."""
        return _BYTES_OF_PAGE * len(self.ids)

    async def extend(self, store: Edges) -> "Growth":
        """Return the picture with new leads, or this one if there are none. Raises UnknownCrawl."""
        growth = self
        while chunk := await store.edges(self.crawl, _CHUNK, growth.seq):
            growth = growth.after(chunk)
        return growth

    def numbers(self, ids: Numbers) -> Numbers:
        """Return the number of each of these pages; NO_PLACE for missing ones."""
        known, numbers = self.lookup
        places = places_among(known, ids)
        return np.where(places == NO_PLACE, NO_PLACE, numbers[places])

    def places(self, numbers: Numbers) -> Floats:
        """Return the places of these pages, a row for each."""
        return np.stack([self.spots.x[numbers], self.spots.y[numbers]], axis=1)

    def after(self, leads: Sequence[PageLeads]) -> "Growth":
        """Return the picture with the leads of more pages, in the order in which these ended."""
        columns = _LeadColumns(leads)
        found = columns.first_of(self.numbers(columns.ids) == NO_PLACE)
        is_led = ~columns.is_source[found]
        which, of = _runs(columns.row[found], is_led)
        room = self.most - len(self.ids)
        found, is_led = found[:room], is_led[:room]
        more = self._knowing(columns.ids[found], columns.seqs[columns.row[found]])
        parent = np.where(is_led, more.numbers(columns.sources[columns.row[found]]), NO_PLACE)
        linked = more.numbers(columns.ids[~columns.is_source])
        return replace(
            more,
            seq=leads[-1].seq,
            parent=np.concatenate([self.parent, parent.astype(np.int32)]),
            spots=grown(self.spots, parent, which[:room], of[:room], self._aside()),
            in_degree=more.in_degree + np.bincount(linked[linked >= 0], minlength=len(more.ids)),
        )

    def _aside(self) -> int:
        return int((self.parent == NO_PLACE).sum()) - 1

    def _knowing(self, ids: Numbers, found_at: Numbers) -> "Growth":
        """Return the picture with pages of which only the ids are known."""
        known, numbers = self.lookup
        order = np.argsort(ids)
        places = np.searchsorted(known, ids[order])
        new = (len(self.ids) + order).astype(np.int32)
        return replace(
            self,
            ids=np.concatenate([self.ids, ids]),
            found_at=np.concatenate([self.found_at, found_at]),
            in_degree=np.concatenate([self.in_degree, np.zeros(len(ids), np.int64)]),
            lookup=(np.insert(known, places, ids[order]), np.insert(numbers, places, new)),
        )


class _LeadColumns:
    """Leads of some pages as one row of ids: each source, then its targets."""

    def __init__(self, leads: Sequence[PageLeads]) -> None:
        self.sources = np.array([each.source for each in leads], np.int64)
        self.seqs = np.array([each.seq for each in leads], np.int64)
        lengths = 1 + np.array(lead_counts(leads), np.int64)
        self.row = np.repeat(np.arange(len(leads)), lengths)
        self.is_source = np.zeros(len(self.row), np.bool_)
        self.is_source[np.cumsum(lengths) - lengths] = True
        self.ids = np.empty(len(self.row), np.int64)
        self.ids[self.is_source] = self.sources
        self.ids[~self.is_source] = target_ids(leads)

    def first_of(self, is_wanted: NDArray[np.bool_]) -> Numbers:
        """Return where each of the wanted ids occurs first, in that order."""
        where = np.flatnonzero(is_wanted)
        _, first = np.unique(self.ids[where], return_index=True)
        return where[np.sort(first)]


def _runs(row: Numbers, is_counted: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """Return the number of each counted item within its row, and the row's count; rows ascend."""
    which, of = np.zeros(len(row), np.int64), np.ones(len(row), np.int64)
    counted = row[is_counted]
    if len(counted):
        which[is_counted] = np.arange(len(counted)) - np.searchsorted(counted, counted)
        of[is_counted] = np.bincount(counted)[counted]
    return which, of
