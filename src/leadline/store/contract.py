"""The contract between the engine and a store. The docstrings are the specification.

- All methods may raise StoreUnavailable: try again later, nothing was changed.
- Every write is atomic unless its docstring says otherwise. Once it has returned, it survives the
  death of all our processes and a restart of the store.
- Only the store's clock counts. Workers receive durations; instants (Unix seconds) are for people.
- `reader.py` has the methods that read, and need no right to write.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.outcomes import Report
from leadline.domain.pages import (
    Batch,
    Closed,
    NewPage,
    PageKind,
    Token,
    WorkerId,
)
from leadline.domain.system.keys import ApiKey
from leadline.store.drawings import Drawings
from leadline.store.overview import Noting
from leadline.store.reader import Reader, RobotsRecord

MAX_NEW_PAGES = 1_000
"""New pages in one report: a store that does one thing at a time would make all others wait."""


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """The rules of a store for hosts and workers, where no crawl says otherwise."""

    lease_s: float = 600.0
    gap_s: float = 0.1
    """A default of 0 is a gap of 1 ms: only a crawl may ask for no gap."""
    host_limit: int = 2
    outage_max_s: float = 24 * 3600.0
    max_hosts_per_domain: int = 1_000
    """Hosts of one domain that one crawl takes pages from, beside the root's own."""
    max_key_sets: int = 50
    """Sets of query keys that one crawl takes of one path."""
    max_going_round: int = 2_000
    """Pages of one origin that one crawl takes by links that go round."""
    max_sitemaps: int = 1_000
    """Sitemaps that one crawl reads."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The result of a claim. Empty `batches`: nothing is ready now, but there may be more to do."""

    batches: tuple[Batch, ...]
    ready_in_s: float | None
    """A hint when the next page will be ready; None when no page is known to wait."""
    parallel: Mapping[Token, int] = field(default_factory=dict)
    """By turn of the worker, how many requests it may have open from now on, where that grew."""
    lost: frozenset[Token] = frozenset()
    """Leases of the worker that are lost, as long as it has not reported the end of their requests.
    The worker ends these requests at once."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a commit."""

    accepted: int
    stale: int
    """Outcomes that had lost their lease: they are discarded, and changed nothing."""
    resting: frozenset[str] = field(default_factory=frozenset)
    """Hosts of the reports on which no lease that is held may start another request. The host asked
    for patience, does not answer, or got a gap that these leases do not know of, or the time of the
    crawl is over."""
    parallel: Mapping[Token, int] = field(default_factory=dict)
    """As in `Claim`: requests of earlier turns have ended."""


class Unnamed(StrEnum):
    """Hosts that have no name from DNS yet."""

    FOUND = "found"
    """All hosts that pages were found on, also those that are only linked to."""
    IN_WORK = "in work"
    """Hosts with pages to be fetched."""


@dataclass(frozen=True, slots=True)
class Retaken:
    """The result of taking a turn again."""

    is_held: bool
    """Whether the lease holds the turn of its host."""
    in_s: float
    """When a request may start; while the turn is not held, when to ask again at the latest."""


@dataclass(frozen=True, slots=True)
class HostName:
    """The answer of DNS for a host; both None when it has none."""

    host: str
    ip: str | None
    cname: str | None


