"""The likeness of two linked pages: the share of neighbours that both have."""

import numpy as np
from numpy.typing import NDArray

from leadline.services.drawing.layout.flowers import Floats
from leadline.services.drawing.layout.forest import Pairs
from leadline.services.graph.rows import Numbers

_TRIALS = 48
_SEED = 1


def pairs_once(pairs: Pairs) -> Pairs:
    """Return each pair once, in either direction, and no page paired with itself."""
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    # A pair as one number: `np.unique` takes ten times as long with rows.
    size = high.max(initial=0) + 1
    return np.stack(np.divmod(np.unique((low * size + high)[low != high]), size), axis=1)


def likeness(pairs: Pairs, pages: int) -> Floats:
    """Return for each pair the share of neighbours, themselves included, that both have.

    It is an estimate (MinHash): how often is the first neighbour in a random order the same?
    """
    random = np.random.default_rng(_SEED)
    itself = np.arange(pages)
    one = np.concatenate([pairs[:, 0], pairs[:, 1], itself])
    other = np.concatenate([pairs[:, 1], pairs[:, 0], itself])
    other = other[np.argsort(one, kind="stable")]
    counts = np.bincount(one, minlength=pages)
    begins = np.cumsum(counts) - counts
    same = np.zeros(len(pairs))
    for _ in range(_TRIALS):
        first = np.minimum.reduceat(random.permutation(pages)[other], begins)
        same += first[pairs[:, 0]] == first[pairs[:, 1]]
    return same / _TRIALS


def closest(pairs: Pairs, alike: Floats, most: int) -> NDArray[np.bool_]:
    """Return which pairs are among the `most` closest of one of their pages."""
    return (_rank(pairs[:, 0], alike) < most) | (_rank(pairs[:, 1], alike) < most)


def _rank(page: Numbers, alike: Floats) -> Numbers:
    """Return how many pairs of the same page are closer."""
    order = np.lexsort((-alike, page))
    rank = np.empty(len(page), np.int64)
    rank[order] = np.arange(len(page)) - np.searchsorted(page[order], page[order])
    return rank
