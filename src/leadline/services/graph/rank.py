"""What leads say about pages: how much they matter, and which hang together."""

import numpy as np
from numpy.typing import NDArray

from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers

_DAMPING = 0.85
_MAX_ROUNDS = 200


def page_rank(index: LinkIndex, tolerance: float = 1e-6) -> NDArray[np.float64]:
    """PageRank of every page in the index; the sum is 1.

    A page that leads nowhere gives its rank to all alike. Ends when a round moves less than
    `tolerance` in all, which 0.85 per round brings about.
    """
    pages = len(index.ids)
    if pages == 0:
        return np.empty(0, np.float64)
    counts, back = index.rows.counts, index.back
    leads_somewhere = counts > 0
    # `reduceat` gives no 0 for an empty row, so it is not asked about those.
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
    """For every page the smallest place that it hangs together with, whichever way leads go."""
    label = np.arange(len(index.ids))
    one: Numbers = index.rows.sources.astype(np.int64)
    other: Numbers = index.rows.targets.astype(np.int64)
    while len(one):
        # Labels are places that are their own label: they take over the smallest next to them.
        lowest = np.minimum(label[one], label[other])
        np.minimum.at(label, label[one], lowest)
        np.minimum.at(label, label[other], lowest)
        while (label[label] != label).any():
            label = label[label]
        is_open = label[one] != label[other]
        one, other = one[is_open], other[is_open]
    return label
