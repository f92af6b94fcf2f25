"""All crawls together, and the processes that work on them."""

from dataclasses import dataclass

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.pages import PageState

PHASES = ("dns", "connect", "tls", "first_byte", "total")
"""The phases of a request, in the order of the timings of a page."""
EDGES_MS = (1.0, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
"""The upper bounds of the buckets of latencies. One more bucket has the rest."""


@dataclass(frozen=True, slots=True)
class Latency:
    """The durations of a phase over all answers that had it: by bucket, and their sum."""

    buckets: tuple[int, ...]
    sum_ms: float


@dataclass(frozen=True, slots=True)
class Done:
    """Totals since the store was created, also of deleted crawls. They never decrease."""

    fetched: int
    failed: int
    leads: int
    bytes: int
    stale: int
    """Outcomes of workers that had lost their lease."""


@dataclass(frozen=True, slots=True)
class Overview:
    """All crawls at about one instant."""

    crawls: dict[tuple[CrawlKind, CrawlStatus], int]
    pages: dict[PageState, int]
    """Pages of running crawls, including the roots."""
    done: Done
    latencies: dict[str, Latency]
    """By phase."""
    leases: int
    leased_pages: int
    ready_queues: int
    """Hosts of running crawls with pages that may be requested now."""
    waiting_queues: int
    """Hosts of running crawls with pages that must wait for the host."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process of Leadline as its supervisor saw it, `age_s` ago."""

    machine: str
    pid: int
    role: str
    memory_bytes: int
    """Resident."""
    cpu_s: float
    age_s: float = 0.0
