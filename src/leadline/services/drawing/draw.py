"""Drawing a crawl that is over: which of its pages can be shown, and where."""

import numpy as np

from leadline.domain.crawls import Crawl
from leadline.domain.errors import UnknownCrawl
from leadline.services.drawing.census import Census, places_of
from leadline.services.drawing.edges import edges_between
from leadline.services.drawing.flowers import Floats
from leadline.services.drawing.forces import Pulls, fitted, relaxed
from leadline.services.drawing.forest import NOBODY, by_importance
from leadline.services.drawing.hosts import host_sheet, laid_out
from leadline.services.drawing.likeness import closest, likeness, pairs_once
from leadline.services.drawing.picture import (
    MOST_NODES,
    Flags,
    Pairs,
    Picture,
    bloomed,
    templates,
    tree_edges,
)
from leadline.services.drawing.sheet import packed
from leadline.services.drawing.spread import spread
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rank import page_rank
from leadline.services.graph.rows import Places
from leadline.store.reader import Reader

_FINE = 2**60
_CLOSEST = 2
_PULL = 2.0
_LEAST_LIKENESS = 0.02


async def drawn(store: Reader, crawl: Crawl) -> bytes:
    """The drawing of a crawl, as it is kept. Raises UnknownCrawl. Takes seconds of CPU."""
    census = await Census.read(store, crawl.id)
    index = await LinkIndex.read(store, crawl.id)
    root = int(places_of(census.ids, np.array([crawl.root]))[0])
    if root == NOBODY:
        raise UnknownCrawl(f"the crawl {crawl.id} is being removed")
    picture, ranks = _picture(census, index, root)
    hosts = host_sheet(census, index, root, laid_out)
    return packed(picture, ranks, hosts, tree_edges=int((census.parent != NOBODY).sum()))


def _picture(census: Census, index: LinkIndex, root: int) -> tuple[Picture, Floats]:
    """What can be shown, and the PageRank of each of these pages."""
    rank = index.looked_up((page_rank(index) * _FINE).astype(np.int64), census.ids)
    order, parent = by_importance(rank, census.parent, root)
    order, parent = order[:MOST_NODES], parent[:MOST_NODES]
    ids = census.ids[order]
    edges = edges_between(index, ids)
    in_degree = index.in_degrees(ids)
    places = _laid_out(parent, edges, templates(in_degree, len(census.ids)))
    return Picture(ids, parent, places, in_degree, edges), rank[order] / _FINE


def _laid_out(parent: Places, edges: Pairs, is_template: Flags) -> Floats:
    """Places: a page is held by the one it is below, and by those that are most like it."""
    pairs = pairs_once(edges[~is_template[edges].any(axis=1)])
    alike = likeness(pairs, len(parent))
    is_close = closest(pairs, alike, _CLOSEST)
    tree = tree_edges(parent)
    strength = _PULL * np.concatenate([np.ones(len(tree)), alike[is_close] + _LEAST_LIKENESS])
    pulls = Pulls(np.concatenate([tree, pairs[is_close]]), strength)
    return fitted(spread(fitted(relaxed(bloomed(parent), pulls))))
