"""PageRank, and connected components."""

import numpy as np
from numpy.typing import NDArray

from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers

_DAMPING = 0.85
_MAX_ROUNDS = 200


def page_rank(index: LinkIndex, tolerance: float = 1e-6) -> NDArray[np.float64]:
    """Return the PageRank of every page in the index; the sum is 1.

    A page without leads shares its rank among all pages. Ends when a round changes less than
    `tolerance` in total; each round reduces the change by a factor of 0.85.
    """
    pages = len(index.ids)
    if pages == 0:
        return np.empty(0, np.float64)
    counts, back = index.rows.counts, index.back
    leads_somewhere = counts > 0
    # `reduceat` does not return 0 for an empty row, so these are not passed.
    linked = np.flatnonzero(back.counts)
    begins = back.first[linked]
    rank = np.full(pages, 1 / pages)
    for _ in range(_MAX_ROUNDS):
        share = np.divide(rank, counts, out=np.zeros(pages), where=leads_somewhere)
        given = np.zeros(pages)
        given[linked] = np.add.reduceat(share[back.targets], begins)
        given += rank[~leads_somewhere].sum() / pages
        before, rank = rank, _DAMPING * given + (1 - _DAMPING) / pages
        if np.abs(rank - before).sum() < tolerance:
            break
    return rank


def components(index: LinkIndex) -> Numbers:
    """Return for every page the smallest place in its component; direction does not matter."""
    label = np.arange(len(index.ids))
    one: Numbers = index.rows.sources.astype(np.int64)
    other: Numbers = index.rows.targets.astype(np.int64)
    while len(one):
        # A label is a place that has itself as label; it adopts the smallest one next to it.
        lowest = np.minimum(label[one], label[other])
        np.minimum.at(label, label[one], lowest)
        np.minimum.at(label, label[other], lowest)
        while (label[label] != label).any():
            label = label[label]
        is_open = label[one] != label[other]
        one, other = one[is_open], other[is_open]
    return label
