"""Trees of pages: levels, order by importance, and subtrees."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.services.graph.chains import doubled
from leadline.services.graph.rows import NO_PLACE, Numbers, Places

Pairs = NDArray[np.int64]
"""Two columns: source, and target."""


def levels(parent: Places) -> tuple[Numbers, Places]:
    """Return how many pages are above each; and the parents, without those in circles."""
    end = len(parent)
    steps = np.append(np.where(parent == NO_PLACE, 0, 1), 0).astype(np.int64)
    for far in doubled(np.append(np.where(parent == NO_PLACE, end, parent), end)):
        steps += steps[far]
    is_endless = far[:end] != end
    if is_endless.any():
        return levels(np.where(is_endless, NO_PLACE, parent).astype(np.int32))
    return steps[:end], parent


def by_importance(
    importance: NDArray[np.number[Any]], parent: Places, root: int
) -> tuple[Numbers, Places]:
    """Return all pages, the root first, then by importance, none before its parent.

    A page is as important as the best page below it, so that the first pages always form a tree.
    Returns the parents, too, as places in this order.
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
    where = np.full(len(parent) + 1, NO_PLACE, np.int32)
    where[found] = np.arange(len(parent), dtype=np.int32)
    return found, where[parent[found]]


def below(page: int, parent: Places, level: Numbers) -> Numbers:
    """Return a page and all below it, in the order of their numbers."""
    is_below = np.zeros(len(parent), np.bool_)
    is_below[page] = True
    order = np.argsort(level, kind="stable")
    deeper = order[np.searchsorted(level[order], level[page], "right") :]
    for pages in np.split(deeper, np.flatnonzero(np.diff(level[deeper])) + 1):
        is_below[pages] = is_below[parent[pages]]
    return np.flatnonzero(is_below)


def among_siblings(parent: NDArray[np.integer[Any]]) -> tuple[Numbers, Numbers]:
    """Return the number of each page among those with the same parent, and how many these are."""
    order = np.argsort(parent, kind="stable")
    first = np.searchsorted(parent[order], parent[order])
    which = np.empty(len(parent), np.int64)
    which[order] = np.arange(len(parent)) - first
    counts = np.bincount(parent + 1)
    return which, counts[parent + 1]
