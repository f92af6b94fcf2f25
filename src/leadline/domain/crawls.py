"""Crawls: what was asked for, and how far it is."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from leadline.domain.addresses import Address
from leadline.domain.outcomes import SkipReason

CrawlId = NewType("CrawlId", str)
PageId = NewType("PageId", int)
"""63 bits of a hash of the page's key, keyed by the crawl."""


class CrawlKind(StrEnum):
    """Through which face a crawl came. A scrape and a process are crawls, too."""

    CRAWL = "crawl"
    SCRAPE = "scrape"
    PROCESS = "process"


class CrawlStatus(StrEnum):
    """Where a crawl stands. The last three are final."""

    PENDING = "pending"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether nothing will be fetched any more."""
        return self in {CrawlStatus.COMPLETED, CrawlStatus.CANCELLED, CrawlStatus.FAILED}


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What a person asked for, as one document. `version` tells how to read an older one."""

    max_depth: int = 3
    """The deepest depth that is fetched; the root is at 0."""
    scope: str = "domain"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_pages: int | None = None
    concurrency: int = 5
    delay_ms: int | None = None
    """The gap between two requests to a host; None leaves it to the default, and 0 says that the
    host is ours, so that `concurrency` alone bounds us."""
    timeout_ms: int = 10_000
    user_agent: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Secrets, perhaps: sent to origins in scope only, and shown nowhere."""
    respects_robots: bool = True
    respects_nofollow: bool = False
    reads_sitemaps: bool = False
    checks_external: bool = False
    """Whether pages out of scope are asked for, too: if they are there, and nothing else."""
    max_attempts: int = 3
    max_per_shape: int = 2_000
    keeps: tuple[str, ...] = ("text",)
    """What is kept of a page: its `text`, its `html` as received."""
    selectors: tuple[tuple[str, str], ...] = ()
    """Fields to extract, by name."""
    markdown: bool = False
    networks: tuple[str, ...] = ()
    """What its workers have to be allowed to fetch from; who is not leaves the crawl to others."""
    version: int = 1


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
        """All that a rule kept from being fetched."""
        return sum(self.skipped_by.values())


@dataclass(frozen=True, slots=True)
class PageFigures:
    """Pages in the words for people, the root included: `found` is the sum of the others.

    Of a check, external pages are among them. Sitemaps are not.
    """

    found: int = 1
    fetched: int = 0
    """Pages that answered, with success or a redirect."""
    failed: int = 0
    skipped: int = 0
    """Pages that a rule keeps from being fetched."""
    too_deep: int = 0
    """Pages that are recorded and never fetched, because they are deeper than the limit."""
    cancelled: int = 0
    queued: int = 1
    fetching: int = 0


@dataclass(frozen=True, slots=True)
class Sitemaps:
    """What became of the sitemaps of a crawl, which are outside of its counts."""

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
    """Why the status is what it is, for people; empty when there is nothing to say."""
    options: CrawlOptions
    submitted_url: Address
    root_url: Address
    """Where the root ended; until it was fetched, what was submitted."""
    root: PageId
    counts: Counts
    figures: PageFigures
    answered: int
    """Pages of the site that got an answer, also a failure: what `max_pages` limits."""
    leads: int
    bytes: int
    seq: int
    """The number of the page that was completed last."""
    refused: int
    """Outcomes that came from workers which had lost their lease, and changed nothing."""
    created_at: float
    started_at: float | None
    finished_at: float | None
    sitemaps: Sitemaps = field(default_factory=Sitemaps)
    limits_reached: tuple[str, ...] = ()
    """The limits that keep pages from being fetched, by the rule: `max_pages`."""
    scraped: int = 0
    """Pages of the site that answered with success (2xx)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How far a crawl was at a time (Unix seconds)."""

    at: float
    fetched: int
    pending: int
    in_progress: int
    failed: int
    leads: int


@dataclass(frozen=True, slots=True)
class CutShape:
    """What a rule that counts took of what may be endless, and how many pages it kept out.

    By rule: `max_per_shape` took pages of a shape, `max_key_sets` sets of query keys of a path,
    `max_going_round` pages of an origin, `max_hosts_per_domain` hosts of a domain. `example` is an
    address that was kept out, if it was kept.
    """

    rule: str
    shape: str
    taken: int
    cut: int
    example: Address | None


@dataclass(frozen=True, slots=True)
class SkipCount:
    """How many pages a rule keeps from being fetched; `example` is an address that it refused."""

    reason: SkipReason
    rule: str
    pages: int
    example: Address


@dataclass(frozen=True, slots=True)
class FailureCount:
    """How many pages failed in one way: the kind of error, and the status when an answer came."""

    error: str
    status: int | None
    pages: int
    examples: tuple[PageId, ...]


@dataclass(frozen=True, slots=True)
class HostPace:
    """A host of a crawl: how fast it is asked, and why.

    `gap_s` is the strictest of the crawls on it and of robots.txt (`robots_gap_s`); `rests_for_s`
    is how long it is left alone, because it asked for that or does not answer. `domain` is the
    registrable domain; `ip` and `cname` (the end of the chain) are what DNS said.
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
