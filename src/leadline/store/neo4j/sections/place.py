"""The place of a section: its transaction, time and crawl, and the rows that it has read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind, Token, WorkerId
from leadline.store.neo4j.queries import CHANGES_OF_CLAIMS, CHANGES_OF_COMMITS, QUERIES
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
    """The time; 0 is that of the server."""
    worker: str
    crawl: CrawlId | None = None
    leases: dict[Token, LeaseRow] = field(default_factory=dict)
    is_dry: bool = False
    skew_s: float = 0.0
    """By how much the clock of the server is shifted."""
    answered: list[tuple[Any, Any]] = field(default_factory=list)
    """Questions that were answered before they are asked, with their answers."""
    changes: dict[str, list[Any]] = field(default_factory=dict)
    """Rows of queries that are going to run together."""

    async def ask(self, query: str, **parameters: Any) -> list[list[Any]]:
        """Run a query by its name; return its rows."""
        time = {"now": self.now or None, "skew_s": self.skew_s}
        given = {"crawl": self.crawl, "by": self.worker, **time} | parameters
        result = await self.runs.run(QUERIES[query], given)
        rows: list[list[Any]] = await result.values()
        return rows

    def change(self, query: str, rows: list[Any]) -> None:
        """Note the rows of a query of those that run together."""
        if rows:
            self.changes[query] = rows

    async def write_changes(self) -> None:
        """Run all queries that have rows, in one exchange."""
        if not self.changes:
            return
        is_claim = self.changes.keys() <= set(CHANGES_OF_CLAIMS)
        names = CHANGES_OF_CLAIMS if is_claim else CHANGES_OF_COMMITS
        rows = {name: {"rows": self.changes.pop(name, [])} for name in names}
        await self.ask("change_by_claim" if is_claim else "change_by_commit", **rows)

    def take_answer(self, question: Any) -> Any:
        """Return the answer to a question that was answered before; None if it was not."""
        for place, (known, answer) in enumerate(self.answered):
            if known is question or known == question:
                del self.answered[place]
                return answer
        return None

    def lease(self, node: dict[str, Any]) -> LeaseRow:
        """Return a lease, as the section knows it."""
        token = Token(node["token"])
        known = self.leases.get(token)
        if known is None:
            known = read_lease(node)
            self.leases[token] = known
        return known

    def queue(self, host: str, kind: str) -> Queue:
        """Return a queue of the crawl."""
        return Queue(self.crawl or CrawlId(""), host, PageKind(kind))


def read_lease(node: dict[str, Any]) -> LeaseRow:
    """Return a lease as rules see it."""
    queue = Queue(CrawlId(node["crawl"]), node["host"], PageKind(node["kind"]))
    whose = (Token(node["token"]), WorkerId(node["worker"]), queue)
    rights = (node["parallel"], Turn(node["turn"]), node["size"], node["left"])
    return LeaseRow(*whose, *rights, node["expires_at"], node["is_away"])


def key_of(queue: Queue) -> str:
    """Return the key of a queue, which pages that can be claimed have, too."""
    return "|".join(queue)


def joined(crawl: CrawlId | None, parts: Iterable[str]) -> str:
    """Return the key of a node that belongs to a crawl."""
    return "|".join([crawl or "", *parts])
