"""The hosts of a crawl, each as one node."""

from collections.abc import Callable

import numpy as np

from leadline.services.drawing.census import Census, places_of
from leadline.services.drawing.flowers import Floats, spiral
from leadline.services.drawing.forces import Pulls, fitted, relaxed
from leadline.services.drawing.forest import NOBODY
from leadline.services.drawing.growth import Growth
from leadline.services.drawing.picture import MOST_NODES, Pairs
from leadline.services.drawing.sheet import HostSheet
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rows import Numbers

_MOST_EDGES = 100_000
_DIGITS = 3

Placing = Callable[[Numbers, Pulls], Floats]
"""From hosts by number, and what holds them together, to where they are."""


def host_sheet(census: Census, index: LinkIndex, root: int, placing: Placing) -> HostSheet:
    """Hosts, that of the root first, then by their pages; and the leads from one to another."""
    pages = np.bincount(census.host, minlength=len(census.host_names))
    first = np.arange(len(pages)) != census.host[root]
    chosen = np.lexsort((-pages, first))[:MOST_NODES]
    pairs, leads = _between(census, index)
    node = np.full(len(pages), NOBODY, np.int64)
    node[chosen] = np.arange(len(chosen))
    is_shown = np.flatnonzero((node[pairs] != NOBODY).all(axis=1))[:_MOST_EDGES]
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
    """Pairs of different hosts with leads from one to the other, those with the most first."""
    host = np.append(census.host, NOBODY)[places_of(census.ids, index.ids)]
    one, other = host[index.rows.sources], host[index.rows.targets]
    is_between = (one != other) & (one != NOBODY) & (other != NOBODY)
    hosts = max(len(census.host_names), 1)
    between = one[is_between].astype(np.int64) * hosts + other[is_between]
    found, counts = np.unique(between, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return np.stack(np.divmod(found, hosts), axis=1)[order], counts[order]


def laid_out(hosts: Numbers, pulls: Pulls) -> Floats:
    """Places for the end of a crawl: hosts that link to each other are near."""
    # Who is linked to nobody would be pushed far away.
    star = np.stack([np.zeros(len(hosts), np.int64), np.arange(len(hosts))], axis=1)[1:]
    strength = np.concatenate([np.ones(len(star)), pulls.strength])
    held = Pulls(np.concatenate([star, pulls.pairs]), strength)
    return fitted(relaxed(spiral(np.arange(len(hosts))), held))


def as_found(census: Census, growth: Growth) -> Placing:
    """Places while a crawl runs: in the order in which the hosts were found, from inside out."""
    places = places_of(census.ids, growth.ids)
    host = census.host[places[places != NOBODY]]
    found, first = np.unique(host, return_index=True)
    number = np.full(len(census.host_names), len(census.host_names), np.int64)
    number[found[np.argsort(first)]] = np.arange(len(found))

    def placed(hosts: Numbers, _: Pulls) -> Floats:
        return spiral(number[hosts])

    return placed
