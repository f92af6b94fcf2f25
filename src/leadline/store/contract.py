"""What the engine asks of a store. The docstrings are the specification.

All methods may raise StoreUnavailable: try again later, nothing was changed. Every write is atomic
unless it says otherwise, and once it has returned it survives the death of all our processes and a
restart of the store. Only the store's clock counts, so that what workers have to wait for crosses
this contract as durations; instants (Unix seconds) are for people. What can be read, which needs no
right to write, is in `reader.py`.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from leadline.domain.crawls import (
    CrawlId,
    CrawlKind,
    CrawlOptions,
    CrawlStatus,
    PageId,
)
from leadline.domain.keys import ApiKey
from leadline.domain.pages import (
    Batch,
    Closed,
    NewPage,
    PageKind,
    Token,
    WorkerId,
)
from leadline.domain.results import Report
from leadline.store.drawings import Drawings
from leadline.store.overview import Noting
from leadline.store.reader import Reader, RobotsRecord

MAX_NEW_PAGES = 1_000
"""New pages in one report: a store that does one thing at a time would stop everybody."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a store treats hosts and workers, where no crawl says otherwise."""

    lease_s: float = 600.0
    gap_s: float = 0.1
    host_limit: int = 2
    outage_max_s: float = 24 * 3600.0
    max_hosts_per_domain: int = 1_000
    """Beside the root's own."""
    max_key_sets: int = 50
    """Sets of query keys that one path has in one crawl."""
    max_going_round: int = 2_000
    """Pages of one origin that links which go round lead to."""
    max_sitemaps: int = 1_000
    """That one crawl reads."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a claim gave. Empty `batches` mean that nothing is ready now, not that all is done."""

    batches: tuple[Batch, ...]
    ready_in_s: float | None
    """A hint when something will be ready that is not now; None when nothing is known to wait."""
    parallel: Mapping[Token, int] = field(default_factory=dict)
    """How many requests turns that the worker holds may have open from now on, where that grew."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a commit: `refused` outcomes had lost their lease and changed nothing.

    `resting` are hosts of the reports on which nothing more may be started under leases that are
    held: they asked for patience, do not answer, or got a gap that these leases do not know of, or
    the time of the crawl is over. `parallel` is how many requests turns of the worker may have open
    from now on, where that grew: requests of earlier turns have ended.
    """

    accepted: int
    refused: int
    resting: frozenset[str] = field(default_factory=frozenset)
    parallel: Mapping[Token, int] = field(default_factory=dict)


class Unnamed(StrEnum):
    """Hosts that have no name from DNS yet."""

    FOUND = "found"
    """All that pages were found on, also those that are only linked to."""
    IN_WORK = "in work"
    """Those that there are pages to be fetched from."""


@dataclass(frozen=True, slots=True)
class Retaken:
    """Whether a lease holds the turn of its host again."""

    is_held: bool
    in_s: float
    """When a request may start; while the turn is not held, when to ask again at the latest."""


