"""The place of a section: its connection, time and crawl, and the rows that it has read."""

import sqlite3
from dataclasses import dataclass, field

from leadline.domain.bounded import Bounded
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import Token, WorkerId
from leadline.store.rules.section.rows import LeaseRow, Queue, Turn
from leadline.store.sqlite.codes import KINDS
from leadline.store.sqlite.queries import QUERIES

_MAX_NUMBERS = 50_000


class HostNumbers:
    """A cache of the numbers of hosts: a crawl asks for few hosts very often."""

    def __init__(self) -> None:
        self._numbers = Bounded[str, int](_MAX_NUMBERS)

    def number(self, db: sqlite3.Connection, name: str, domain: str = "") -> int:
        """Return the number of a host; a new host gets one."""
        if name not in self._numbers:
            found = db.execute(QUERIES["host"], {"name": name}).fetchone()
            new = {"name": name, "domain": domain}
            row = found or db.execute(QUERIES["add_host"], new).fetchone()
            self._numbers[name] = row[0]
        return self._numbers[name]

    def note(self, name: str, number: int) -> None:
        """Note the number of a host that is in the file."""
        self._numbers[name] = number

    def forget(self) -> None:
        """Clear the cache after a rollback: numbers of new hosts are not in the file."""
        self._numbers.clear()


@dataclass(slots=True)
class Place:
    """A section at work, or a question outside of all sections, which has no crawl."""

    db: sqlite3.Connection
    hosts: HostNumbers
    now: float
    crawl: CrawlId | None = None
    number: int = 0
    """The number of the crawl in the file."""
    numbers: dict[CrawlId, int] = field(default_factory=dict)
    """Numbers of other crawls that the section has met."""
    leases: dict[Token, LeaseRow] = field(default_factory=dict)

    def host(self, name: str, domain: str = "") -> int:
        """Return the number of a host."""
        return self.hosts.number(self.db, name, domain)

    def number_of(self, crawl: CrawlId) -> int:
        """Return the number of a crawl that the section has met."""
        return self.number if crawl == self.crawl else self.numbers[crawl]

    def lease(self, row: sqlite3.Row) -> LeaseRow:
        """Return the lease of a row with `LEASE_COLUMNS`, as the section knows it."""
        token, worker, crawl, host, kind, parallel, turn, *counts, is_away = row
        known = self.leases.get(token)
        if known is None:
            queue = Queue(CrawlId(crawl), host, KINDS[kind])
            size, left, expires_at = counts
            whose = (Token(token), WorkerId(worker), queue)
            rights = (parallel, Turn(turn), size, left, expires_at, bool(is_away))
            known = self.leases[token] = LeaseRow(*whose, *rights)
        return known
