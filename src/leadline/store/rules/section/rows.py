"""The rows that rules work on. A section has copies of its own, which it may change."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.pages import PageKind, PageState, Token, WorkerId
from leadline.domain.skips import SkipReason

UNLIMITED = frozenset([PageKind.SITEMAP, PageKind.EXTERNAL])
"""Kinds that a page limit does not count: it is about pages of the site."""


class Queue(NamedTuple):
    """The pages of one crawl on one host, for one kind of worker."""

    crawl: CrawlId
    host: str
    kind: PageKind


class Skip(NamedTuple):
    """The rule by which a page is, or was, skipped."""

    page: PageId
    reason: SkipReason
    rule: str


class Turn(IntEnum):
    """Whether a lease has the turn of its host. Hosts without a gap have no turns."""

    NONE = 0
    HELD = 1
    OVER = 2
    LOST = 3
    """The crawl is over, and the worker may still have requests open: the lease is lost."""


@dataclass(slots=True)
class CrawlRow:
    """A crawl: its options as numbers, its counters, its times."""

    id: CrawlId
    kind: CrawlKind
    status: CrawlStatus
    reason: str
    root: PageId
    root_state: PageState
    is_awaited: bool
    concurrency: int
    gap_s: float
    external_gap_s: float
    max_pages: int | None
    max_depth: int
    max_per_shape: int
    max_time_s: float | None
    host_outage_max_s: float | None
    ran_s: float
    counted_at: float | None
    claimed_at: float
    answered_at: float
    sampled_at: float
    started_at: float | None
    draws: int
    draw_at: float | None
    found: int
    """The number of the page that was found last."""
    counts: dict[str, int]
    """The counters by name, before this section."""

    @property
    def is_late(self) -> bool:
        """Whether the time of the crawl is over."""
        return self.max_time_s is not None and self.ran_s >= self.max_time_s

    @property
    def is_root_open(self) -> bool:
        """Whether the root has not ended: its final address is not known."""
        return self.root_state in (PageState.PENDING, PageState.IN_PROGRESS)

    @property
    def is_client_waiting(self) -> bool:
        """Whether a client waits for the next page of the crawl."""
        return self.kind is CrawlKind.SCRAPE or (self.is_awaited and self.is_root_open)

    def gap_for(self, kind: PageKind) -> float:
        """Return the gap that the crawl asks for on hosts of a kind of pages."""
        return self.external_gap_s if kind is PageKind.EXTERNAL else self.gap_s


@dataclass(slots=True)
class QueueRow:
    """A queue. Crawls own the counts, hosts own the times: a section may change what it holds."""

    ready: int = 0
    unfinished: int = 0
    gap_s: float = 0.0
    is_answered: bool = False
    at: float = 0.0
    """When the queue may be looked at next."""
    waiting_since: float | None = None
    is_awaited: bool = False
    """Whether a client waits for the queue, which waits for its host."""


@dataclass(slots=True)
class HostRow:
    """A host, which all crawls share."""

    name: str
    turn: Token | None = None
    free_at: float = 0.0
    rests_until: float = 0.0
    failures: int = 0
    failing_since: float | None = None
    robots_gap_s: float = 0.0
    next_crawl: CrawlId | None = None
    """The crawl that the host is kept for, until `kept_until`."""
    kept_until: float = 0.0
    is_kept_for_client: bool = False
    site: str = ""
    """The registrable domain of a host that is not stored yet."""


@dataclass(slots=True)
class LeasedPage:
    """A page that a lease holds."""

    id: PageId
    n: int
    attempts: int
    waits: int
    hops: int
    suspects: int


@dataclass(slots=True)
class LeaseRow:
    """A lease: pages of one queue that a worker holds, or a visit, which has no pages.

    A lost lease has no pages either. `left` counts those that its worker has not reported yet.
    """

    token: Token
    worker: WorkerId
    queue: Queue
    parallel: int
    turn: Turn
    size: int
    left: int
    expires_at: float = 0.0
    is_away: bool = False
    """Whether its only page has no request open on the host of the lease."""
    pages: dict[PageId, LeasedPage] = field(default_factory=dict)
    """Its pages, if the section asked for them."""

    @property
    def is_visit(self) -> bool:
        """Whether the lease has no pages of its own, because a page of another one has it."""
        return self.size == 0 and not self.is_lost

    @property
    def is_lost(self) -> bool:
        """Whether the lease has ended without its worker."""
        return self.turn is Turn.LOST

    @property
    def open(self) -> int:
        """The requests that the lease has open on its host beside those of a turn."""
        if self.turn is Turn.HELD or self.is_away:
            return 0
        return min(self.left, self.parallel) if self.is_lost else self.left


class KnownPage(NamedTuple):
    """A page that the crawl has already."""

    n: int
    state: PageState
    host: str
    kind: PageKind
    reason: SkipReason | None
    rule: str | None
    is_fetched: bool
    is_ready: bool
    """Whether a PENDING page can be claimed at once."""


class ReadyPage(NamedTuple):
    """A page that can be claimed."""

    n: int
    id: PageId
    address: Address
    depth: int
    attempts: int
    waits: int
    hops: int
    suspects: int


class PickedPage(NamedTuple):
    """A page of which a rule changes the state."""

    n: int
    id: PageId
    queue: Queue
    depth: int
    is_ready: bool
    has_answered: bool
    reason: SkipReason | None
    rule: str | None


class Waiter(NamedTuple):
    """A queue of another crawl that waits for a host."""

    queue: Queue
    at: float
    since: float
    is_awaited: bool
    is_live: bool
    """Whether its crawl runs and the queue has unfinished pages."""


class ReadyQueue(NamedTuple):
    """A queue that may be served now."""

    queue: Queue
    ready: int


class Note(NamedTuple):
    """The last commit of a worker in a crawl, and its result."""

    commit: int
    accepted: int
    stale: int


class Budget(NamedTuple):
    """A counter of a rule, for one shape, path, origin or domain."""

    rule: str
    shape: str
