"""Pages: as they are found, handed to workers, and stored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NewType

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.skips import SkipReason

Token = NewType("Token", int)
"""The proof of a lease. Random, so that a worker that lost one cannot guess the next."""
WorkerId = NewType("WorkerId", str)


class PageState(StrEnum):
    """The state of a page."""

    PENDING = "PENDING"
    IN_PROGRESS = "IN-PROGRESS"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    SKIPPED = "SKIPPED"


class Figure(StrEnum):
    """The figures of a crawl, in the words for people: exactly one of them counts a page."""

    FETCHED = "fetched"
    FAILED = "failed"
    SKIPPED = "skipped"
    TOO_DEEP = "too deep"
    CANCELLED = "cancelled"
    QUEUED = "queued"
    FETCHING = "fetching"


_FIGURES = {
    PageState.PENDING: Figure.QUEUED,
    PageState.IN_PROGRESS: Figure.FETCHING,
    PageState.FAILED: Figure.FAILED,
    PageState.CANCELLED: Figure.CANCELLED,
    PageState.SKIPPED: Figure.SKIPPED,
}


def figure_of(state: PageState, *, is_fetched: bool) -> Figure:
    """Return the figure that counts a page. A COMPLETED page without an answer is too deep."""
    if state is PageState.COMPLETED:
        return Figure.FETCHED if is_fetched else Figure.TOO_DEEP
    return _FIGURES[state]


class PageKind(StrEnum):
    """The kind of a page, which decides about the worker that it needs.

    Sitemaps are outside of all counts and of the graph. External pages are out of scope: they are
    requested to see whether they are there, and never read.
    """

    PAGE = "page"
    SITEMAP = "sitemap"
    BROWSER = "browser"
    EXTERNAL = "external"


class FoundBy(StrEnum):
    """The way in which a page was found."""

    ROOT = "root"
    LINK = "link"
    REDIRECT = "redirect"
    SITEMAP = "sitemap"


# A named tuple, because each page makes one: a frozen dataclass takes four times as long.
class Task(NamedTuple):
    """A page that a worker is to fetch."""

    id: PageId
    address: Address
    depth: int
    attempt: int
    """1 at the first try."""
    hops: int
    """The number of redirects that led to this address."""
    is_root: bool
    kind: PageKind = PageKind.PAGE
    waits: int = 0
    """How often the host asked for a pause instead of answering."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages of one crawl, host and kind, under one lease.

    `parallel` bounds the open requests of the worker, over all of its batches of the same crawl
    and host. With a `gap_s` the worker has the turn of the host: requests start at least that far
    apart, and the first one not before `start_in_s` after the batch was received.
    """

    token: Token
    crawl: CrawlId
    host: str
    tasks: tuple[Task, ...]
    parallel: int
    gap_s: float
    start_in_s: float
    is_contended: bool = False
    """Whether other pages wait for requests of the host. When all slots are in use, the worker
    reports an answer at once, because it frees one."""
    is_awaited: bool = False
    """Whether a client waits for a page of the batch: then the host gives it every second turn."""


class NewPage(NamedTuple):
    """A page that was found; stored unless the crawl knows its id already.

    `skipped` is set if a rule that needs no request (scope, trap, nofollow) skips it. The store
    counts budgets by `shape`, by `site`, and by whether the link to it `goes_round`.
    """

    id: PageId
    address: Address
    host: str
    site: str
    depth: int
    hops: int
    found_by: FoundBy
    is_fetched: bool
    """False for pages that are too deep: recorded as completed, and never requested."""
    shape: str | None = None
    goes_round: bool = False
    skipped: tuple[SkipReason, str] | None = None
    kind: PageKind = PageKind.PAGE


class Lead(NamedTuple):
    """A stored link: one for each target, with the anchor of the first link to it."""

    target: PageId
    anchor: str
    rel: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackedLeads:
    """Leads in their stored form.

    `targets` are ids as 64-bit little-endian integers; `notes` has the anchors and rels, in the
    same order. `store.packing` reads both.
    """

    targets: bytes
    notes: bytes

    def __len__(self) -> int:
        return len(self.targets) // 8


class PageLeads(NamedTuple):
    """The leads of one page, as in `PackedLeads`. `seq` is the page's sequence number."""

    seq: int
    source: PageId
    is_redirect: bool
    targets: bytes
    notes: bytes


class Answer(NamedTuple):
    """The stored facts of a response. `Page` has a field of the same name for each."""

    status: int
    content_type: str
    size: int
    title: str
    truncated: str | None
    parse: str | None
    content_hash: int
    redirected_to: Address | None
    timings: tuple[float, ...]
    ip: str
    ended_at: Address | None = None
    """The address that redirects to the same page led to; None if it is the address of the page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A stored page without its bodies and leads. None is unknown, or not known yet.

    `timings` are milliseconds: DNS, connecting, TLS, first byte, total.
    """

    id: PageId
    address: Address
    host: str
    kind: PageKind
    state: PageState
    depth: int
    found_by: FoundBy
    found_on: PageId | None
    parent: PageId | None
    is_fetched: bool
    """Whether it is COMPLETED with an answer. A COMPLETED page without one is too deep."""
    attempts: int
    seq: int | None
    reason: SkipReason | None
    rule: str | None
    status: int | None
    content_type: str | None
    size: int | None
    title: str | None
    truncated: str | None
    parse: str | None
    content_hash: int | None
    redirected_to: Address | None
    timings: tuple[float, ...]
    ip: str | None
    error: str | None
    message: str | None
    ended_at: Address | None = None
    """The address that answered, if redirects to the same page led to another one."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A choice among the pages that failed or were skipped; None is any."""

    state: PageState
    reason: str | None = None
    """The error, or the reason of skipping."""
    status: tuple[int, int] | None = None
    """The first and the last status, both included."""
    until: int | None = None
    """The last sequence number that counts: pages that ended later stay as they are."""


@dataclass(frozen=True, slots=True)
class InFlight:
    """A page that a worker fetches now."""

    page: PageId
    address: Address
    host: str
    worker: WorkerId
    for_s: float
