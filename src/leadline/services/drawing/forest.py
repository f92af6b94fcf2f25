"""Pages below pages: how deep they are, and which of them matter most."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.services.graph.rows import Numbers, Places

NOBODY = -1


def levels(parent: Places) -> tuple[Numbers, Places]:
    """How many pages are above each; and the parents again, without those in circles.

    Every round doubles how far is looked, so that a chain of a million takes twenty.
    """
    end = len(parent)
    far = np.append(np.where(parent == NOBODY, end, parent), end)
    steps = np.append(np.where(parent == NOBODY, 0, 1), 0).astype(np.int64)
    for _ in range(end.bit_length()):
        steps += steps[far]
        far = far[far]
    is_endless = far[:end] != end
    if is_endless.any():
        return levels(np.where(is_endless, NOBODY, parent).astype(np.int32))
    return steps[:end], parent


def by_importance(
    importance: NDArray[np.number[Any]], parent: Places, root: int
) -> tuple[Numbers, Places]:
    """All pages, the root first, then the most important, none before the one that it is below.

    A page is as important as the best below it, so that the first of them are always a tree. Gives
    the parents, too, as places in this order.
    """
    level, parent = levels(parent)
    best = importance.astype(np.float64)
    order = np.argsort(level, kind="stable")
    begins = np.searchsorted(level[order], np.arange(int(level.max(initial=0)) + 2))
    for start, stop in zip(begins[-2:0:-1].tolist(), begins[:1:-1].tolist(), strict=True):
        pages = order[start:stop]
        np.maximum.at(best, parent[pages], best[pages])
    best[root] = np.inf
    found = np.lexsort((level, -best))
    where = np.full(len(parent) + 1, NOBODY, np.int32)
    where[found] = np.arange(len(parent), dtype=np.int32)
    return found, where[parent[found]]


def below(page: int, parent: Places, level: Numbers) -> Numbers:
    """A page and all below it, in the order of their numbers."""
    is_below = np.zeros(len(parent), np.bool_)
    is_below[page] = True
    order = np.argsort(level, kind="stable")
    deeper = order[np.searchsorted(level[order], level[page], "right") :]
    for pages in np.split(deeper, np.flatnonzero(np.diff(level[deeper])) + 1):
        is_below[pages] = is_below[parent[pages]]
    return np.flatnonzero(is_below)


def among_siblings(parent: NDArray[np.integer[Any]]) -> tuple[Numbers, Numbers]:
    """Which of the pages with the same parent each one is, and how many these are."""
    order = np.argsort(parent, kind="stable")
    first = np.searchsorted(parent[order], parent[order])
    which = np.empty(len(parent), np.int64)
    which[order] = np.arange(len(parent)) - first
    counts = np.bincount(parent + 1)
    return which, counts[parent + 1]
