"""The leads between shown pages, as pairs of their places."""

import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageLeads
from leadline.services.drawing.layout.forest import Pairs
from leadline.services.drawing.picture import NO_EDGES, most_important
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import NO_PLACE, Numbers, places_among, target_ids
from leadline.store.packing import lead_counts
from leadline.store.reader import Pages

_CHUNK = 2_000


def edges_between(index: LinkIndex, ids: Numbers) -> Pairs:
    """Return the edges between these pages from a link index."""
    places = places_among(index.ids, ids)
    is_linked = places != NO_PLACE
    node = np.full(len(index.ids), NO_PLACE, np.int64)
    node[places[is_linked]] = np.flatnonzero(is_linked)
    sources, targets = index.rows.leads_of(places[is_linked])
    edges = np.stack([node[sources], node[targets]], axis=1)
    return most_important(edges[edges[:, 1] != NO_PLACE])


async def edges_stored(store: Pages, crawl: CrawlId, ids: Numbers) -> Pairs:
    """Return the edges between these pages from the store, without an index."""
    order = np.argsort(ids)
    edges = [NO_EDGES]
    for start in range(0, len(ids), _CHUNK):
        some = [PageId(page) for page in ids[start : start + _CHUNK].tolist()]
        known = await store.leads_of(crawl, some)
        leads = [(node, known[page]) for node, page in enumerate(some, start) if page in known]
        sources, targets = _columns(leads)
        places = places_among(ids[order], targets)
        is_shown = places != NO_PLACE
        edges.append(np.stack([sources[is_shown], order[places[is_shown]]], axis=1))
    return most_important(np.concatenate(edges))


def _columns(leads: list[tuple[int, PageLeads]]) -> tuple[Numbers, Numbers]:
    """Return the place of the source, and the id of the target, of each lead."""
    nodes = np.array([node for node, _ in leads], np.int64)
    kept = [each for _, each in leads]
    return np.repeat(nodes, lead_counts(kept)), target_ids(kept)
