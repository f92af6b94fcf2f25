"""The drawing of a crawl that is over: which of its pages are shown, and where."""

import numpy as np

from leadline.domain.crawls import Crawl
from leadline.domain.errors import UnknownCrawl
from leadline.services.drawing.census import Census
from leadline.services.drawing.edges import edges_between
from leadline.services.drawing.hosts import host_sheet, laid_out
from leadline.services.drawing.layout.flowers import Floats
from leadline.services.drawing.layout.forces import Pulls, fitted, relaxed
from leadline.services.drawing.layout.forest import Pairs, by_importance
from leadline.services.drawing.layout.likeness import closest, likeness, pairs_once
from leadline.services.drawing.layout.spread import spread
from leadline.services.drawing.picture import (
    MOST_NODES,
    Flags,
    Picture,
    bloomed,
    templates,
    tree_edges,
)
from leadline.services.drawing.sheet import packed
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rank import page_rank
from leadline.services.graph.rows import NO_PLACE, Places, places_among
from leadline.store.reader import Reader

_FINE = 2**60
_CLOSEST = 2
_PULL = 2.0
_LEAST_LIKENESS = 0.02


async def draw_crawl(store: Reader, crawl: Crawl) -> bytes:
    """Return the drawing of a crawl, as it is stored. Raises UnknownCrawl. Takes seconds of CPU."""
    census = await Census.read(store, crawl.id)
    index = await LinkIndex.read(store, crawl.id)
    root = int(places_among(census.ids, np.array([crawl.root]))[0])
    if root == NO_PLACE:
        raise UnknownCrawl(f"the crawl {crawl.id} is being removed")
    picture, ranks = _picture(census, index, root)
    hosts = host_sheet(census, index, root, laid_out)
    return packed(picture, ranks, hosts, tree_edges=int((census.parent != NO_PLACE).sum()))


def _picture(census: Census, index: LinkIndex, root: int) -> tuple[Picture, Floats]:
    """Return the picture of the shown pages, and their PageRank."""
    rank = index.looked_up((page_rank(index) * _FINE).astype(np.int64), census.ids)
    order, parent = by_importance(rank, census.parent, root)
    order, parent = order[:MOST_NODES], parent[:MOST_NODES]
    ids = census.ids[order]
    edges = edges_between(index, ids)
    in_degree = index.in_degrees(ids)
    places = _laid_out(parent, edges, templates(in_degree, len(census.ids)))
    return Picture(ids, parent, places, in_degree, edges), rank[order] / _FINE


def _laid_out(parent: Places, edges: Pairs, is_template: Flags) -> Floats:
    """Return places: a page is pulled by its parent, and by the pages most like it."""
    pairs = pairs_once(edges[~is_template[edges].any(axis=1)])
    alike = likeness(pairs, len(parent))
    is_close = closest(pairs, alike, _CLOSEST)
    tree = tree_edges(parent)
    strength = _PULL * np.concatenate([np.ones(len(tree)), alike[is_close] + _LEAST_LIKENESS])
    pulls = Pulls(np.concatenate([tree, pairs[is_close]]), strength)
    return fitted(spread(fitted(relaxed(bloomed(parent), pulls))))
