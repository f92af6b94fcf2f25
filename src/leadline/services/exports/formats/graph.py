"""Formats of graphs: text with all nodes, then all edges."""

import itertools
import re
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from leadline.domain.crawls import PageId
from leadline.domain.pages import Lead

NODE_TYPES = {
    "url": "string",
    "label": "string",
    "depth": "integer",
    "state": "string",
    "status": "integer",
    "host": "string",
    "title": "string",
}
EDGE_TYPES = {"anchor": "string", "rel": "string"}

# Characters that XML 1.0 forbids, and those with a meaning in it. A parser would change tabs and
# line breaks.
_SPECIAL = re.compile('[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]')
_WRITTEN = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;",
    "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
}  # fmt: skip


class Node(NamedTuple):
    """A page and its attributes; None is not written."""

    id: PageId
    values: dict[str, str | int | None]


class Edge(NamedTuple):
    """A lead between two pages that are both nodes."""

    source: PageId
    lead: Lead


class GraphFormat(NamedTuple):
    """The parts of a graph file. Edges are numbered from 1."""

    head: str
    node: Callable[[Node], str]
    between: str
    edge: Callable[[Edge, int], str]
    tail: str


async def graph(
    form: GraphFormat, nodes: AsyncIterator[list[Node]], edges: AsyncIterator[list[Edge]]
) -> AsyncIterator[bytes]:
    """Yield a graph, a few lines at a time."""
    yield form.head.encode()
    async for some_nodes in nodes:
        yield "".join(map(form.node, some_nodes)).encode()
    yield form.between.encode()
    numbers = itertools.count(1)
    async for some_edges in edges:
        yield "".join(map(form.edge, some_edges, numbers)).encode()
    yield form.tail.encode()


def xml(value: str | int) -> str:
    """Return a value escaped for XML, without characters that XML forbids."""
    return _SPECIAL.sub(_xml, str(value))


def _xml(match: re.Match[str]) -> str:
    return _WRITTEN.get(match[0], "")
