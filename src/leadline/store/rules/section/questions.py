"""Sections: how rules read and change a store.

A rule is a generator. It yields questions, receives rows, and returns its result.

- An *operation* is a rule about the whole store. The rows that it receives are hints: they may have
  changed since. It changes nothing by itself, but runs sections.
- A *section* is a rule about one crawl. It returns a `Decision`; its changes are applied all or
  nothing. It may run again from its start, so it keeps nothing outside of itself.
- Nothing that a section has seen can change before its changes are applied. A backend that locks
  rows locks the crawl first, then the hosts of `See`, sorted by name, then nothing. So a section
  asks for hosts once.

A section may change rows of its crawl, and of its hosts: their turns, and the times of queues
that wait for them, also of other crawls.
"""

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageKind, Token, WorkerId
from leadline.domain.skips import SkipReason
from leadline.store.contract import HostPolicy
from leadline.store.rules.section.changes import Changes
from leadline.store.rules.section.rows import (
    Budget,
    CrawlRow,
    HostRow,
    KnownPage,
    LeaseRow,
    Note,
    PickedPage,
    Queue,
    QueueRow,
    ReadyPage,
    ReadyQueue,
    Waiter,
)

T = TypeVar("T")
Rule = Generator[Any, Any, T]
"""A generator that yields questions of this file, and returns its result."""


class Decision(NamedTuple):
    """The end of a section: its result, and the changes to apply, if there are any."""

    result: Any
    changes: Changes | None = None


class Opened(NamedTuple):
    """The start of a section: the store's time and policy, and the crawl, if there is one."""

    now: float
    crawl: CrawlRow | None
    policy: HostPolicy


SectionRule = Callable[[Opened], Rule[Decision]]


@dataclass(frozen=True, slots=True)
class Section:
    """A question of operations: run a section, and answer with its result."""

    crawl: CrawlId | None
    """None is a section that is about hosts alone."""
    rule: SectionRule
    first: tuple[Any, ...] = ()
    """Questions that it asks first: a backend may answer them when it opens the section."""


@dataclass(frozen=True, slots=True)
class See:
    """Rows by key, for one section. The answer is `Seen`."""

    hosts: Collection[str] = ()
    """Hosts with the queues of the crawl on them, and with all their leases."""
    with_waiting: bool = False
    """Whether it is asked if other crawls wait for the hosts."""
    tokens: Collection[Token] = ()
    """Leases of the crawl, with the pages that they still hold."""
    pages: Collection[PageId] = ()
    """Pages that the crawl may have already, by id."""
    known: Collection[PageId] = ()
    """As `pages`, but of pages that no rule skips only that the crawl has them."""
    budgets: Collection[Budget] = ()
    met: Collection[str] = ()
    """Hosts that the crawl may have a queue on."""
    worker: WorkerId | None = None
    """The worker whose last commit is asked for."""
    skips: Collection[tuple[SkipReason, str]] = ()
    """Reasons and rules whose skipped pages are counted."""
    request: str | None = None
    """An idempotency key."""
    robots: str | None = None
    """The origin of a robots.txt."""


@dataclass(slots=True)
class Seen:
    """The answer to `See`. A lease is one object, however it was asked for."""

    hosts: dict[str, HostRow] = field(default_factory=dict)
    queues: dict[Queue, QueueRow] = field(default_factory=dict)
    other_gaps: dict[str, float] = field(default_factory=dict)
    """By host, the largest gap that another open crawl with unfinished pages there asks for."""
    waited_for: set[str] = field(default_factory=set)
    """Hosts that a queue of another crawl waits for."""
    leases: dict[Token, LeaseRow] = field(default_factory=dict)
    pages: dict[PageId, KnownPage] = field(default_factory=dict)
    known: dict[PageId, KnownPage | None] = field(default_factory=dict)
    budgets: dict[Budget, int] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    note: Note | None = None
    skips: dict[tuple[SkipReason, str], int] = field(default_factory=dict)
    request: tuple[str, CrawlId] | None = None
    """The digest of a known request, and the crawl that it created."""
    robots_failing_since: float | None = None


def see(wanted: See) -> Rule[Seen]:
    """Ask for rows by key."""
    seen: Seen = yield wanted
    return seen


@dataclass(frozen=True, slots=True)
class CrawlLeases:
    """All leases of the crawl of the section, by token."""


def crawl_leases() -> Rule[dict[Token, LeaseRow]]:
    """Ask for all leases of the crawl."""
    found: dict[Token, LeaseRow] = yield CrawlLeases()
    return found


@dataclass(frozen=True, slots=True)
class ReadyQueues:
    """Queues of the crawl that may be served now: the longest ready first, then sitemaps first."""

    kinds: Collection[PageKind]
    limit: int


def ready_queues(kinds: Collection[PageKind], limit: int) -> Rule[list[ReadyQueue]]:
    """Ask for queues that may be served."""
    found: list[ReadyQueue] = yield ReadyQueues(kinds, limit)
    return found


@dataclass(frozen=True, slots=True)
class ReadyPages:
    """Pages of queues that can be claimed: the shallowest first, then the first found."""

    limits: Mapping[Queue, int]


def ready_pages(limits: Mapping[Queue, int]) -> Rule[dict[Queue, list[ReadyPage]]]:
    """Ask for the first pages of queues."""
    found: dict[Queue, list[ReadyPage]] = yield ReadyPages(limits)
    return found


@dataclass(frozen=True, slots=True)
class LiveWorkers:
    """The number of workers that were seen within `within_s` and may work on the crawl."""

    within_s: float


