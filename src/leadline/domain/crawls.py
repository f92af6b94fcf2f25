"""Crawls: their status, their figures, and the pace of their hosts."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.skips import SkipReason

CrawlId = NewType("CrawlId", str)
PageId = NewType("PageId", int)
"""63 bits of a hash of the page's URL key, keyed by the crawl."""


class CrawlKind(StrEnum):
    """The API that a crawl came through. A scrape and a process are crawls, too."""

    CRAWL = "crawl"
    SCRAPE = "scrape"
    PROCESS = "process"


class CrawlStatus(StrEnum):
    """The status of a crawl. The last three are final."""

    PENDING = "pending"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Return whether the crawl is over: it no longer fetches pages."""
        return self in {CrawlStatus.COMPLETED, CrawlStatus.CANCELLED, CrawlStatus.FAILED}


@dataclass(frozen=True, slots=True)
class Counts:
    """Pages by state, without the root, as the specification counts them.

    `total` is always the sum of the others; pages that are too deep are among the completed.
    """

    total: int = 0
    pending: int = 0
    in_progress: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0
    skipped_by: dict[SkipReason, int] = field(default_factory=dict)

    @property
    def skipped(self) -> int:
        """Return the number of pages that a rule skipped."""
        return sum(self.skipped_by.values())


@dataclass(frozen=True, slots=True)
class PageFigures:
    """Pages in the words for people, the root included: `found` is the sum of the others.

    External pages of a check are among them. Sitemaps are not.
    """

    found: int = 1
    fetched: int = 0
    """Pages that answered, with success or a redirect."""
    failed: int = 0
    skipped: int = 0
    """Pages that a rule skips."""
    too_deep: int = 0
    """Pages that are recorded and never fetched, because they are deeper than `max_depth`."""
    cancelled: int = 0
    queued: int = 1
    fetching: int = 0


@dataclass(frozen=True, slots=True)
class Sitemaps:
    """The sitemaps of a crawl by outcome. They are outside of its counts."""

    read: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Crawl:
    """A crawl and its progress at one instant. Times are Unix seconds."""

    id: CrawlId
    kind: CrawlKind
    status: CrawlStatus
    reason: str
    """The reason of the status, for people; empty if there is none."""
    options: CrawlOptions
    submitted_url: Address
    root_url: Address
    """The address that the root was redirected to; until it is fetched, the submitted one."""
    root: PageId
    counts: Counts
    figures: PageFigures
    answered: int
    """Pages of the site that answered, also with an error status: `max_pages` limits them."""
    leads: int
    bytes: int
    seq: int
    """The number of the page that was completed last."""
    stale: int
    """Outcomes of workers that had lost their lease: they were discarded."""
    created_at: float
    started_at: float | None
    finished_at: float | None
    sitemaps: Sitemaps = field(default_factory=Sitemaps)
    limits_reached: tuple[str, ...] = ()
    """The rules of the limits that the crawl reached: `max_pages`."""
    scraped: int = 0
    """Pages of the site that answered with success (2xx)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The progress of a crawl at a time (Unix seconds)."""

    at: float
    fetched: int
    pending: int
    in_progress: int
    failed: int
    leads: int


@dataclass(frozen=True, slots=True)
class TrappedShape:
    """A budget of a trap rule: how much of it is taken, and how many pages were skipped by it.

    - `max_per_shape` counts pages of a shape.
    - `max_key_sets` counts sets of query keys of a path.
    - `max_going_round` counts pages of an origin.
    - `max_hosts_per_domain` counts hosts of a domain.

    `example` is the address of a skipped page, if one is stored.
    """

    rule: str
    shape: str
    taken: int
    skipped: int
    example: Address | None


@dataclass(frozen=True, slots=True)
class SkipCount:
    """The number of pages that a rule skips; `example` is the address of one."""

    reason: SkipReason
    rule: str
    pages: int
    example: Address


@dataclass(frozen=True, slots=True)
class FailureCount:
    """The number of pages that failed with an error, and with a status if an answer came."""

    error: str
    status: int | None
    pages: int
    examples: tuple[PageId, ...]


@dataclass(frozen=True, slots=True)
class HostPace:
    """A host of a crawl, its pace, and the reasons of that pace.

    - `gap_s` is the longest delay of the crawls on the host and of robots.txt (`robots_gap_s`).
    - `rests_for_s` is the time until the next request, if the host asked for a pause or does not
      answer.
    - `domain` is the registrable domain; `ip` and `cname` (the end of the chain) are from DNS.
    """

    host: str
    domain: str
    ip: str | None
    cname: str | None
    pending: int
    in_progress: int
    gap_s: float
    robots_gap_s: float
    rests_for_s: float
    failures: int
    failing_for_s: float | None = None
    """How long the host has been unreachable; None if it is reachable."""
