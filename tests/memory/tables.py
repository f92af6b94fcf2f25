"""The tables of a store as dictionaries of the rows that rules know."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.pages import PageState, Token, WorkerId
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.rows import (
    Budget,
    CrawlRow,
    HostRow,
    LeaseRow,
    Note,
    Queue,
    QueueRow,
)

_OPEN = frozenset([CrawlStatus.RUNNING, CrawlStatus.PAUSED])


class Worker(NamedTuple):
    """A worker that was seen at a time, and the one crawl that it works on, if any."""

    seen_at: float
    only: CrawlId | None


@dataclass
class Tables:
    """All rows. Crawls and pages are dictionaries, because rules change their fields by name."""

    crawls: dict[CrawlId, dict[str, Any]] = field(default_factory=dict)
    """Fields of `CrawlRow` and others, with the counters as a dictionary in `counts`."""
    pages: dict[tuple[CrawlId, int], dict[str, Any]] = field(default_factory=dict)
    """By crawl and number. Crawl and number are fields, too."""
    queues: dict[Queue, QueueRow] = field(default_factory=dict)
    hosts: dict[str, HostRow] = field(default_factory=dict)
    leases: dict[Token, LeaseRow] = field(default_factory=dict)
    """Without their pages: each page has the token of its lease."""
    skips: dict[tuple[CrawlId, SkipReason, str], int] = field(default_factory=dict)
    workers: dict[WorkerId, Worker] = field(default_factory=dict)
    notes: dict[tuple[WorkerId, CrawlId], Note] = field(default_factory=dict)
    budgets: dict[tuple[CrawlId, Budget], int] = field(default_factory=dict)
    requests: dict[str, tuple[str, CrawlId]] = field(default_factory=dict)
    robots: dict[str, float | None] = field(default_factory=dict)
    """Since when the robots.txt of an origin cannot be read."""
    drawings: dict[CrawlId, bytes] = field(default_factory=dict)

    def crawl(self, crawl: CrawlId) -> CrawlRow | None:
        """Return a copy of a crawl."""
        row = self.crawls.get(crawl)
        if row is None:
            return None
        found = max((page["n"] for page in self.pages_of(crawl)), default=0)
        values = row | {"found": found, "counts": dict(row["counts"])}
        return CrawlRow(**{each.name: values[each.name] for each in fields(CrawlRow)})

    def pages_of(self, crawl: CrawlId | None) -> list[dict[str, Any]]:
        """Return the pages of a crawl as they were found."""
        return [page for (of, _), page in sorted(self.pages.items()) if of == crawl]

    def pages_by_id(self, crawl: CrawlId | None) -> dict[PageId, dict[str, Any]]:
        """Return the pages of a crawl by id."""
        return {page["id"]: page for page in self.pages_of(crawl)}

    def pages_under(self, token: Token) -> list[dict[str, Any]]:
        """Return the pages that a lease holds."""
        return [page for page in self.pages.values() if page["lease"] == token]

    def queues_on(self, host: str) -> Iterator[tuple[Queue, QueueRow]]:
        """Return the queues of all crawls on a host."""
        return ((queue, row) for queue, row in self.queues.items() if queue.host == host)

    def is_open(self, crawl: CrawlId) -> bool:
        """Return whether a crawl is running or paused."""
        return self.crawls[crawl]["status"] in _OPEN

    def is_running(self, crawl: CrawlId) -> bool:
        """Return whether a crawl is running."""
        return bool(self.crawls[crawl]["status"] is CrawlStatus.RUNNING)


def is_ready(page: dict[str, Any]) -> bool:
    """Return whether a page can be claimed."""
    return page["state"] is PageState.PENDING and page["not_before"] is None