def live_workers(within_s: float) -> Rule[int]:
    """Ask for the number of workers of the crawl."""
    found: int = yield LiveWorkers(within_s)
    return found


@dataclass(frozen=True, slots=True)
class Waiters:
    """Queues of other crawls that wait for hosts, by host.

    Up to `limit` of those that clients wait for, and of the others, the longest waiting first.
    """

    hosts: Collection[str]
    limit: int


def waiters(hosts: Collection[str], limit: int) -> Rule[dict[str, list[Waiter]]]:
    """Ask for the queues that wait for hosts."""
    found: dict[str, list[Waiter]] = yield Waiters(hosts, limit)
    return found


class Witnesses(NamedTuple):
    """Whether other hosts of a crawl show that the network works."""

    has_witness: bool
    """Whether a host that answered has unfinished pages."""
    has_others: bool
    """Whether the crawl has another host that answered or has unfinished pages."""


@dataclass(frozen=True, slots=True)
class WitnessesBeside:
    """The witnesses of the crawl beside a host."""

    host: str


def witnesses_beside(host: str) -> Rule[Witnesses]:
    """Ask for other hosts of the crawl."""
    found: Witnesses = yield WitnessesBeside(host)
    return found


@dataclass(frozen=True, slots=True)
class PendingPages:
    """PENDING pages of the crawl: all of them, or without external ones."""

    with_external: bool
    limit: int


@dataclass(frozen=True, slots=True)
class PagesOfQueue:
    """Pages of one queue that can be claimed."""

    queue: Queue
    limit: int


@dataclass(frozen=True, slots=True)
class RestingPages:
    """External pages that can be claimed, on hosts that rest beyond a time."""

    until: float
    limit: int


@dataclass(frozen=True, slots=True)
class DeepPages:
    """PENDING pages of the site that can be claimed, and are deeper than `max_depth`."""

    max_depth: int
    limit: int


@dataclass(frozen=True, slots=True)
class TooDeepPages:
    """Pages that are recorded as too deep, although they are not deeper than `max_depth`."""

    max_depth: int
    limit: int


@dataclass(frozen=True, slots=True)
class DuePages:
    """PENDING pages whose time has come."""

    limit: int


@dataclass(frozen=True, slots=True)
class SkippedPages:
    """SKIPPED pages, by reason; `until` is the last sequence number that counts."""

    reason: SkipReason | str | None
    until: int | None
    limit: int


@dataclass(frozen=True, slots=True)
class FailedPages:
    """FAILED pages, by error and status; `until` is the last sequence number that counts."""

    error: str | None
    status: tuple[int, int] | None
    until: int | None
    limit: int


Pages = (
    PendingPages
    | PagesOfQueue
    | RestingPages
    | DeepPages
    | TooDeepPages
    | DuePages
    | SkippedPages
    | FailedPages
)


def pages(which: Pages) -> Rule[list[PickedPage]]:
    """Ask for pages to change."""
    found: list[PickedPage] = yield which
    return found


class HeldPages(NamedTuple):
    """The pages that a worker holds in all crawls."""

    pages: int
    suspects: int
    """How suspect the most suspect of them is."""


@dataclass(frozen=True, slots=True)
class HeldBy:
    """The pages that a worker holds."""

    worker: WorkerId


def held_by(worker: WorkerId) -> Rule[HeldPages]:
    """Ask for the pages that a worker holds."""
    found: HeldPages = yield HeldBy(worker)
    return found


@dataclass(frozen=True, slots=True)
class ExpiredLeases:
    """Leases of all crawls that were not renewed in time."""


@dataclass(frozen=True, slots=True)
class LeasesOfWorker:
    """Leases of a worker in all crawls."""

    worker: WorkerId


@dataclass(frozen=True, slots=True)
class LostLeases:
    """Lost leases of a worker."""

    worker: WorkerId


@dataclass(frozen=True, slots=True)
class ShortTurns:
    """Turns of a worker whose requests wait for others to end.

    They may have fewer requests open than they have pages, and than `host_limit`. `hosts` are the
    hosts that count; None is any.
    """

    worker: WorkerId
    host_limit: int
    hosts: Collection[str] | None = None


@dataclass(frozen=True, slots=True)
class LeaseOf:
    """A lease by its token."""

    token: Token


Leases = ExpiredLeases | LeasesOfWorker | LostLeases | ShortTurns | LeaseOf


def leases(which: Leases) -> Rule[list[LeaseRow]]:
    """Ask for leases of any crawl, without their pages."""
    found: list[LeaseRow] = yield which
    return found


@dataclass(frozen=True, slots=True)
class ReadyCrawls:
    """Running crawls that may be looked at now, the one that waits longest first.

    `only` is the one crawl that counts, if there is one; crawls in `besides` do not count.
    """

    kinds: Collection[PageKind]
    only: CrawlId | None
    besides: Collection[CrawlId]
    limit: int


@dataclass(frozen=True, slots=True)
class DueCrawls:
    """Crawls with pages whose time has come."""

    limit: int


@dataclass(frozen=True, slots=True)
class TimedCrawls:
    """Running crawls with a time limit that have started; `only` one of them, or all."""

    only: CrawlId | None


@dataclass(frozen=True, slots=True)
class UndrawnCrawls:
    """Crawls that wait for their drawing, the longest waiting first."""

    limit: int


Crawls = ReadyCrawls | DueCrawls | TimedCrawls | UndrawnCrawls


def crawls(which: Crawls) -> Rule[list[CrawlId]]:
    """Ask for crawls."""
    found: list[CrawlId] = yield which
    return found


def run(section: Section) -> Rule[Any]:
    """Run a section, and return its result."""
    result: Any = yield section
    return result
