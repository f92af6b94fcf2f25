"""What the engine asks of a store. The docstrings are the specification.

All methods may raise StoreUnavailable (try again later; nothing was changed). Times are Unix
seconds of the store's clock. Every write is one transaction: it happened wholly or not at all,
and once it has returned it survives the death of all our processes and a restart of the store.
"""

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlOptions, CrawlStatus, PageId
from leadline.domain.pages import Batch, NewPage, Token, WorkerId
from leadline.domain.results import Outcome


@dataclass(frozen=True, slots=True)
class Claim:
    """What a claim gave. Empty `batches` mean that nothing is ready now, not that all is done."""

    batches: tuple[Batch, ...]
    ready_at: float | None
    """When something will be ready at the latest that is not now; None when nothing waits."""


@dataclass(frozen=True, slots=True)
class HostTurn:
    """How a turn on a host ended: what the next holder has to know."""

    token: Token
    last_start_at: float | None
    """None when nothing was started. Pages of the lease that are neither reported nor returned
    are open requests, and count against the host's limit."""


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """A robots.txt as it was read. `failing_since` is when it became unreachable."""

    state: str
    body: bytes
    detail: str
    read_at: float
    crawl_delay_s: float = 0.0
    failing_since: float | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a commit: `refused` outcomes had lost their lease and changed nothing."""

    accepted: int
    refused: int


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
    async def get(self, crawl: CrawlId) -> Crawl | None:
        """The crawl and its progress, all of one instant; costs the same at any size."""

    @abstractmethod
    async def newest(self, kind: CrawlKind, limit: int, before: float | None = None) -> list[Crawl]:
        """Newest first; `before` is the `created_at` to go on from."""

    @abstractmethod
    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """Change the status; False when there is no such crawl, or it is in a final status.

        PAUSED: nothing more is claimed, pages in progress may still complete. RUNNING resumes.
        CANCELLED and FAILED end all leases of the crawl at once; its PENDING and IN-PROGRESS pages
        become CANCELLED by `sweep`.
        """

    @abstractmethod
    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """Move up to `limit` pages to where a cancel, a page limit or new options put them.

        Pages and counters change together. Gives the number moved; 0 means done.
        """

    @abstractmethod
    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove up to `limit` rows of a crawl in a final status, the crawl itself last."""


class Frontier(Protocol):
    """The pages of all crawls still to be visited."""

    @abstractmethod
    async def claim(
        self,
        worker: WorkerId,
        limit: int,
        crawl: CrawlId | None = None,
    ) -> Claim:
        """Lease up to `limit` PENDING pages of RUNNING crawls that no live lease holds.

        Crawls take turns; within one the host that has been ready longest comes first, and of a
        host its shallowest pages. A batch is of one crawl and one host. The sum of `parallel` over
        live leases exceeds neither the crawl's concurrency nor, on a host with a gap, the host's
        limit, open requests of ended turns included. A host with a gap has one holder at a time;
        whoever finds it held is remembered, and the longest waiting is next. The strictest of all
        crawls with unfinished pages on a host, of robots.txt and of Retry-After decides its gap;
        it is unrationed while all of these crawls say 0. No more pages of a crawl are given than
        `max_pages` leaves after those fetched and leased. A suspect page is leased alone.
        """

    @abstractmethod
    async def complete(
        self,
        outcomes: Sequence[Outcome],
        turns: Sequence[HostTurn] = (),
    ) -> Committed:
        """Store outcomes: pages, leads, new pages, bodies, counters and hosts, all together.

        An answer ends a host's outage. Failures of the host, three in a row, begin one: the host is
        left alone for 5 s, doubling up to 10 min, and its pages wait. If it never answered in this
        crawl while others did, its pages fail instead; if nobody answers, the network is to blame,
        and the crawl waits.

        An outcome whose token is no longer its page's is refused and changes nothing. Each
        completed page gets the crawl's next sequence number. A new page whose id is known already
        changes nothing; one beyond the budget of its shape, or on a host beyond the budget of its
        site, is SKIPPED(trap). A lease without pages ends.
        """

    @abstractmethod
    async def renew(self, worker: WorkerId) -> None:
        """Lengthen all leases of a worker that are still alive."""

    @abstractmethod
    async def workers(self) -> list[WorkerId]:
        """All who hold a lease."""

    @abstractmethod
    async def end_worker(self, worker: WorkerId) -> int:
        """End all leases of a worker that died, with its open requests, now.

        Its pages are PENDING again and suspect, at no cost of an attempt; a page that was alone in
        its lease when its worker died for the third time is FAILED("poison"). Gives the number of
        pages. Leases that expire are ended in the same way by any later claim.
        """


class Robots(Protocol):
    """What is known of robots.txt files, by origin, for all crawls."""

    @abstractmethod
    async def robots(self, origin: str) -> RobotsRecord | None:
        """The file as last read, however old."""

    @abstractmethod
    async def put_robots(self, origin: str, record: RobotsRecord, host: str) -> None:
        """Keep a file that was just read, and the pace it asks for, for its host."""


class Depths(Protocol):
    """What settling a crawl needs: shortest paths over its leads."""

    @abstractmethod
    async def idle(self) -> list[CrawlId]:
        """RUNNING crawls with nothing pending and nothing in progress."""

    @abstractmethod
    def edges(self, crawl: CrawlId) -> AsyncIterator[tuple[PageId, bool, bytes]]:
        """For each page with leads: its id, whether it is a redirect, and its targets.

        Targets are 64-bit integers in native order. Read in chunks: nothing is held open.
        """

    @abstractmethod
    async def set_depths(
        self, crawl: CrawlId, found: Iterable[tuple[PageId, int, PageId | None]]
    ) -> int:
        """Store depth and parent of pages that differ; gives how many are to be fetched now.

        A page that was recorded unfetched and is within the limit after all becomes PENDING.
        """

    @abstractmethod
    async def finish(self, crawl: CrawlId) -> bool:
        """COMPLETED, if the crawl is still RUNNING and idle; otherwise False."""


class Store(Crawls, Frontier, Robots, Depths, Protocol):
    """Everything, behind one URL."""

    @property
    @abstractmethod
    def version(self) -> int:
        """Differs when another process has written since, in a store that can tell that cheaply.

        Idle workers look at it to be awake at once; one that always gives the same lets them poll.
        """

    @abstractmethod
    async def aclose(self) -> None:
        """Let go of the store. Leases stay until they end or expire."""
