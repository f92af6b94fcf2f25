"""Pages: what is to be fetched, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NewType

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.outcomes import SkipReason

Token = NewType("Token", int)
"""Proves a lease. Random, so that nobody who lost a lease can guess the next one's."""
WorkerId = NewType("WorkerId", str)


class PageState(StrEnum):
    """Where a page stands."""

    PENDING = "PENDING"
    IN_PROGRESS = "IN-PROGRESS"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    SKIPPED = "SKIPPED"


class Figure(StrEnum):
    """The figure that counts a page, in the words for people: exactly one of these does."""

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
    """The figure that counts a page. One that is COMPLETED without an answer is too deep."""
    if state is PageState.COMPLETED:
        return Figure.FETCHED if is_fetched else Figure.TOO_DEEP
    return _FIGURES[state]


class PageKind(StrEnum):
    """Which kind of worker a page is for. Sitemaps are outside all counts and the graph.

    External pages are out of scope: asked whether they are there, but never read.
    """

    PAGE = "page"
    SITEMAP = "sitemap"
    BROWSER = "browser"
    EXTERNAL = "external"


class FoundBy(StrEnum):
    """How a page came to be known."""

    ROOT = "root"
    LINK = "link"
    REDIRECT = "redirect"
    SITEMAP = "sitemap"


# What every page makes anew is a named tuple: a frozen dataclass takes four times as long.
class Task(NamedTuple):
    """One page to be worked on, as it is handed to a worker."""

    id: PageId
    address: Address
    depth: int
    attempt: int
    """1 at the first try."""
    hops: int
    """Redirects that led here."""
    is_root: bool
    kind: PageKind = PageKind.PAGE
    waits: int = 0
    """How often its host asked for patience instead of answering."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages of one crawl, host and kind, under one lease.

    `parallel` bounds the requests that its worker may have open in this queue, over all of its
    batches of the same crawl and host. With a `gap_s` the holder has the host's turn: starts are
    at least that far apart, the first not before `start_in_s` from when the batch was received.
    """

    token: Token
    crawl: CrawlId
    host: str
    tasks: tuple[Task, ...]
    parallel: int
    gap_s: float
    start_in_s: float


class NewPage(NamedTuple):
    """A page that was found; stored unless its id is known already.

    `skipped` is set when a pure rule (scope, trap, nofollow) keeps it from being fetched. `shape`,
    `site` and whether the link that led there `goes_round` are what the store counts budgets by.
    """

    id: PageId
    address: Address
    host: str
    site: str
    depth: int
    hops: int
    found_by: FoundBy
    is_fetched: bool
    """False for pages beyond the depth limit: recorded as completed, and never requested."""
    shape: str | None = None
    goes_round: bool = False
    skipped: tuple[SkipReason, str] | None = None
    kind: PageKind = PageKind.PAGE


class Lead(NamedTuple):
    """A link from page to page, as stored: one for each target, the first anchor wins."""

    target: PageId
    anchor: str
    rel: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackedLeads:
    """Leads as they are kept.

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


@dataclass(frozen=True, slots=True)
class Page:
    """All that is kept of a page but its bodies and leads. None is what is not known, or not yet.

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
    """Whether it is COMPLETED with an answer. A COMPLETED page that is not is too deep."""
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


@dataclass(frozen=True, slots=True)
class Closed:
    """Which of the pages that failed or were skipped; None is any."""

    state: PageState
    reason: str | None = None
    """The kind of error, or the reason of skipping."""
    status: tuple[int, int] | None = None
    """What was answered, from and to."""
    until: int | None = None
    """The last sequence number that counts: what has ended since is left alone."""


@dataclass(frozen=True, slots=True)
class InFlight:
    """A page that a worker has in hand."""

    page: PageId
    address: Address
    host: str
    worker: WorkerId
    for_s: float