class Crawls(Protocol):
    """Crawls as a whole."""

    @abstractmethod
    async def create(
        self,
        crawl: CrawlId,
        kind: CrawlKind,
        options: CrawlOptions,
        root: NewPage,
        request: tuple[str, str] | None = None,
        *,
        is_awaited: bool = True,
    ) -> CrawlId:
        """Store a crawl in status RUNNING with its root PENDING.

        `is_awaited`: a client waits for the root, which therefore gets turns of its host before
        other pages.

        `request` is an idempotency key and a digest of the request. A known key with the same
        digest changes nothing, and the id of the crawl that it created is returned. A known key
        with another digest raises IdempotencyConflict.
        """

    @abstractmethod
    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """Change the status; False when there is no such crawl, or it is in a final status.

        - PAUSED: no page is claimed, pages in progress may still complete.
        - RUNNING resumes the crawl.
        - CANCELLED and FAILED make its IN-PROGRESS pages CANCELLED, and `sweep` its PENDING pages.
          All leases of the crawl are lost.
        - A lost lease has no pages, cannot be renewed, and takes no turn. Its open requests still
          count for the limit of their host. It ends with a report with `is_left`, with reports of
          all its pages, which are stale, with its worker, or when it expires.
        """

    @abstractmethod
    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """Change the options of a crawl; False when there is no such crawl, or it is over.

        - A COMPLETED crawl that skipped pages because of its limit of pages or time is RUNNING
          again when the new options leave room for them.
        - Pace and concurrency hold from the next claim on.
        - `sweep` applies a changed limit of pages or time to pages.
        - `put_off` and the next settle pass apply a changed depth.
        - `readmit` takes pages in that other rules no longer skip.
        """

    @abstractmethod
    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """Make up to `limit` pages PENDING that are FAILED or SKIPPED, with a new set of attempts.

        - Their answers no longer count against `max_pages`.
        - Pages that are too deep are only recorded. Sitemaps and external pages never are.
        - A COMPLETED or FAILED crawl is RUNNING again.

        Returns how many pages moved; 0 means done, or that the crawl was cancelled.
        """

    @abstractmethod
    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """Decide again about SKIPPED pages: each becomes what a new page like this would.

        - Budgets count, as for new pages.
        - Pages that are not SKIPPED do not change.
        - A COMPLETED crawl with something to fetch is RUNNING again.
        - A cancelled or failed crawl does not change.

        Returns how many pages are to be fetched now.
        """

    @abstractmethod
    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """Record up to `limit` PENDING pages as too deep, if they are.

        Pages that wait for another attempt, sitemaps and external pages stay. Returns how many
        pages moved; 0 means done.
        """

    @abstractmethod
    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove up to `limit` rows of a crawl in a final status.

        - Pages are removed as they were found, the crawl itself last, with its idempotency key.
        - From the first call on the crawl is no longer listed: it counts as an outdated scrape.
        - Lost leases remain, because their requests may be open.
        """

    @abstractmethod
    async def compact(self) -> int:
        """Return the space of deleted rows to the disk, and how many bytes that is.

        Returns 0, and does nothing, while a worker is there, and unless more is free than is used:
        the space is used again by what is stored next.
        """


class Frontier(Protocol):
    """The pages of all crawls still to be visited."""

    @abstractmethod
    async def claim(
        self,
        worker: WorkerId,
        kinds: Collection[PageKind],
        limit: int,
        slots: int,
        crawl: CrawlId | None = None,
        *,
        besides: Collection[CrawlId] = (),
    ) -> Claim:
        """Lease up to `limit` PENDING pages of RUNNING crawls that no live lease holds.

        The pages are of `crawl`, if it is given, and never of crawls in `besides`.

        Order:
        - Crawls take turns. A crawl whose hosts all have to wait is not looked at.
        - Within a crawl, the host that has been ready longest comes first.
        - Of a host, sitemaps come before pages, and shallow pages before deep ones, as found.
        - The order is strict only inside a batch, which has one crawl, one host and one kind.

        Shares:
        - A batch has at most the worker's share of what is ready there, or 8 pages; never more than
          128. Workers that were seen within the last minute share a crawl, unless they asked for
          another one.
        - `parallel` is at most `slots`. Its sum over live leases is at most the concurrency of the
          crawl. A worker's share of it is spread over the hosts that are ready.
        - On a host with a gap, the sum is at most the host's limit. Open requests of ended turns,
          of lost leases and of leases from before the gap count.
        - A crawl gives up to as many pages as `max_pages` leaves after those answered and leased;
          sitemaps and external pages do not count. A crawl whose time is over gives none.

        Turns:
        - A host with a gap has one holder at a time. A queue that finds it held waits in a list,
          and the queue that waits longest is next. While scrapes and roots wait, which clients
          wait for, the longest waiting of these has every second turn.
        - A host that is free is kept for the next queue for 30 ms. If no worker claims it by then,
          other queues may have the turn; each of them looks again within 1 s.
        - A turn has as many pages as may start within 0.5 s, or 0.3 s while another crawl waits; at
          least one.
        - The gap is the largest that a crawl with unfinished pages on the host, or robots.txt, asks
          for. A host has no gap while all of these crawls ask for 0. For external pages no crawl
          can ask for less than the default. A gap of robots.txt holds from when it was read.

        Suspects and roots:
        - A suspect page is leased alone. A page whose workers died twice is on trial: a worker gets
          it only when it holds nothing else, and gets nothing beside it.
        - A client waits for a root: it is given even while its host does not answer. No other page
          of its crawl is given before the root is over.

        `lost` names the lost leases of the worker at every claim, also if `limit` is 0.

        A claim that gives nothing writes nothing but waiting queues and, now and then, that the
        worker is alive.
        """

    @abstractmethod
    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """Store outcomes: pages, leads, new pages, bodies, counters and hosts.

        Reports:
        - Each report is atomic, and has at most MAX_NEW_PAGES new pages.
        - `commit` is a number that the worker chooses. Repeated with the worker's last number, the
          call changes nothing and returns the first result: a worker that got no answer repeats it.
        - An outcome whose page the report's token does not hold is stale: counted and discarded.
        - Each page that ends gets the crawl's next sequence number.
        - A lease without pages ends. A scrape is COMPLETED with its page.

        New pages:
        - A page with a known id changes nothing, with one exception: the known page is SKIPPED by a
          rule about how it was found (its address, a nofollow link, a link that goes round), and no
          rule skips the new one. Then the page starts again as the new one.
        - A page is SKIPPED(trap) beyond the budget of its shape, of the sets of query keys of its
          path, of the links that go round on its origin, or of the hosts of its domain. A budget
          of 0 has no limit.
        - A sitemap beyond `max_sitemaps` is SKIPPED(trap).
        - A page that a sitemap lists has no `found_on`. It is marked as `listed`, also if known.

        Outages:
        - An answer ends the outage of a host. Three failures of the host in a row begin one.
        - In an outage the host is left alone for 5 s, doubling up to 10 min, and its pages wait.
        - A host that never answered in this crawl, while others did, is given up: its pages fail,
          at no cost of an attempt.
        - If no host answers, the network is to blame. The crawl waits, and its reason says so.
        - When no host that did answer has pages left, the pages fail after 10 s.
        """

    @abstractmethod
    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """Take the turn of a host again for a lease whose turn is over, for its open page.

        The page has a slot of the host already, unless the lease is a visit. It waits for the turn
        as queues do, and while the host is to be left alone. The first turn of a visit is taken
        although the host does not answer, as a root is given. Raises LeaseLost.
        """

    @abstractmethod
    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        """Open a visit to another host for a page of a lease: a redirect led the page there.

        - A visit is a lease without pages.
        - `retake_turn` takes its first turn, and with it a slot of the host.
        - A report with `is_left` ends it.
        - A lease with a single page no longer has a request open on its own host.

        Returns None when the other host has no gap. Raises LeaseLost.
        """

    @abstractmethod
    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        """Renew these leases, which the worker holds; return those that are lost.

        Leases that are not named are not renewed: a claim whose answer was lost must not live for
        ever.
        """

    @abstractmethod
    async def end_worker(self, worker: WorkerId) -> int:
        """End all leases of a worker that died, with its open requests, now.

        - Its pages are PENDING again and suspect, at no cost of an attempt.
        - A page that its worker held alone when it died, for the third time, is FAILED("poison").
        - Any later claim ends leases that expired in the same way.

        Returns the number of pages.
        """


class Hosts(Protocol):
    """Hosts, which all crawls share."""

    @abstractmethod
    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """Store a file that was just read, and the gap that it asks for on its host.

        The store notes when a file became unreachable. `age_s` and the value of `failing_for_s`
        are ignored.
        """

    @abstractmethod
    async def take_unnamed(self, among: Unnamed, limit: int) -> list[str]:
        """Take hosts that DNS has not been asked about: each is returned once, to one worker.

        A host whose worker dies before it has asked stays without a name; no crawl needs one.
        """

    @abstractmethod
    async def name_hosts(self, names: Sequence[HostName]) -> None:
        """Store the answers of DNS."""


class Keys(Protocol):
    """API keys, which all servers on a store share."""

    @abstractmethod
    async def add_key(self, key: ApiKey) -> None:
        """Store an API key; its id is new."""

    @abstractmethod
    async def revoke_key(self, key: str) -> bool:
        """Delete the API key of that id; False when there is none."""


class Upkeep(Protocol):
    """The work of the supervisor for crawls."""

    @abstractmethod
    async def check(self) -> None:
        """Raise StoreUnavailable when nothing can be written now. Called about once a second.

        The store does its regular maintenance here.
        """

    @abstractmethod
    async def tidy(self) -> None:
        """Do maintenance early, while a crawl is settled, that would otherwise be done later.

        Other processes read and write meanwhile. Maintenance that is not possible now is skipped.
        """

    @abstractmethod
    async def count_time(self, crawl: CrawlId | None = None) -> None:
        """Count the time that RUNNING crawls with a time limit, or one of them, were worked on.

        A supervisor calls it about once a second. At most 5 s are counted between two calls, so
        that neither a pause nor a time without a supervisor counts.
        """

    @abstractmethod
    async def idle(self) -> list[CrawlId]:
        """Return RUNNING crawls without pages pending or in progress."""

    @abstractmethod
    async def is_any_ending(self, left: int, soon_s: float) -> bool:
        """Return whether a RUNNING crawl may be idle soon.

        It has up to `left` pages, some of which are in progress or can be claimed within `soon_s`.
        """

    @abstractmethod
    async def unswept_crawls(self) -> list[CrawlId]:
        """Return crawls in which `sweep` has something to move."""

    @abstractmethod
    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """Apply a cancel, or a limit of pages or time, to up to `limit` pages.

        - The page limit is about pages of the site, the time limit about all pages.
        - A crawl whose time is over before its root was fetched is FAILED.
        - External pages are SKIPPED(robots) when their host is to be left alone for more than 10 s,
          because it asked for that or does not answer.

        Pages and counters change together. Returns how many pages moved; 0 means done.
        """

    @abstractmethod
    async def outdated_crawls(self, kind: CrawlKind, age_s: float, limit: int) -> list[CrawlId]:
        """Return crawls of a kind that have been over for longer than `age_s`, the oldest first.

        Crawls that keep `html` are not among them.
        """

    @abstractmethod
    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        """Store depth and parent of pages that differ; return how many are to be fetched now.

        A page that was recorded as too deep, and is within the limit after all, becomes PENDING. A
        crawl that is over, or was deleted, does not change.
        """

    @abstractmethod
    async def finish(self, crawl: CrawlId) -> bool:
        """Make the crawl COMPLETED if it is still RUNNING and idle; otherwise return False.

        The reason says so when its time was over before all pages were fetched.
        """


class Store(Reader, Crawls, Frontier, Hosts, Keys, Upkeep, Noting, Drawings, Protocol):
    """The whole contract of a store, behind one URL."""

    patience_s: float
    """How long a command waits for a store that is unavailable before it gives up."""
