"""The hosts of a crawl, each as one node."""

from collections.abc import Callable

import numpy as np

from leadline.services.drawing.census import Census
from leadline.services.drawing.growth import Growth
from leadline.services.drawing.layout.flowers import Floats, spiral
from leadline.services.drawing.layout.forces import Pulls, fitted, relaxed
from leadline.services.drawing.layout.forest import Pairs
from leadline.services.drawing.picture import MOST_NODES
from leadline.services.drawing.sheet import HostSheet
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import NO_PLACE, Numbers, places_among

_MOST_EDGES = 100_000
_DIGITS = 3

Placing = Callable[[Numbers, Pulls], Floats]
"""A function from hosts by number, and the pulls between them, to their places."""


def host_sheet(census: Census, index: LinkIndex, root: int, placing: Placing) -> HostSheet:
    """Return hosts, that of the root first, then by their pages; and the leads between them."""
    pages = np.bincount(census.host, minlength=len(census.host_names))
    first = np.arange(len(pages)) != census.host[root]
    chosen = np.lexsort((-pages, first))[:MOST_NODES]
    pairs, leads = _between(census, index)
    node = np.full(len(pages), NO_PLACE, np.int64)
    node[chosen] = np.arange(len(chosen))
    is_shown = np.flatnonzero((node[pairs] != NO_PLACE).all(axis=1))[:_MOST_EDGES]
    edges, weights = node[pairs][is_shown], leads[is_shown]
    places = placing(chosen, Pulls(edges, np.log1p(weights))).round(_DIGITS)
    return HostSheet(
        names=[census.host_names[number] for number in chosen.tolist()],
        pages=pages[chosen].tolist(),
        places=[(x, y) for x, y in places.tolist()],
        edges=[(i, j, n) for (i, j), n in zip(edges.tolist(), weights.tolist(), strict=True)],
        total_nodes=len(pages),
        total_edges=len(pairs),
    )


def _between(census: Census, index: LinkIndex) -> tuple[Pairs, Numbers]:
    """Return pairs of different hosts with leads between them, those with the most first."""
    host = np.append(census.host, NO_PLACE)[places_among(census.ids, index.ids)]
    one, other = host[index.rows.sources], host[index.rows.targets]
    is_between = (one != other) & (one != NO_PLACE) & (other != NO_PLACE)
    hosts = max(len(census.host_names), 1)
    between = one[is_between].astype(np.int64) * hosts + other[is_between]
    found, counts = np.unique(between, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return np.stack(np.divmod(found, hosts), axis=1)[order], counts[order]


def laid_out(hosts: Numbers, pulls: Pulls) -> Floats:
    """Return places for a crawl that is over: hosts that link to each other are near."""
    # Each host is tied to the first one: without links it would be pushed far away.
    star = np.stack([np.zeros(len(hosts), np.int64), np.arange(len(hosts))], axis=1)[1:]
    strength = np.concatenate([np.ones(len(star)), pulls.strength])
    held = Pulls(np.concatenate([star, pulls.pairs]), strength)
    return fitted(relaxed(spiral(np.arange(len(hosts))), held))


def as_found(census: Census, growth: Growth) -> Placing:
    """Return places for a running crawl: hosts in the order found, from the middle outwards."""
    places = places_among(census.ids, growth.ids)
    host = census.host[places[places != NO_PLACE]]
    found, first = np.unique(host, return_index=True)
    number = np.full(len(census.host_names), len(census.host_names), np.int64)
    number[found[np.argsort(first)]] = np.arange(len(found))

    def placed(hosts: Numbers, _: Pulls) -> Floats:
        return spiral(number[hosts])

    return placed
