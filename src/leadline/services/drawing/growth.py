"""The picture of a crawl as it grows: every page where it will stay, from leads in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageLeads
from leadline.services.drawing.flowers import Floats, Spots, centre, grown
from leadline.services.drawing.forest import NOBODY
from leadline.services.graph.index import Edges
from leadline.services.graph.rows import Numbers, Places

_CHUNK = 20_000
_BYTES_OF_PAGE = 72
MOST_PAGES = 1_000_000
"""Pages that one picture has room for: those that came first."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Pages by number, in the order in which leads told of them; the root is number 0.

    A page is below the page that led to it first, and stays there. Pages whose leads came before
    any lead to them are below NOBODY. `found_at` is the number of the page whose leads told of it.
    """

    crawl: CrawlId
    seq: int
    ids: Numbers
    parent: Places
    found_at: Numbers
    in_degree: Numbers
    spots: Spots
    lookup: tuple[Numbers, Places]
    """The ids sorted, and the number of each."""
    most: int = MOST_PAGES

    @classmethod
    def begun(cls, crawl: CrawlId, root: PageId, most: int = MOST_PAGES) -> "Growth":
        """Nothing but the root."""
        ids, zero, number = np.array([root], np.int64), np.zeros(1, np.int64), np.zeros(1, np.int32)
        return cls(crawl, 0, ids, number + NOBODY, zero, zero, centre(), (ids, number), most)

    @property
    def size_bytes(self) -> int:
        """What it takes in memory."""
        return _BYTES_OF_PAGE * len(self.ids)

    async def extended(self, store: Edges) -> "Growth":
        """With what is new since; itself, if nothing is. Raises UnknownCrawl."""
        growth = self
        while chunk := await store.edges(self.crawl, _CHUNK, growth.seq):
            growth = growth.after(chunk)
        return growth

    def numbers(self, ids: Numbers) -> Numbers:
        """The number of each of these pages; NOBODY for those that are not here."""
        known, numbers = self.lookup
        places = np.searchsorted(known, ids)
        places[places == len(known)] = 0
        return np.where(known[places] == ids, numbers[places], NOBODY)

    def places(self, numbers: Numbers) -> Floats:
        """Where these pages are: a row for each."""
        return np.stack([self.spots.x[numbers], self.spots.y[numbers]], axis=1)

    def after(self, leads: Sequence[PageLeads]) -> "Growth":
        """With the leads of some more pages, in the order in which these ended."""
        told = _Told(leads)
        found = told.first_of(self.numbers(told.ids) == NOBODY)
        is_led = ~told.is_source[found]
        which, of = _runs(told.row[found], is_led)
        room = self.most - len(self.ids)
        found, is_led = found[:room], is_led[:room]
        more = self._knowing(told.ids[found], told.seqs[told.row[found]])
        parent = np.where(is_led, more.numbers(told.sources[told.row[found]]), NOBODY)
        linked = more.numbers(told.ids[~told.is_source])
        return replace(
            more,
            seq=leads[-1].seq,
            parent=np.concatenate([self.parent, parent.astype(np.int32)]),
            spots=grown(self.spots, parent, which[:room], of[:room], self._aside()),
            in_degree=more.in_degree + np.bincount(linked[linked >= 0], minlength=len(more.ids)),
        )

    def _aside(self) -> int:
        return int((self.parent == NOBODY).sum()) - 1

    def _knowing(self, ids: Numbers, found_at: Numbers) -> "Growth":
        """With pages that nothing is known of but their ids."""
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


class _Told:
    """Leads of some pages as one row of ids: each source, and then its targets."""

    def __init__(self, leads: Sequence[PageLeads]) -> None:
        self.sources = np.array([each.source for each in leads], np.int64)
        self.seqs = np.array([each.seq for each in leads], np.int64)
        lengths = np.array([1 + len(each.targets) // 8 for each in leads], np.int64)
        targets = np.frombuffer(b"".join([each.targets for each in leads]), "<i8")
        self.row = np.repeat(np.arange(len(leads)), lengths)
        self.is_source = np.zeros(len(self.row), np.bool_)
        self.is_source[np.cumsum(lengths) - lengths] = True
        self.ids = np.empty(len(self.row), np.int64)
        self.ids[self.is_source] = self.sources
        self.ids[~self.is_source] = targets

    def first_of(self, is_wanted: NDArray[np.bool_]) -> Numbers:
        """Where each of the wanted ids is for the first time, in that order."""
        where = np.flatnonzero(is_wanted)
        _, first = np.unique(self.ids[where], return_index=True)
        return where[np.sort(first)]


def _runs(row: Numbers, is_counted: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """Of those that are counted: which of its row each one is, and of how many; rows ascend."""
    which, of = np.zeros(len(row), np.int64), np.ones(len(row), np.int64)
    counted = row[is_counted]
    if len(counted):
        which[is_counted] = np.arange(len(counted)) - np.searchsorted(counted, counted)
        of[is_counted] = np.bincount(counted)[counted]
    return which, of
