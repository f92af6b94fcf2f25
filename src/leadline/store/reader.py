"""What can be read of a store: pages, lists of them, figures. The other half of the contract.

What is said at the head of `contract.py` holds here, too. What is asked of a crawl that is not
there raises UnknownCrawl, except where None says it. Lists are read in chunks, with a place to go
on from: nothing is held open in between.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from leadline.domain.crawls import (
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    CutShape,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
)
from leadline.domain.keys import ApiKey
from leadline.domain.listing import (
    EVERY_CRAWL,
    CrawlFilter,
    CrawlPlace,
    PageFacts,
    PageFilter,
    PageList,
    PageOrder,
    SomeIds,
)
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import InFlight, Page, PageLeads, WorkerId
from leadline.store.drawings import Drawn
from leadline.store.overview import Overviews


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """A robots.txt as it was read, `age_s` ago; unreachable for `failing_for_s`, if it is."""

    state: str
    body: bytes
    detail: str
    age_s: float = 0.0
    failing_for_s: float | None = None


class Pages(Protocol):
    """What was found, for reading."""

    @abstractmethod
    async def pages(self, crawl: CrawlId, limit: int, after: PageId | None = None) -> list[Page]:
        """All pages as they were found; `after` is the one to go on from. Without sitemaps.

        What is found meanwhile comes last: who goes on until there is nothing has it all.
        """

    @abstractmethod
    async def listed(self, crawl: CrawlId, limit: int, after: PageId | None = None) -> list[PageId]:
        """The pages that sitemaps list, as they were found; `after` is the one to go on from."""

    @abstractmethod
    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[Page]:
        """Pages in the order in which they ended; what is new since `after_seq`."""

    @abstractmethod
    async def pages_by_id(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, Page]:
        """These pages, as far as they are known."""

    @abstractmethod
    async def skipped(
        self, crawl: CrawlId, rule: tuple[SkipReason, str], limit: int, after: PageId | None = None
    ) -> list[Page]:
        """Pages that this rule keeps out, as they were found; `after` is the one to go on from."""

    @abstractmethod
    async def bodies(
        self, crawl: CrawlId, ids: Collection[PageId], name: str
    ) -> Mapping[PageId, bytes]:
        """The piece of that name of each of these pages that has one, compressed as it came."""

    @abstractmethod
    async def pieces(self, crawl: CrawlId, page: PageId) -> Mapping[str, int]:
        """The names of the pieces that a page has, and how many bytes each of them takes."""

    @abstractmethod
    async def leads(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """Leads, a page's at a time, in the order in which the pages ended."""

    @abstractmethod
    async def edges(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """The same without their notes, for arithmetic."""

    @abstractmethod
    async def leads_of(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, PageLeads]:
        """The leads of each of these pages that has any, by the page they begin at."""

    @abstractmethod
    async def failed_pages(self, crawl: CrawlId, limit: int) -> list[Page]:
        """Some of the FAILED pages, those that failed alike together."""

    @abstractmethod
    async def in_flight(self, crawl: CrawlId, limit: int) -> list[InFlight]:
        """Pages that workers have in hand, the longest held first."""


class Lists(Protocol):
    """All pages of a crawl, looked at with a question. Either reads them all, some at a time."""

    @abstractmethod
    async def pages_where(
        self,
        crawl: CrawlId,
        wanted: PageFilter,
        order: PageOrder,
        limit: int,
        cursor: str | None = None,
    ) -> PageList:
        """The first `limit` pages that are wanted, or those after where a list ended.

        Pages that are alike in what they are sorted by come by address; of titles the first 200
        characters count. No more than `limit` pages are held, however many there are. A list of a
        crawl that runs has each page at most once; one that changes in what it is sorted by may be
        missed. Raises InvalidCursor.
        """

    @abstractmethod
    async def ids_where(self, crawl: CrawlId, wanted: PageFilter, place: int = 0) -> SomeIds:
        """Up to 50,000 ids of wanted pages, as they were found; `place` is where to go on from.

        There may be none although there is a place to go on from.
        """

    @abstractmethod
    async def facts(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageFacts]:
        """What can be counted of pages, as they were found; `after` is the one to go on from."""


class Figures(Protocol):
    """How far crawls are."""

    @abstractmethod
    async def get(self, crawl: CrawlId) -> Crawl | None:
        """The crawl and its progress, all of one instant; costs the same at any size."""

    @abstractmethod
    async def ended_roots(self, ids: Collection[CrawlId]) -> set[CrawlId]:
        """Those of these crawls whose root is neither PENDING nor IN-PROGRESS, or not there."""

    @abstractmethod
    async def newest(
        self,
        kind: CrawlKind,
        limit: int,
        before: CrawlPlace | None = None,
        wanted: CrawlFilter = EVERY_CRAWL,
    ) -> list[Crawl]:
        """Those that are wanted, the newest first; `before` is the place to go on from.

        Crawls of one instant come by id, the last first.
        """

    @abstractmethod
    async def count(self, kind: CrawlKind, status: CrawlStatus) -> int:
        """How many crawls of a kind are in a status."""

    @abstractmethod
    async def crawl_ids(self, kind: CrawlKind, prefix: str, limit: int) -> list[CrawlId]:
        """Up to `limit` ids that begin like this, sorted."""

    @abstractmethod
    async def hosts(self, crawl: CrawlId, limit: int, after: str = "") -> list[HostPace]:
        """The hosts that a crawl takes pages from, by name; `after` is the one to go on from."""

    @abstractmethod
    async def busiest_hosts(self, crawl: CrawlId, limit: int) -> list[HostPace]:
        """The hosts with the most unfinished pages, the most first; none that is done with."""

    @abstractmethod
    async def samples(self, crawl: CrawlId, after: float = 0.0) -> list[Sample]:
        """How far the crawl was, every 10 s in which something was stored."""

    @abstractmethod
    async def cut_shapes(self, crawl: CrawlId, limit: int) -> list[CutShape]:
        """Shapes, paths, origins and domains beyond their budget, the most cut first."""

    @abstractmethod
    async def skips(self, crawl: CrawlId) -> list[SkipCount]:
        """SKIPPED pages by rule, the most first, without the root; costs the same at any size."""

    @abstractmethod
    async def failures(self, crawl: CrawlId, examples: int) -> list[FailureCount]:
        """FAILED pages by error and status, the most first, with up to so many of each.

        Looks at all of these, and at no others.
        """


class Reader(Pages, Lists, Figures, Overviews, Drawn, Protocol):
    """What can be read; a read never waits for those who write."""

    @abstractmethod
    async def robots(self, origin: str) -> RobotsRecord | None:
        """The robots.txt of an origin as last read, however old.

        What follows a `#` in the origin tells apart what is shown to whom.
        """

    @abstractmethod
    async def workers(self) -> list[WorkerId]:
        """All who hold a lease, or were seen lately and have not been ended."""

    @abstractmethod
    async def keys(self) -> list[ApiKey]:
        """All API keys, the oldest first."""

    @abstractmethod
    async def wait(self, timeout_s: float) -> None:
        """Until somebody else has written, or the time is over; may end early.

        What was written since the last `wait` or `claim` by this handle counts, so that nothing is
        missed. However much others write, it ends at most a few hundred times a second.
        """

    @abstractmethod
    async def aclose(self) -> None:
        """Let go of the store. Leases stay until they end or expire."""
