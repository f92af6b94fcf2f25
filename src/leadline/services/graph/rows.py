"""Leads as two arrays: the rows of a sparse matrix, one for each page."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
"""Ids of pages, counts, and where something begins."""
Places = NDArray[np.int32]
"""Pages by their place in a sorted array of ids."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The targets of all pages one after the other; those of page `n` begin at `first[n]`."""

    first: Numbers
    targets: Places

    @classmethod
    def of_runs(cls, sources: Places, counts: Numbers, targets: Places, pages: int) -> "Rows":
        """Rows from runs in any order: `counts[n]` of the targets are those of `sources[n]`."""
        order = np.argsort(sources, kind="stable")
        begins = np.cumsum(counts) - counts
        lengths = np.zeros(pages, np.int64)
        np.add.at(lengths, sources, counts)
        return cls(_first(lengths), targets[_spans(begins[order], counts[order])])

    @property
    def counts(self) -> Numbers:
        """How many targets each page has."""
        return np.diff(self.first)

    @property
    def sources(self) -> Places:
        """The page that each target is one of."""
        return np.repeat(np.arange(len(self.first) - 1, dtype=np.int32), self.counts)

    def row(self, page: int) -> Places:
        """The targets of one page."""
        return self.targets[self.first[page] : self.first[page + 1]]

    def leads_of(self, pages: Places) -> tuple[Places, Places]:
        """The leads of some pages: from, and to."""
        counts = self.first[pages + 1] - self.first[pages]
        return np.repeat(pages, counts), self.targets[_spans(self.first[pages], counts)]

    def reversed(self) -> "Rows":
        """The same leads by their targets: who leads to each page."""
        order = np.argsort(self.targets, kind="stable")
        lengths = np.bincount(self.targets, minlength=len(self.first) - 1)
        return Rows(_first(lengths), self.sources[order])


def _first(lengths: Numbers) -> Numbers:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _spans(begins: Numbers, counts: Numbers) -> Numbers:
    """`begins[0]`, the number after it, and so on, `counts[0]` of them; then those of the next."""
    shift = begins - np.cumsum(counts) + counts
    return np.repeat(shift, counts) + np.arange(counts.sum())
