"""The graph of a crawl as face A documents it."""

from typing import Literal

from pydantic import BaseModel, Field

from leadline.api.answers import Asked
from leadline.services.drawing.picture import MOST_NODES

_ID = r"^[0-9]{1,19}$"
State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]


class AskedGraph(Asked):
    """Which part of it."""

    view: Literal["tree", "links", "hosts"] = Field(
        "tree",
        description="`tree`: each page below one other. `links`: all leads between the pages that "
        "are shown. `hosts`: hosts instead of pages.",
    )
    max_nodes: int = Field(
        2_000, ge=1, le=MOST_NODES, description="How many nodes at most: the most important."
    )
    root: str | None = Field(
        None,
        pattern=_ID,
        description="A page to be in the middle: with what is below it in the tree, or what is "
        "around it over leads.",
    )
    since: int | None = Field(
        None,
        ge=0,
        le=2**63 - 1,
        description="Only pages that ended or were found after this `seq`, and the edges that came "
        "with them.",
    )


class Node(BaseModel):
    """A page and its place."""

    id: str
    label: str = Field(description="Its title, or else its path.")
    url: str
    host: str
    depth: int
    state: State
    fetched: bool = Field(description="A COMPLETED page that is not was too deep to be fetched.")
    status: int | None
    in_degree: int = Field(description="How many pages lead to it.")
    template: bool = Field(
        description="More than 4 % of all pages, and more than 20, lead to it: a menu, probably."
    )
    rank: float | None = Field(
        description="Its PageRank, of which all pages together have 1; null before the crawl was "
        "laid out."
    )
    x: float
    y: float


class HostNode(BaseModel):
    """A host and its place."""

    id: str = Field(description="Its name.", examples=["example.com"])
    label: str
    pages: int
    x: float
    y: float


class Total(BaseModel):
    """How much there is: `total` in all, `shown` in this answer."""

    nodes: int
    edges: int


class Shown(Total):
    """How much of it an answer has."""

    template_edges: int = Field(description="Edges to pages marked `template`: the last ones.")


class _Told(BaseModel):
    seq: int = Field(description="The moment of this answer: give it as `since` to go on.")
    drawn: bool = Field(description="Whether the crawl is over and was laid out as a whole.")
    total: Total


class Graph(_Told):
    """Pages by importance, and edges between them."""

    view: Literal["tree", "links"]
    layout: Literal["growing", "final", "around"] = Field(
        description="`growing`: where each page appeared, for good. `final`: as laid out at the "
        "end. `around`: around the page `root`."
    )
    shown: Shown
    nodes: list[Node]
    edges: list[tuple[int, int]] = Field(
        description="From and to, as places in `nodes`.", examples=[[[0, 1], [0, 2]]]
    )


class HostGraph(_Told):
    """Hosts, that of the root first, then those with the most pages."""

    view: Literal["hosts"]
    layout: Literal["growing", "final"]
    shown: Total
    nodes: list[HostNode]
    edges: list[tuple[int, int, int]] = Field(
        description="From and to, as places in `nodes`, and how many leads.",
        examples=[[[0, 1, 52]]],
    )


class NewInGraph(_Told):
    """What is new. A page may come again: when it has ended, or when it was told of before."""

    view: Literal["tree", "links"]
    layout: Literal["growing"]
    shown: Total
    nodes: list[Node]
    edges: list[tuple[str, str]] = Field(
        description="From and to, as ids of pages, which may have come in earlier answers."
    )