@dataclass(frozen=True, slots=True)
class HostName:
    """What DNS says of a host; both None when it says nothing."""

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
    ) -> CrawlId:
        """Store a crawl in status RUNNING with its root PENDING.

        `request` is an idempotency key and a digest of what was asked. A known key with the same
        digest changes nothing and gives the id of the crawl it made; with another digest it
        raises IdempotencyConflict.
        """

    @abstractmethod
    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """Change the status; False when there is no such crawl, or it is in a final status.

        PAUSED: nothing more is claimed, pages in progress may still complete. RUNNING resumes.
        CANCELLED and FAILED end all leases of the crawl at once; its PENDING and IN-PROGRESS pages
        become CANCELLED by `sweep`.
        """

    @abstractmethod
    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """Change what a crawl asks for; False when there is none, or it is over.

        A COMPLETED crawl that left pages out because of its limit of pages or time is RUNNING again
        when the new options leave room for them. Pace and concurrency hold from the next claim on.
        `sweep` brings pages to where a changed limit of pages or time puts them, `put_off` and the
        next settling to where a changed depth does, `readmit` those that other rules no longer
        keep out.
        """

    @abstractmethod
    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """Make up to `limit` pages PENDING that are FAILED or SKIPPED, with a new set of attempts.

        Answers that they gave are not counted as fetched any more. Pages that are deeper than what
        is fetched are only recorded. A
        COMPLETED crawl is RUNNING again. Gives the number moved; 0 means done, or that the crawl
        was cancelled.
        """

    @abstractmethod
    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """Decide anew about pages that are SKIPPED: each becomes what a new page like this would.

        Budgets count, as for new pages. Pages that are not SKIPPED are left as they are. A
        COMPLETED crawl with something to fetch is RUNNING again; of one that was cancelled or
        failed nothing is changed. Gives how many pages are to be fetched now.
        """

    @abstractmethod
    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """Of up to `limit` PENDING pages that are deeper than what is fetched, only record them.

        Those that wait for another attempt stay. Gives the number moved; 0 means done.
        """

    @abstractmethod
    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove up to `limit` rows of a crawl in a final status, the crawl itself last.

        From the first on it is listed no more, and is an outdated scrape.
        """

    @abstractmethod
    async def compact(self) -> int:
        """Give the space of what was deleted back to the disk; return how many bytes that is.

        Done while no worker is there, and if more is free than is used. Otherwise the space is used
        by what is stored next, and this is 0.
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
        - A batch has at most the worker's share of what is ready there, or 8 pages.
        - `parallel` is at most `slots`. Its sum over live leases is at most the concurrency of the
          crawl.
        - On a host with a gap, the sum is at most the host's limit. Open requests of ended turns
          and of leases from before the gap count.
        - No more pages of a crawl are given than `max_pages` leaves after those answered and
          leased; sitemaps and external pages do not count. A crawl whose time is over gets none.

        Turns:
        - A host with a gap has one holder at a time. A queue that finds it held waits in a list,
          and the queue that waits longest is next.
        - The gap is the largest that a crawl with unfinished pages on the host, or robots.txt, asks
          for. A host has no gap while all of these crawls ask for 0. For external pages no crawl
          can ask for less than the default.

        Suspects and roots:
        - A suspect page is leased alone. A page whose workers died twice is on trial: a worker gets
          it only when it holds nothing else, and gets nothing beside it.
        - A client waits for a root: it is given even while its host does not answer. No other page
          of its crawl is given before the root is over.

        A claim that gives nothing writes nothing but waiting queues and, now and then, that the
        worker is alive.
        """

    @abstractmethod
    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """Store outcomes: pages, leads, new pages, bodies, counters and hosts.

        Each report is atomic, and has at most MAX_NEW_PAGES new pages. `commit` is a number that
        the worker gives: repeated with the last one it used, nothing is changed, and the answer is
        the first one's; so a commit whose answer was lost may be repeated.

        An outcome whose page is not held by the report's token is refused, which is counted, and
        changes nothing. Each page that ends gets the crawl's next sequence number. A new page whose
        id is known already changes nothing, unless that one is SKIPPED by a rule of the way it was
        found (its address, or a link that asks not to be followed or goes round) and this one by
        none: then it begins anew, as this one. A page beyond the budget of its shape, with a set of
        query keys beyond the budget of its path, led to by links that go round beyond the budget of
        its origin, or on a host beyond the budget of its domain, and a sitemap beyond
        `max_sitemaps` is SKIPPED(trap). What a sitemap
        lists is found on no page, and is remembered as `listed`, also if it is known. A lease
        without pages ends, and a scrape is COMPLETED with its page.

        An answer ends a host's outage. Failures of the host, three in a row, begin one: the host is
        left alone for 5 s, doubling up to 10 min, and its pages wait. If it never answered in this
        crawl while others did, its pages fail instead; if nobody answers, the network is to blame,
        and the crawl waits and says so. When nobody who did answer is left to be asked, there is
        nothing to wait for, and they fail after 10 s.
        """

    @abstractmethod
    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """Take the turn of a host again for a lease whose turn is over, for its page that is open.

        The page has a slot of the host already. It waits for the turn as queues do, and for as long
        as the host asked for patience. Raises LeaseLost.
        """

    @abstractmethod
    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        """Lengthen these leases, which the worker holds; gives those that are lost.

        What is not named is not lengthened: a claim whose answer was lost must not live for ever.
        """

    @abstractmethod
    async def end_worker(self, worker: WorkerId) -> int:
        """End all leases of a worker that died, with its open requests, now.

        Its pages are PENDING again and suspect, at no cost of an attempt; a page that was all that
        its worker held when that died, for the third time, is FAILED("poison"). Gives the number of
        pages. Leases that expire are ended in the same way by any later claim.
        """


class Hosts(Protocol):
    """Hosts, which all crawls share."""

    @abstractmethod
    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """Keep a file that was just read, and the gap it asks for on its host, from now on.

        The store notes when a file became unreachable; `age_s` and `failing_for_s` are not read.
        """

    @abstractmethod
    async def take_unnamed(self, among: Unnamed, limit: int) -> list[str]:
        """Take hosts that DNS has not been asked about: each is returned once, to one worker.

        A host whose worker dies before it has asked stays without a name; no crawl needs one.
        """

    @abstractmethod
    async def name_hosts(self, names: Sequence[HostName]) -> None:
        """Keep what DNS said."""


class Keys(Protocol):
    """API keys, which all servers on a store share."""

    @abstractmethod
    async def add_key(self, key: ApiKey) -> None:
        """Keep a key; its id is new."""

    @abstractmethod
    async def revoke_key(self, key: str) -> bool:
        """Forget the key of that id; False when there is none."""


class Upkeep(Protocol):
    """What the supervisor does for crawls."""

    @abstractmethod
    async def check(self) -> None:
        """Raises StoreUnavailable when nothing can be written now. Called about once a second.

        A store does here what keeps it in shape.
        """

    @abstractmethod
    async def tidy(self) -> None:
        """Do what would otherwise be done later, while a crawl is settled.

        Others read and write meanwhile. Where it cannot be done, it is left.
        """

    @abstractmethod
    async def count_time(self, crawl: CrawlId | None = None) -> None:
        """Count the time that RUNNING crawls with a time limit were worked on, or one of them was.

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
    async def unswept(self) -> list[CrawlId]:
        """Crawls in which `sweep` has something to move."""

    @abstractmethod
    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """Move up to `limit` pages to where a cancel or a limit of pages or time puts them.

        The page limit is about pages of the site, the time limit about all; a crawl whose time is
        over before its root was fetched is FAILED. External pages whose host is to be left alone
        for more than 10 s, because it asked for that or does not answer, are SKIPPED(robots).
        Pages and counters change together. Gives the number moved; 0 means done.
        """

    @abstractmethod
    async def outdated(self, kind: CrawlKind, age_s: float, limit: int) -> list[CrawlId]:
        """Crawls of a kind that have been over for longer than that, and keep no `html`."""

    @abstractmethod
    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        """Store depth and parent of pages that differ; gives how many are to be fetched now.

        A page that was recorded unfetched and is within the limit after all becomes PENDING. Of a
        crawl that is over, or was deleted, nothing is changed.
        """

    @abstractmethod
    async def finish(self, crawl: CrawlId) -> bool:
        """COMPLETED, if the crawl is still RUNNING and idle; otherwise False.

        The reason says so when its time was over before all pages were fetched.
        """


class Store(Reader, Crawls, Frontier, Hosts, Keys, Upkeep, Noting, Drawings, Protocol):
    """Everything, behind one URL."""
