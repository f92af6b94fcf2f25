"""The changes of a section: rows that were changed, and counters by their difference."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.pages import Answer, NewPage, PageKind, PageState, Token, WorkerId
from leadline.domain.skips import SkipReason
from leadline.domain.system.overview import EDGES_MS
from leadline.store.reader import RobotsRecord
from leadline.store.rules.section.rows import (
    Budget,
    CrawlRow,
    HostRow,
    KnownPage,
    LeaseRow,
    Note,
    Queue,
    QueueRow,
    Skip,
)

COUNTER = {
    PageState.PENDING: "pending",
    PageState.IN_PROGRESS: "in_progress",
    PageState.COMPLETED: "completed",
    PageState.FAILED: "failed",
    PageState.CANCELLED: "cancelled",
}
COUNTERS = (
    "seq",
    "total",
    *COUNTER.values(),
    *(f"skipped_{reason}" for reason in SkipReason),
    "too_deep",
    "answered",
    "scraped",
    "leads",
    "bytes",
    "refused",
    "aside",
    "sitemaps_read",
    "sitemaps_failed",
    "sitemaps_skipped",
)
"""The counters of a crawl. `aside` are sitemaps that are not read yet."""
_OF_SITEMAPS = {
    PageState.PENDING: "aside",
    PageState.IN_PROGRESS: "aside",
    PageState.COMPLETED: "sitemaps_read",
    PageState.FAILED: "sitemaps_failed",
    PageState.SKIPPED: "sitemaps_skipped",
}
_UNFINISHED = frozenset([PageState.PENDING, PageState.IN_PROGRESS])
_PENDING, _IN_PROGRESS = PageState.PENDING, PageState.IN_PROGRESS
_COMPLETED, _SKIPPED = PageState.COMPLETED, PageState.SKIPPED
_SITEMAP = PageKind.SITEMAP


class FoundPage(NamedTuple):
    """A page to be stored."""

    n: int
    page: NewPage
    state: PageState
    found_on: PageId | None
    skipped: tuple[SkipReason, str] | None


class NewLease(NamedTuple):
    """A lease to be stored, with the numbers of its pages, which are IN-PROGRESS from now on."""

    lease: LeaseRow
    pages: Sequence[int]
    lasts_s: float


class NewCrawl(NamedTuple):
    """A crawl to be stored, with its root as its first page."""

    kind: CrawlKind
    options: CrawlOptions
    root: NewPage
    is_awaited: bool


class MovedRoot(NamedTuple):
    """The root ended at another address. Pages that were found on it have its new id."""

    old: PageId
    page: NewPage


class BudgetChange(NamedTuple):
    """Pages that a budget counted, pages that it skipped, and one of these."""

    taken: int
    skipped: int
    example: str | None


class RobotsChange(NamedTuple):
    """A robots.txt that was read, and since when it cannot be read."""

    origin: str
    record: RobotsRecord
    failing_since: float | None


class Changes:
    """All that a section changes. The attributes are what a backend applies."""

    def __init__(self, crawl: CrawlRow | None = None) -> None:
        self._row = crawl
        self.new_crawl: NewCrawl | None = None
        self.request: tuple[str, str] | None = None
        """The idempotency key and the digest of the request that creates the crawl."""
        self.crawl: dict[str, Any] = {}
        """Fields of the crawl by name, beside its counters."""
        # Plain dictionaries: a `Counter` takes five times as long to count.
        self.counts: defaultdict[str, int] = defaultdict(int)
        """Differences of the counters of the crawl."""
        self.queues: defaultdict[Queue, list[int]] = defaultdict(lambda: [0, 0])
        """Differences of ready and unfinished pages. A queue that is missing is created."""
        self.skips: dict[tuple[SkipReason, str], list[int]] = {}
        """Differences by reason and rule, each with a page as an example."""
        self.budgets: dict[Budget, BudgetChange] = {}
        self.robots: RobotsChange | None = None
        self.answered: set[str] = set()
        """Hosts that answered in the crawl."""
        self.gaps: bool = False
        """Whether the queues of the crawl ask for other gaps from now on."""
        self.times: dict[Queue, QueueRow] = {}
        """Queues, of any crawl, whose times changed."""
        self.hosts: dict[str, HostRow] = {}
        self.leases: dict[Token, LeaseRow] = {}
        self.new_leases: list[NewLease] = []
        self.ended_leases: list[Token] = []
        self.completed: list[tuple[int, int, Answer]] = []
        """Pages that were fetched: their numbers, sequence numbers and answers."""
        self.pages: defaultdict[int, dict[str, Any]] = defaultdict(dict)
        """Fields of other pages by name, by the numbers of the pages."""
        self.found: list[FoundPage] = []
        self.listed: list[PageId] = []
        """Pages that a sitemap lists."""
        self.removed: list[int] = []
        self.moved_root: MovedRoot | None = None
        self.depths: Sequence[tuple[PageId, int, PageId | None]] = ()
        """Depths and parents of pages, to be stored where they differ."""
        self.leads: list[tuple[int, PageId, bool, bytes, bytes]] = []
        self.bodies: list[tuple[int, str, bytes]] = []
        self.latencies: dict[tuple[int, int], list[float]] = {}
        """Answers and their milliseconds, by phase and bucket."""
        self.is_sampled = False
        """Whether the progress of the crawl is stored as a sample."""
        self.drops_drawing = False
        self.drawing: bytes | None = None
        self.note: tuple[WorkerId, Note] | None = None
        self.looks: dict[CrawlId, float | None] = {}
        """Crawls whose next look is to be computed again: with their next queue, and not before a
        time, or not before they were served last."""

    def set_crawl(self, **fields: Any) -> None:
        """Change fields of the crawl."""
        self.crawl |= fields
        for name, value in fields.items():
            if self._row is not None and hasattr(self._row, name):
                setattr(self._row, name, value)

    def add(self, counter: str, amount: int = 1) -> None:
        """Change one counter of the crawl."""
        self.counts[counter] += amount

    def count(self, counter: str) -> int:
        """Return a counter of the crawl as it is after this section."""
        before = self._row.counts[counter] if self._row is not None else 0
        return before + self.counts[counter]

    def lease(self, queue: Queue, pages: int) -> None:
        """Count pages that are leased."""
        if queue.kind is not _SITEMAP:
            self.counts["pending"] -= pages
            self.counts["in_progress"] += pages
        self._change(queue, -pages, 0)

    def next_seq(self) -> int:
        """Return the sequence number of the next page that ends."""
        self.counts["seq"] += 1
        return self.count("seq")

    def appear(self, queue: Queue, state: PageState, skip: Skip | None = None) -> None:
        """Count a page that is stored in a state."""
        if queue.kind is not _SITEMAP:
            self.counts["total"] += 1
        self._count(queue.kind, state, skip, 1)
        if state is _COMPLETED:
            self.counts["too_deep"] += 1
        # A crawl has met a host when it takes pages from there, and then there is a queue.
        if state is not _SKIPPED:
            self._change(queue, state is _PENDING, state is _PENDING)

    def disappear(self, queue: Queue, page: KnownPage, skip: Skip | None) -> None:
        """Count a page that is no longer stored."""
        self.add("total", -(queue.kind is not _SITEMAP))
        self._count(queue.kind, page.state, skip, -1)
        self.add("too_deep", -(page.state is _COMPLETED and not page.is_fetched))
        is_ready = page.is_ready and page.state is _PENDING
        self._change(queue, -is_ready, -(page.state in _UNFINISHED))

    def move(
        self,
        queue: Queue,
        old: PageState,
        new: PageState,
        skip: Skip | None = None,
        *,
        is_ready: bool = True,
        to: Queue | None = None,
    ) -> None:
        """Count a page that changes its state, and moves to the queue `to` if one is given.

        `skip` is the reason why the page is, or was, skipped. `is_ready`: a page that is, or was,
        PENDING can be claimed at once, and does not wait for its time.
        """
        self._count(queue.kind, old, skip, -1)
        self._count(queue.kind, new, skip, 1)
        # A page that a worker had in hand was fetched. Any other is COMPLETED as it is too deep.
        is_recorded = new is _COMPLETED and old is not _IN_PROGRESS
        self.add("too_deep", is_recorded - (old is _COMPLETED))
        self._change(queue, -(is_ready and old is _PENDING), -(old in _UNFINISHED))
        self._change(to or queue, is_ready and new is _PENDING, new in _UNFINISHED)

    def skip_again(self, queue: Queue, old: Skip, new: Skip) -> None:
        """Count a SKIPPED page under another rule."""
        self._count(queue.kind, _SKIPPED, old, -1)
        self._count(queue.kind, _SKIPPED, new, 1)

    def wake(self, queue: Queue) -> None:
        """Count a PENDING page as ready: the time that it waited for has come."""
        self._change(queue, 1, 0)

    def visit(self, queue: Queue, amount: int) -> None:
        """Count visits as unfinished pages: their crawl has a say in the gap of the host."""
        self._change(queue, 0, amount)

    def _count(self, kind: PageKind, state: PageState, skip: Skip | None, amount: int) -> None:
        """Add pages of a kind to the counter of a state."""
        if kind is _SITEMAP:
            if state in _OF_SITEMAPS:
                self.counts[_OF_SITEMAPS[state]] += amount
        elif state is _SKIPPED and skip is not None:
            self.counts[f"skipped_{skip.reason}"] += amount
            # Any page is an example of its rule, also one that is fetched later.
            self.skips.setdefault((skip.reason, skip.rule), [0, skip.page])[0] += amount
        else:
            self.counts[COUNTER[state]] += amount

    def _change(self, queue: Queue, ready: int, unfinished: int) -> None:
        """Add to the pages of a queue that are ready, and to those that are unfinished."""
        counts = self.queues[queue]
        counts[0] += ready
        counts[1] += unfinished

    def note_latency(self, timings: Sequence[float]) -> None:
        """Count the phases of an answer. A phase of 0 ms did not happen."""
        for phase, took_ms in enumerate(timings):
            if took_ms > 0:
                where = (phase, bisect_left(EDGES_MS, took_ms))
                seen = self.latencies.setdefault(where, [0, 0.0])
                seen[0] += 1
                seen[1] += took_ms

    def look(self, crawl: CrawlId, not_before: float | None = None) -> None:
        """Compute again when a crawl may be looked at: one of its queues changed."""
        self.looks[crawl] = not_before

    def all_looks(self) -> dict[CrawlId, float | None]:
        """Return the crawls that are to be looked at anew, with those whose queues changed."""
        changed = {queue.crawl: None for queue in (*self.queues, *self.times)}
        return {**changed, **self.looks}
