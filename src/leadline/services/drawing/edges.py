"""The leads between pages that are shown, as pairs of places among these."""

import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageLeads
from leadline.services.drawing.census import places_of
from leadline.services.drawing.forest import NOBODY
from leadline.services.drawing.picture import NO_EDGES, Pairs, most_important
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers
from leadline.store.reader import Pages

_CHUNK = 2_000


def edges_between(index: LinkIndex, ids: Numbers) -> Pairs:
    """Those that a link index knows."""
    places = places_of(index.ids, ids)
    is_linked = places != NOBODY
    node = np.full(len(index.ids), NOBODY, np.int64)
    node[places[is_linked]] = np.flatnonzero(is_linked)
    sources, targets = index.rows.leads_of(places[is_linked])
    edges = np.stack([node[sources], node[targets]], axis=1)
    return most_important(edges[edges[:, 1] != NOBODY])


async def edges_stored(store: Pages, crawl: CrawlId, ids: Numbers) -> Pairs:
    """The same from the store, for who has no index."""
    order = np.argsort(ids)
    edges = [NO_EDGES]
    for start in range(0, len(ids), _CHUNK):
        some = [PageId(page) for page in ids[start : start + _CHUNK].tolist()]
        known = await store.leads_of(crawl, some)
        leads = [(node, known[page]) for node, page in enumerate(some, start) if page in known]
        sources, targets = _columns(leads)
        places = places_of(ids[order], targets)
        is_shown = places != NOBODY
        edges.append(np.stack([sources[is_shown], order[places[is_shown]]], axis=1))
    return most_important(np.concatenate(edges))


def _columns(leads: list[tuple[int, PageLeads]]) -> tuple[Numbers, Numbers]:
    """The place of the source, and the id of the target, of each lead."""
    targets = np.frombuffer(b"".join([each.targets for _, each in leads]), "<i8")
    counts = [len(each.targets) // 8 for _, each in leads]
    sources = np.repeat(np.array([node for node, _ in leads], np.int64), counts)
    return sources, targets.astype(np.int64)
