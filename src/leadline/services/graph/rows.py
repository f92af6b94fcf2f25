"""Leads as two arrays: the rows of a sparse matrix, one per page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.domain.pages import PageLeads
from leadline.store.packing import targets_of_all

Numbers = NDArray[np.int64]
"""Ids of pages, counts, and offsets."""
Places = NDArray[np.int32]
"""Pages by their place in a sorted array of ids."""
NO_PLACE = -1


@dataclass(frozen=True, slots=True)
class Adjacency:
    """The targets of all pages in one array; those of page `n` begin at `first[n]`."""

    first: Numbers
    targets: Places

    @classmethod
    def of_runs(cls, sources: Places, counts: Numbers, targets: Places, pages: int) -> "Adjacency":
        """Make rows from runs in any order: the next `counts[n]` targets are of `sources[n]`."""
        order = np.argsort(sources, kind="stable")
        begins = np.cumsum(counts) - counts
        lengths = np.zeros(pages, np.int64)
        np.add.at(lengths, sources, counts)
        return cls(_first(lengths), targets[_spans(begins[order], counts[order])])

    @property
    def counts(self) -> Numbers:
        """Return how many targets each page has."""
        return np.diff(self.first)

    @property
    def sources(self) -> Places:
        """Return the source page of each target."""
        return np.repeat(np.arange(len(self.first) - 1, dtype=np.int32), self.counts)

    def row(self, page: int) -> Places:
        """Return the targets of one page."""
        return self.targets[self.first[page] : self.first[page + 1]]

    def leads_of(self, pages: Places) -> tuple[Places, Places]:
        """Return the leads of some pages: sources, and targets."""
        counts = self.first[pages + 1] - self.first[pages]
        return np.repeat(pages, counts), self.targets[_spans(self.first[pages], counts)]

    def reversed(self) -> "Adjacency":
        """Return the leads in reverse: the pages that lead to each page."""
        order = np.argsort(self.targets, kind="stable")
        lengths = np.bincount(self.targets, minlength=len(self.first) - 1)
        return Adjacency(_first(lengths), self.sources[order])


def target_ids(chunk: Iterable[PageLeads]) -> Numbers:
    """Return the targets of all leads of some pages, one page after the other."""
    return np.asarray(targets_of_all(chunk)).view(np.int64)


def places_among(ids: NDArray[np.integer[Any]], wanted: NDArray[np.integer[Any]]) -> Places:
    """Return the place of each of these among sorted ids; NO_PLACE for missing ones."""
    if len(ids) == 0:
        return np.full(len(wanted), NO_PLACE, np.int32)
    places = np.searchsorted(ids, wanted)
    places[places == len(ids)] = 0
    return np.where(ids[places] == wanted, places, NO_PLACE).astype(np.int32)


def _first(lengths: Numbers) -> Numbers:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _spans(begins: Numbers, counts: Numbers) -> Numbers:
    """Return `counts[0]` consecutive numbers from `begins[0]` on, then those of the next."""
    shift = begins - np.cumsum(counts) + counts
    return np.repeat(shift, counts) + np.arange(counts.sum())
