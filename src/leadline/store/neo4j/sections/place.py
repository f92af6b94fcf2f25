"""The place of a section: its transaction, time and crawl, and the rows that it has read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind, Token, WorkerId
from leadline.store.neo4j.queries import QUERIES
from leadline.store.rules.section.rows import LeaseRow, Queue, Turn


class Runs(Protocol):
    """A transaction, or a session in which each query is one."""

    async def run(self, query: str, parameters: dict[str, Any]) -> Any:
        """Run a query."""


@dataclass(slots=True)
class Place:
    """A section at work, or a question outside of all sections, which has no crawl."""

    runs: Runs
    now: float
    worker: str
    crawl: CrawlId | None = None
    leases: dict[Token, LeaseRow] = field(default_factory=dict)
    is_dry: bool = False

    async def ask(self, query: str, **parameters: Any) -> list[list[Any]]:
        """Run a query by its name; return its rows."""
        given = {"crawl": self.crawl, "now": self.now, "by": self.worker} | parameters
        result = await self.runs.run(QUERIES[query], given)
        rows: list[list[Any]] = await result.values()
        return rows

    def lease(self, node: dict[str, Any]) -> LeaseRow:
        """Return a lease, as the section knows it."""
        token = Token(node["token"])
        known = self.leases.get(token)
        if known is None:
            queue = Queue(CrawlId(node["crawl"]), node["host"], PageKind(node["kind"]))
            whose = (token, WorkerId(node["worker"]), queue)
            rights = (node["parallel"], Turn(node["turn"]), node["size"], node["left"])
            known = LeaseRow(*whose, *rights, node["expires_at"], node["is_away"])
            self.leases[token] = known
        return known

    def queue(self, host: str, kind: str) -> Queue:
        """Return a queue of the crawl."""
        return Queue(self.crawl or CrawlId(""), host, PageKind(kind))


def key_of(queue: Queue) -> str:
    """Return the key of a queue, which pages that can be claimed have, too."""
    return "|".join(queue)


def joined(crawl: CrawlId | None, parts: Iterable[str]) -> str:
    """Return the key of a node that belongs to a crawl."""
    return "|".join([crawl or "", *parts])
