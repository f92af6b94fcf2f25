"""A picture of a crawl: pages with their places, and the edges between them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import PageId
from leadline.services.drawing.layout.flowers import Floats, Whole, bloom
from leadline.services.drawing.layout.forest import Pairs, below, levels
from leadline.services.graph.rows import NO_PLACE, Numbers, Places

Flags = NDArray[np.bool_]

NO_EDGES: Pairs = np.empty((0, 2), np.int64)

MOST_NODES = 20_000
MOST_EDGES = 500_000
"""If there are more, the edges between the most important pages are shown."""
_TEMPLATE_PART = 0.04
_TEMPLATE_LEAST = 20


@dataclass(frozen=True, slots=True)
class Picture:
    """Pages by importance, none before its parent, and the edges between them.

    So the first pages always form a tree. `parent` and `edges` are places in `ids`.
    """

    ids: Numbers
    parent: Places
    places: Floats
    in_degree: Numbers
    edges: Pairs

    def of_first(self, most: int) -> "Picture":
        """Return the most important pages, and the edges between them."""
        return Picture(
            self.ids[:most],
            self.parent[:most],
            self.places[:most],
            self.in_degree[:most],
            self.edges[(self.edges < most).all(axis=1)],
        )

    def only(self, is_kept: Flags) -> "Picture":
        """Return some of the pages, and the edges between them."""
        where = np.append(np.where(is_kept, np.cumsum(is_kept) - 1, NO_PLACE), NO_PLACE)
        return Picture(
            self.ids[is_kept],
            where[self.parent[is_kept]].astype(np.int32),
            self.places[is_kept],
            self.in_degree[is_kept],
            where[self.edges[is_kept[self.edges].all(axis=1)]],
        )

    def as_tree(self) -> "Picture":
        """Return the picture with only the edges from parents to children."""
        return Picture(self.ids, self.parent, self.places, self.in_degree, tree_edges(self.parent))

    def below(self, page: int) -> "Picture":
        """Return the tree from one of the pages downwards, with that page in the middle."""
        is_below = np.zeros(len(self.ids), np.bool_)
        is_below[below(page, self.parent, levels(self.parent)[0])] = True
        tree = self.only(is_below)
        return Picture(tree.ids, tree.parent, bloomed(tree.parent), tree.in_degree, tree.edges)


def alone(page: PageId) -> Picture:
    """Return a picture of one page."""
    one = np.zeros(1, np.int64)
    parent = np.full(1, NO_PLACE, np.int32)
    return Picture(one + page, parent, np.zeros((1, 2)), one, NO_EDGES)


def bloomed(parent: Places) -> Floats:
    """Return the places of a tree, a row for each page."""
    spots = bloom(parent)
    return np.stack([spots.x, spots.y], axis=1)


def tree_edges(parent: Whole) -> Pairs:
    """Return the edges from parents to children."""
    children = np.flatnonzero(parent >= 0)
    return np.stack([parent[children].astype(np.int64), children], axis=1)


def templates(in_degree: Numbers, pages: int) -> Flags:
    """Return which pages have so many links to them that a template must have them."""
    return (in_degree > _TEMPLATE_LEAST) & (in_degree > _TEMPLATE_PART * pages)


def most_important(edges: Pairs, most: int = MOST_EDGES) -> Pairs:
    """Return the edges between the first pages, if there are too many."""
    return edges[np.argsort(edges.max(axis=1, initial=0), kind="stable")[:most]]
