"""The other half of the contract: reading pages, lists of pages, and figures.

- The rules at the head of `contract.py` hold here, too.
- A question about a crawl that does not exist raises UnknownCrawl, except where None says so.
- Lists are read in chunks, each from the place where the last one ended: no read stays open.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from leadline.domain.crawls import (
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
    TrappedShape,
)
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
from leadline.domain.pages import InFlight, Page, PageLeads, WorkerId
from leadline.domain.skips import SkipReason
from leadline.domain.system.keys import ApiKey
from leadline.store.drawings import Drawn
from leadline.store.overview import Overviews


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """A robots.txt as it was read `age_s` ago. `failing_for_s` is set while it is unreachable."""

    state: str
    body: bytes
    detail: str
    age_s: float = 0.0
    failing_for_s: float | None = None


class Pages(Protocol):
    """Pages and leads that were found."""

    @abstractmethod
    async def pages(self, crawl: CrawlId, limit: int, after: PageId | None = None) -> list[Page]:
        """Return pages in the order in which they were found, from behind `after`; no sitemaps.

        Pages that are found meanwhile come last: a reader that continues until the list is empty
        has all pages.
        """

    @abstractmethod
    async def listed_pages(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageId]:
        """Return the pages that sitemaps list, as they were found, from behind `after`."""

    @abstractmethod
    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[Page]:
        """Return pages in the order in which they ended, from behind `after_seq`."""

    @abstractmethod
    async def pages_by_id(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, Page]:
        """Return the known ones of these pages."""

    @abstractmethod
    async def skipped_pages(
        self, crawl: CrawlId, rule: tuple[SkipReason, str], limit: int, after: PageId | None = None
    ) -> list[Page]:
        """Return pages that this rule skips, as they were found, from behind `after`."""

    @abstractmethod
    async def bodies(
        self, crawl: CrawlId, ids: Collection[PageId], name: str
    ) -> Mapping[PageId, bytes]:
        """Return the piece of that name of each of these pages that has one, as it was stored."""

    @abstractmethod
    async def pieces(self, crawl: CrawlId, page: PageId) -> Mapping[str, int]:
        """Return the names of the pieces that a page has, and how many bytes each takes."""

    @abstractmethod
    async def leads(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """Return leads, page by page, in the order in which the pages ended."""

    @abstractmethod
    async def edges(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """Return leads as `leads` does, but without their notes, for arithmetic."""

    @abstractmethod
    async def leads_of(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, PageLeads]:
        """Return the leads of each of these pages that has any, by the page they start at."""

    @abstractmethod
    async def failed_pages(self, crawl: CrawlId, limit: int) -> list[Page]:
        """Return some of the FAILED pages, sorted by kind of error."""

    @abstractmethod
    async def in_flight(self, crawl: CrawlId, limit: int) -> list[InFlight]:
        """Return pages that workers have in hand, the longest held first."""


class Lists(Protocol):
    """Questions to all pages of a crawl. Each reads them all, a range at a time."""

    @abstractmethod
    async def pages_where(
        self,
        crawl: CrawlId,
        wanted: PageFilter,
        order: PageOrder,
        limit: int,
        cursor: str | None = None,
    ) -> PageList:
        """Return the first `limit` pages that match, or the next ones behind `cursor`.

        - Pages with equal values are sorted by address. Of titles, the first 200 characters count.
        - Memory holds up to `limit` pages, however many there are.
        - A list of a running crawl has each page at most once. A page whose value changes meanwhile
          may be missed.

        Raises InvalidCursor.
        """

    @abstractmethod
    async def ids_where(self, crawl: CrawlId, wanted: PageFilter, place: int = 0) -> SomeIds:
        """Return up to 50,000 ids of pages that match, as they were found, from `place` on.

        The result may have no ids although it has a place to continue from.
        """

    @abstractmethod
    async def facts(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageFacts]:
        """Return the countable facts of pages, as they were found, from behind `after`."""


class Figures(Protocol):
    """The progress of crawls."""

    @abstractmethod
    async def get(self, crawl: CrawlId) -> Crawl | None:
        """Return the crawl and its progress, all of one instant; costs the same at any size."""

    @abstractmethod
    async def ended_roots(self, ids: Collection[CrawlId]) -> set[CrawlId]:
        """Return those of these crawls that are gone, or whose root has ended."""

    @abstractmethod
    async def newest(
        self,
        kind: CrawlKind,
        limit: int,
        before: CrawlPlace | None = None,
        wanted: CrawlFilter = EVERY_CRAWL,
    ) -> list[Crawl]:
        """Return crawls that match, the newest first, from behind the place `before`.

        Crawls of one instant are sorted by id, descending.
        """

    @abstractmethod
    async def count(self, kind: CrawlKind, status: CrawlStatus) -> int:
        """Return how many crawls of a kind are in a status."""

    @abstractmethod
    async def crawl_ids(self, kind: CrawlKind, prefix: str, limit: int) -> list[CrawlId]:
        """Return up to `limit` ids that start with `prefix`, sorted."""

    @abstractmethod
    async def hosts(self, crawl: CrawlId, limit: int, after: str = "") -> list[HostPace]:
        """Return the hosts that a crawl takes pages from, by name, from behind `after`."""

    @abstractmethod
    async def busiest_hosts(self, crawl: CrawlId, limit: int) -> list[HostPace]:
        """Return the hosts with unfinished pages, those with the most first."""

    @abstractmethod
    async def samples(self, crawl: CrawlId, after: float = 0.0) -> list[Sample]:
        """Return the progress of the crawl, every 10 s in which something was stored."""

    @abstractmethod
    async def trapped_shapes(self, crawl: CrawlId, limit: int) -> list[TrappedShape]:
        """Return shapes, paths, origins and domains beyond their budget, most skipped first."""

    @abstractmethod
    async def skips(self, crawl: CrawlId) -> list[SkipCount]:
        """Count SKIPPED pages by rule, the most first, without the root; cheap at any size."""

    @abstractmethod
    async def failures(self, crawl: CrawlId, examples: int) -> list[FailureCount]:
        """Count FAILED pages by error and status, the most first, with up to `examples` of each.

        Reads all FAILED pages, and no others.
        """


class Reader(Pages, Lists, Figures, Overviews, Drawn, Protocol):
    """All reads of a store. A read never waits for a writer."""

    @abstractmethod
    async def robots(self, origin: str) -> RobotsRecord | None:
        """Return the robots.txt of an origin as last read, however old.

        `origin#digest` is the file as a client with credentials sees it.
        """

    @abstractmethod
    async def workers(self) -> list[WorkerId]:
        """Return workers that hold a lease, or were seen lately and not ended."""

    @abstractmethod
    async def keys(self) -> list[ApiKey]:
        """Return all API keys, the oldest first."""

    @abstractmethod
    async def wait(self, timeout_s: float) -> None:
        """Wait until another process has written, or the time is over; may end early.

        Everything that was written since this handle's last `wait` or `claim` counts, so that
        nothing is missed. However much others write, it ends at most a few hundred times a second.
        """

    @abstractmethod
    def stop_when(self, is_stopped: Callable[[], bool] | None) -> None:
        """Call `is_stopped` during every long read from now on; None: no longer.

        When it returns true, the read raises StoreUnavailable within milliseconds.
        """

    @abstractmethod
    async def aclose(self) -> None:
        """Close the store. Leases stay until they end or expire."""
