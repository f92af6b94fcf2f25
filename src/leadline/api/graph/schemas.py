"""Schemas of the graph of a crawl."""

from typing import Literal

from pydantic import BaseModel, Field

from leadline.api.json_io import StrictQuery
from leadline.services.drawing.picture import MOST_NODES

_ID = r"^[0-9]{1,19}$"
State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]


class GraphQuery(StrictQuery):
    """Parameters of the graph."""

    view: Literal["tree", "links", "hosts"] = Field(
        "tree",
        description="`tree` places each page below the page that led to it. `links` has all links "
        "between the shown pages. `hosts` has hosts instead of pages.",
    )
    max_nodes: int = Field(
        2_000,
        ge=1,
        le=MOST_NODES,
        description="The largest number of nodes to return. The most important are chosen.",
    )
    root: str | None = Field(
        None,
        pattern=_ID,
        description="The id of a page for the centre: with the pages below it in the tree, or "
        "around it by links.",
    )
    since: int | None = Field(
        None,
        ge=0,
        le=2**63 - 1,
        description="Return only pages that ended or were found after this `seq`, and the edges "
        "that were found with them.",
    )


class Node(BaseModel):
    """A page and its place."""

    id: str
    label: str = Field(description="The title of the page, or its path if it has none.")
    url: str
    host: str
    depth: int
    state: State
    fetched: bool = Field(
        description="Whether the page was fetched. A COMPLETED page that was not fetched is too "
        "deep."
    )
    status: int | None
    in_degree: int = Field(description="The number of pages that link to it.")
    template: bool = Field(
        description="Whether more than 4 % of all pages, and more than 20, link to it. It is "
        "probably in a menu."
    )
    rank: float | None = Field(
        description="The PageRank of the page; null until the whole graph is laid out. The ranks "
        "of all pages add up to 1."
    )
    x: float
    y: float


class HostNode(BaseModel):
    """A host and its place."""

    id: str = Field(description="The name of the host.", examples=["example.com"])
    label: str
    pages: int
    x: float
    y: float


class Total(BaseModel):
    """A number of nodes and edges: `total` in the crawl, `shown` in this answer."""

    nodes: int
    edges: int


class Shown(Total):
    """The number of nodes and edges in an answer."""

    template_edges: int = Field(
        description="The number of edges to pages marked `template`. They come last in `edges`."
    )


class _GraphAnswer(BaseModel):
    seq: int = Field(
        description="The sequence number of this answer. Send it as `since` to get later changes."
    )
    drawn: bool = Field(description="Whether the crawl is over and its whole graph was laid out.")
    total: Total


class Graph(_GraphAnswer):
    """Pages by importance, and the edges between them."""

    view: Literal["tree", "links"]
    layout: Literal["growing", "final", "around"] = Field(
        description="`growing`: each page keeps its first place. `final`: the whole graph was "
        "laid out. `around`: the page `root` is in the centre."
    )
    shown: Shown
    nodes: list[Node]
    edges: list[tuple[int, int]] = Field(
        description="Pairs of source and target, as positions in `nodes`.",
        examples=[[[0, 1], [0, 2]]],
    )


class HostGraph(_GraphAnswer):
    """Hosts: the host of the root first, then those with the most pages."""

    view: Literal["hosts"]
    layout: Literal["growing", "final"]
    shown: Total
    nodes: list[HostNode]
    edges: list[tuple[int, int, int]] = Field(
        description="Source and target, as positions in `nodes`, and the number of links.",
        examples=[[[0, 1, 52]]],
    )


class NewInGraph(_GraphAnswer):
    """Changes since an earlier answer. A page may come again, for example when it has ended."""

    view: Literal["tree", "links"]
    layout: Literal["growing"]
    shown: Total
    nodes: list[Node]
    edges: list[tuple[str, str]] = Field(
        description="Pairs of source and target, as page ids. The pages may be in earlier answers."
    )
