"""Objects that the API returns. Fields that a later server adds are ignored.

Crawled content is hostile: titles, texts and addresses are exactly as the site wrote them.
"""

from typing import Any, Generic, Literal, TypeVar

import msgspec

Item = TypeVar("Item")
Status = Literal["pending", "running", "paused", "completed", "cancelled", "failed"]
State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]


class Listed(msgspec.Struct, Generic[Item], frozen=True):
    """A part of a list; `next` is the cursor of the next part."""

    items: list[Item]
    next: str | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a crawl, including the root: `found` is the sum of the others."""

    found: int = 0
    fetched: int = 0
    """Pages that answered with success or a redirect."""
    failed: int = 0
    skipped: int = 0
    """Pages that a rule skips."""
    too_deep: int = 0
    """Pages that are recorded but not fetched, because they are deeper than `max_depth`."""
    cancelled: int = 0
    queued: int = 0
    fetching: int = 0


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """A crawl and its progress.

    `total` is the sum of the states, without the root. Pages that are too deep count as completed.
    `figures` counts each page, including the root, by what happened to it.
    """

    crawl_id: str
    status: Status
    total: int
    completed: int
    pending: int
    in_progress: int
    failed: int
    root_url: str
    requested_depth: int
    max_depth: int = 0
    """The deepest depth that is fetched."""
    figures: Figures = Figures()
    cancelled: int = 0
    skipped: int = 0
    skipped_by: dict[str, int] = {}
    limit_reached: list[str] = []
    """The limits because of which pages were skipped, such as `max_pages`."""
    sitemaps: dict[str, int] = {}
    fetched: int = 0
    """The figure `fetched`."""
    leads: int = 0
    bytes: int = 0
    seq: int = 0
    """The sequence number of the page that ended last."""
    reason: str = ""
    """Why the crawl has this status."""
    submitted_url: str = ""
    duration_s: float = 0.0
    pages_per_s: float = 0.0
    created_at: str | None = None
    started_at: str | None = None
    finished_at: str | None = None

    @property
    def is_over(self) -> bool:
        """Return whether no further page will be fetched."""
        return self.status in {"completed", "cancelled", "failed"}


class Changed(Progress, frozen=True, kw_only=True):
    """A crawl after a change or a retry: `reopened` pages were queued again."""

    reopened: int = 0
    options: dict[str, Any] = {}
    """The options of the crawl after a change."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a crawl. None means that a value is not known, or not known yet."""

    id: str
    url: str
    state: State
    depth: int
    key: str = ""
    """The URL key, which all addresses of one page share."""
    host: str = ""
    status: int | None = None
    title: str | None = None
    content_type: str | None = None
    size: int | None = None
    reason: str | None = None
    """Why the page is skipped; `rule` is the rule."""
    rule: str | None = None
    error: str | None = None
    """The kind of the last error; `message` has it in words."""
    message: str | None = None
    attempts: int = 0
    fetched: bool = False
    """Whether the page is COMPLETED and answered. Other COMPLETED pages are too deep."""
    found_by: str = ""
    found_on: str | None = None
    parent: str | None = None
    redirected_to: str | None = None
    content_hash: str | None = None
    took_ms: float | None = None
    seq: int | None = None
    links_in: int | None = None
    """The number of pages that link to it; `links_out`: that it links to. None if not counted."""
    links_out: int | None = None
    linked_from: list[dict[str, str]] | None = None
    """For a failed page, some pages that link to it: `id`, `url` and `anchor`."""


class PageDetails(Page, frozen=True, kw_only=True):
    """A page with everything that is stored of it."""

    explanation: str = ""
    """A sentence about what happened to the page."""
    lifted_by: str | None = None
    ip: str | None = None
    headers: list[dict[str, str]] | None = None
    text: str | None = None
    """The first characters of its text."""
    text_length: int = 0
    description: str | None = None
    keywords: list[str] = []
    redirects: list[dict[str, Any]] = []
    path: list[dict[str, Any]] = []
    """A shortest path from the root to the page."""
    duplicates: list[dict[str, str]] | None = None
    leads_in: dict[str, Any] = {}
    leads_out: dict[str, Any] = {}


class DiffSide(msgspec.Struct, frozen=True, kw_only=True):
    """A page in one of two crawls."""

    id: str
    state: State
    fetched: bool = False
    reason: str | None = None
    status: int | None = None
    error: str | None = None
    size: int | None = None
    redirected_to: str | None = None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A page that differs between two crawls. None means that a crawl does not know the page."""

    change: Literal["new", "gone", "status", "changed", "not_fetched"]
    url: str
    before: DiffSide | None = None
    after: DiffSide | None = None


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """The differences between two crawls."""

    before: str
    """The id of the earlier crawl."""
    after: str
    counts: dict[str, int]
    """The number of pages for each kind of difference, and for `same`."""
    warnings: list[str] = []
    """Sentences about differences that are not changes of the site."""
    items: list[Difference] = []
    """The first pages of each kind, by address."""


class EndedPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page that has just ended."""

    id: str
    seq: int
    url: str
    state: State
    depth: int
    status: int | None = None
    reason: str | None = None
    error: str | None = None
    title: str | None = None
    content_type: str | None = None
    size: int | None = None
    found_by: str = ""
    found_on: str | None = None
    redirected_to: str | None = None


class Lead(msgspec.Struct, frozen=True):
    """A link from one page to another: one for each pair, with the text of the first."""

    source: str
    target: str
    anchor: str = ""
    rel: list[str] = []


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A page and its place in the graph; or a host, which has `pages` and no fields of a page."""

    id: str
    label: str
    x: float
    y: float
    url: str = ""
    host: str = ""
    depth: int = 0
    state: State | None = None
    fetched: bool = False
    status: int | None = None
    in_degree: int = 0
    """The number of pages that link to it."""
    template: bool = False
    """Whether so many pages link to it that it is probably in a menu."""
    rank: float | None = None
    """The PageRank of the page; None until the whole graph is laid out."""
    pages: int = 0


class Graph(msgspec.Struct, frozen=True, kw_only=True):
    """Pages or hosts by importance, with their places, and the edges between them."""

    view: Literal["tree", "links", "hosts"]
    layout: Literal["growing", "final", "around"]
    seq: int
    """The sequence number of this answer. Send it as `since` to get later changes."""
    drawn: bool
    """Whether the crawl is over and its whole graph was laid out."""
    nodes: list[Node]
    edges: list[list[int | str]]
    """Source and target: positions in `nodes`, or ids with `since`. Hosts have a count, too."""
    total: dict[str, int]
    shown: dict[str, int] = {}
