"""All crawls together, and the processes that work on them."""

from dataclasses import dataclass

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.pages import PageState

PHASES = ("dns", "connect", "tls", "first_byte", "total")
"""In the order of the timings of a page."""
EDGES_MS = (1.0, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
"""Where the buckets of latencies end; what is beyond them has one, too."""


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a phase took, over all answers that had it: answers by bucket, and their sum."""

    buckets: tuple[int, ...]
    sum_ms: float


@dataclass(frozen=True, slots=True)
class Done:
    """What was done since the store began, also for crawls that were deleted. Never goes down."""

    fetched: int
    failed: int
    leads: int
    bytes: int
    refused: int
    """Outcomes that came from workers which had lost their lease."""


@dataclass(frozen=True, slots=True)
class Overview:
    """All crawls at about one instant."""

    crawls: dict[tuple[CrawlKind, CrawlStatus], int]
    pages: dict[PageState, int]
    """Of crawls that are running, their roots among them."""
    done: Done
    latencies: dict[str, Latency]
    """By phase."""
    leases: int
    leased_pages: int
    ready_queues: int
    """Hosts of running crawls with pages that may be asked for now."""
    waiting_queues: int
    """The same, but their host is to be left alone for a while."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process of ours as its supervisor saw it, `age_s` ago."""

    machine: str
    pid: int
    role: str
    memory_bytes: int
    """Resident."""
    cpu_s: float
    age_s: float = 0.0
