"""What the API answers. What is new in a later server is ignored here.

What was crawled is hostile: titles, texts and addresses are as the site wrote them.
"""

from typing import Any, Generic, Literal, TypeVar

import msgspec

Item = TypeVar("Item")
Status = Literal["pending", "running", "paused", "completed", "cancelled", "failed"]
State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]


class Listed(msgspec.Struct, Generic[Item], frozen=True):
    """Some of a list; `next` is where it goes on."""

    items: list[Item]
    next: str | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Pages in the words for people, the root included: `found` is the sum of the others."""

    found: int = 0
    fetched: int = 0
    """Pages that answered, with success or a redirect."""
    failed: int = 0
    skipped: int = 0
    """Pages that a rule keeps from being fetched."""
    too_deep: int = 0
    """Pages that are recorded and not fetched, because they are deeper than `max_depth`."""
    cancelled: int = 0
    queued: int = 0
    fetching: int = 0


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """A crawl and how far it is.

    `total` is the sum of the states, without the root; pages that are too deep to be fetched are
    among the completed. `figures` counts the same pages for people.
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
    """The limits that keep pages from being fetched: `max_pages`."""
    sitemaps: dict[str, int] = {}
    fetched: int = 0
    """As in `figures`."""
    leads: int = 0
    bytes: int = 0
    seq: int = 0
    """The number of the page that ended last."""
    reason: str = ""
    """Why the status is what it is."""
    submitted_url: str = ""
    duration_s: float = 0.0
    pages_per_s: float = 0.0
    created_at: str | None = None
    started_at: str | None = None
    finished_at: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing will be fetched any more."""
        return self.status in {"completed", "cancelled", "failed"}


class Changed(Progress, frozen=True, kw_only=True):
    """A crawl that has more to do: `reopened` pages are to be fetched, and were not before."""

    reopened: int = 0
    options: dict[str, Any] = {}
    """What it asks for, when that was changed."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a crawl. None is what is not known, or not yet."""

    id: str
    url: str
    state: State
    depth: int
    key: str = ""
    """What addresses of one page have in common."""
    host: str = ""
    status: int | None = None
    title: str | None = None
    content_type: str | None = None
    size: int | None = None
    reason: str | None = None
    """Why it is skipped, and `rule` by which rule."""
    rule: str | None = None
    error: str | None = None
    """The kind of error with which it failed last, and `message` in words."""
    message: str | None = None
    attempts: int = 0
    fetched: bool = False
    """Whether it is COMPLETED with an answer. A COMPLETED page that is not was too deep."""
    found_by: str = ""
    found_on: str | None = None
    parent: str | None = None
    redirected_to: str | None = None
    content_hash: str | None = None
    took_ms: float | None = None
    seq: int | None = None
    links_in: int | None = None
    """How many pages link to it, and `links_out` to how many it does; None if not counted."""
    links_out: int | None = None
    linked_from: list[dict[str, str]] | None = None
    """Of a page that failed, some that link to it: `id`, `url` and `anchor`."""


class PageDetails(Page, frozen=True, kw_only=True):
    """A page with all that is kept of it."""

    explanation: str = ""
    """What became of it, in a sentence."""
    lifted_by: str | None = None
    ip: str | None = None
    headers: list[dict[str, str]] | None = None
    text: str | None = None
    """The beginning of its text."""
    text_length: int = 0
    redirects: list[dict[str, Any]] = []
    path: list[dict[str, Any]] = []
    """A shortest way there from the root."""
    duplicates: list[dict[str, str]] | None = None
    leads_in: dict[str, Any] = {}
    leads_out: dict[str, Any] = {}


class DiffSide(msgspec.Struct, frozen=True, kw_only=True):
    """A page as one of two crawls has it."""

    id: str
    state: State
    fetched: bool = False
    reason: str | None = None
    status: int | None = None
    error: str | None = None
    size: int | None = None
    redirected_to: str | None = None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A page that is not the same in two crawls; None where it is not known."""

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
    """Pages by how they differ, and the `same`."""
    warnings: list[str] = []
    """Sentences that explain differences which are not changes of the site."""
    items: list[Difference] = []
    """The first of each kind, by address."""


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
    """A link from page to page: one for each pair, the first text wins."""

    source: str
    target: str
    anchor: str = ""
    rel: list[str] = []


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A page to be drawn; or a host, which has `pages` instead of what a page has."""

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
    """How many pages lead to it."""
    template: bool = False
    """So many pages lead to it that it is a menu, probably."""
    rank: float | None = None
    """Its PageRank, once the crawl was laid out."""
    pages: int = 0


class Graph(msgspec.Struct, frozen=True, kw_only=True):
    """Pages or hosts by importance, with their places, and what is between them."""

    view: Literal["tree", "links", "hosts"]
    layout: Literal["growing", "final", "around"]
    seq: int
    """The moment of this answer: give it as `since` to go on."""
    drawn: bool
    """Whether the crawl is over and was laid out as a whole."""
    nodes: list[Node]
    edges: list[list[int | str]]
    """From and to, as places in `nodes`; as ids when `since` was given. Of hosts, how many, too."""
    total: dict[str, int]
    shown: dict[str, int] = {}
