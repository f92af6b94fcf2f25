"""The pages around a page, over leads in both directions."""

import numpy as np

from leadline.services.drawing.edges import edges_between
from leadline.services.drawing.picture import Picture, bloomed, templates
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import NO_PLACE, Numbers, Places


def neighbourhood(index: LinkIndex, place: int, most: int, pages: int) -> Picture:
    """Return a page and the pages around it: the nearest first, then the most linked.

    The search does not continue through pages that almost every page links to.
    """
    in_degree = index.in_degrees(index.ids)
    is_crossed = ~templates(in_degree, pages)
    before = np.full(len(index.ids), NO_PLACE, np.int32)
    before[place] = place
    found, level = [np.array([place])], np.array([place], np.int32)
    while len(level) and sum(map(len, found)) < most:
        sources, targets = _around(index, level)
        is_new = before[targets] == NO_PLACE
        new, first = np.unique(targets[is_new], return_index=True)
        before[new] = sources[is_new][first]
        found.append(new[np.argsort(-in_degree[new], kind="stable")])
        level = new[is_crossed[new]].astype(np.int32)
    return _picture(index, np.concatenate(found)[:most], before, in_degree)


def _around(index: LinkIndex, level: Places) -> tuple[Places, Places]:
    ways = [rows.leads_of(level) for rows in (index.rows, index.back)]
    sources, targets = (np.concatenate(each) for each in zip(*ways, strict=True))
    return sources, targets


def _picture(index: LinkIndex, chosen: Numbers, before: Places, in_degree: Numbers) -> Picture:
    node = np.full(len(index.ids), NO_PLACE, np.int32)
    node[chosen] = np.arange(len(chosen), dtype=np.int32)
    parent = node[before[chosen]]
    parent[0] = NO_PLACE
    ids = index.ids[chosen]
    return Picture(ids, parent, bloomed(parent), in_degree[chosen], edges_between(index, ids))
