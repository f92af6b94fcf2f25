"""The part of a crawl that is new since a sequence number, for pictures that grow."""

from collections.abc import Mapping, Sequence

import numpy as np

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page, PageLeads
from leadline.services.drawing.growth import Growth
from leadline.services.drawing.picture import MOST_EDGES, templates
from leadline.services.graph.rows import Numbers
from leadline.services.graph_views.rows import encoded, known_pages, node_rows, total
from leadline.store.packing import lead_counts, targets_of
from leadline.store.reader import Reader

_CHUNK = 1_000

Ids = list[tuple[str, str]]
"""Edges as pairs of ids in decimal digits."""


async def news(
    store: Reader, crawl: Crawl, growth: Growth, since: int, most: int, *, is_tree: bool
) -> JsonObject:
    """Return pages that ended or were found since, and their edges.

    The next call continues from `seq`: everything up to it is returned, except if the leads of a
    single page are too many.
    """
    ended = await store.ended_pages(crawl.id, most + 1, since)
    until = _until(growth, ended, since, crawl.seq, most)
    leads: list[PageLeads] = []
    if not is_tree:
        until, leads = await _leads(store, crawl, since, until)
    numbers = _numbers(growth, ended, since, until)[:most]
    edges = _tree(growth, numbers, since) if is_tree else _pairs(leads)
    known = {page.id: page for page in ended}
    others = [page for page in growth.ids[numbers].tolist() if page not in known]
    known |= await known_pages(store, crawl.id, np.array(others, np.int64))
    nodes = _nodes(growth, numbers, known, crawl.counts.total + 1)
    return {
        "seq": until,
        "shown": total(len(nodes), len(edges)),
        "nodes": encoded(nodes),
        "edges": encoded(edges),
    }


def _until(growth: Growth, ended: Sequence[Page], since: int, seq: int, most: int) -> int:
    """Return the sequence number up to which there is room; at least that of the first event."""
    found = growth.found_at[(growth.found_at > since) & (growth.found_at <= seq)]
    happened = np.sort(np.concatenate([found, [page.seq or 0 for page in ended]]))
    if len(happened) <= most:
        return max(seq, since)
    return max(int(happened[most]) - 1, int(happened[0]))


def _numbers(growth: Growth, ended: Sequence[Page], since: int, until: int) -> Numbers:
    """Return the numbers of the new pages that have leads, or that leads lead to."""
    found = np.flatnonzero((growth.found_at > since) & (growth.found_at <= until))
    ids = [page.id for page in ended if page.seq is not None and page.seq <= until]
    known = growth.numbers(np.array(ids, np.int64))
    return np.union1d(found, known[known >= 0])


async def _leads(
    store: Reader, crawl: Crawl, since: int, until: int
) -> tuple[int, list[PageLeads]]:
    """Return leads up to a sequence number, or to an earlier one if they are too many."""
    kept: list[PageLeads] = []
    left, last = MOST_EDGES, since
    while chunk := await store.edges(crawl.id, _CHUNK, last):
        for leads, count in zip(chunk, lead_counts(chunk), strict=True):
            if leads.seq > until:
                return until, kept
            left -= count
            if left < 0 and kept:
                return last, kept
            kept.append(leads)
            last = leads.seq
    return until, kept


def _pairs(leads: Sequence[PageLeads]) -> Ids:
    return [
        (str(each.source), str(target)) for each in leads for target in targets_of(each.targets)
    ]


def _tree(growth: Growth, numbers: Numbers, since: int) -> Ids:
    """Return the edges from parents to those of these pages that were found since."""
    children = numbers[(growth.found_at[numbers] > since) & (growth.parent[numbers] >= 0)]
    parents = growth.ids[growth.parent[children]].tolist()
    pairs = zip(parents, growth.ids[children].tolist(), strict=True)
    return [(str(parent), str(child)) for parent, child in pairs]


def _nodes(
    growth: Growth, numbers: Numbers, known: Mapping[PageId, Page], pages: int
) -> list[JsonObject]:
    there = numbers[np.isin(growth.ids[numbers], np.array(list(known), np.int64))]
    in_degree = growth.in_degree[there]
    pages_there = [known[page] for page in growth.ids[there].tolist()]
    return list(
        node_rows(pages_there, growth.places(there), in_degree, templates(in_degree, pages))
    )
