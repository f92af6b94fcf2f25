"""The store in one SQLite file.

Calls run inline: handing each one to a thread was thirty times slower under contention. The
methods are coroutines because other backends have to wait.
"""

import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlOptions,
    CrawlStatus,
    PageId,
)
from leadline.domain.pages import NewPage, WorkerId
from leadline.domain.results import Outcome
from leadline.store.contract import Claim, Committed, HostTurn, RobotsRecord, Store
from leadline.store.sqlite import claims, crawls, depths, leases
from leadline.store.sqlite.commits import Commit
from leadline.store.sqlite.connection import connect, transaction, translated
from leadline.store.sqlite.hosts import HostNumbers
from leadline.store.sqlite.queries import QUERIES


class SqliteStore(Store):
    """One file, a few writers. `skew_ms` shifts the clock, for tests."""

    def __init__(self, path: Path, *, lease_s: float = 600.0, skew_ms: int = 0) -> None:
        self._lease_s = lease_s
        self._skew_s = skew_ms / 1000
        self._hosts = HostNumbers()
        self._db = connect(path)
        self._db.row_factory = sqlite3.Row

    @property
    def version(self) -> int:
        """Changes whenever another process has written; asking costs microseconds."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def now(self) -> float:
        """The store's clock."""
        return time.time() + self._skew_s

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with transaction(self._db):
                yield self._db
        except BaseException:
            self._hosts.forget()
            raise

    async def create(
        self,
        crawl: CrawlId,
        kind: CrawlKind,
        options: CrawlOptions,
        root: NewPage,
        request: tuple[str, str] | None = None,
    ) -> CrawlId:
        """See the contract."""
        now = self.now()
        new = Crawl(
            id=crawl,
            kind=kind,
            status=CrawlStatus.RUNNING,
            reason="",
            options=options,
            submitted_url=root.address,
            root_url=root.address,
            root=root.id,
            counts=Counts(),
            fetched=0,
            leads=0,
            bytes=0,
            seq=0,
            created_at=now,
            started_at=None,
            finished_at=None,
        )
        with self._writing() as db:
            if request is not None:
                if (known := crawls.known_request(db, request)) is not None:
                    return known
                key, digest = request
                row = {"key": key, "digest": digest, "crawl": crawl, "now": now}
                db.execute(QUERIES["add_request"], row)
            crawls.create(db, self._hosts, new, root, now)
        return crawl

    async def get(self, crawl: CrawlId) -> Crawl | None:
        """See the contract."""
        with translated():
            return crawls.get(self._db, crawl)

    async def newest(self, kind: CrawlKind, limit: int, before: float | None = None) -> list[Crawl]:
        """See the contract."""
        with translated():
            return crawls.newest(self._db, kind, limit, before)

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """See the contract."""
        with self._writing() as db:
            return crawls.set_status(db, crawl, status, reason, self.now())

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return crawls.sweep(db, crawl, limit)

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return crawls.delete(db, crawl, limit)

    async def claim(self, worker: WorkerId, limit: int, crawl: CrawlId | None = None) -> Claim:
        """See the contract."""
        with self._writing() as db:
            who = claims.Claimant(worker, self.now(), self._lease_s)
            return claims.claim(db, who, limit, crawl)

    async def complete(
        self,
        outcomes: Sequence[Outcome],
        turns: Sequence[HostTurn] = (),
    ) -> Committed:
        """See the contract."""
        with self._writing() as db:
            return Commit(db, self.now(), self._hosts).run(outcomes, turns)

    async def renew(self, worker: WorkerId) -> None:
        """See the contract."""
        now = self.now()
        change = {"worker": worker, "now": now, "expires_at": now + self._lease_s}
        with self._writing() as db:
            db.execute(QUERIES["renew"], change)
            db.execute(QUERIES["see_worker"], change)

    async def workers(self) -> list[WorkerId]:
        """See the contract."""
        with translated():
            return [WorkerId(name) for (name,) in self._db.execute(QUERIES["lease_holders"])]

    async def end_worker(self, worker: WorkerId) -> int:
        """See the contract."""
        with self._writing() as db:
            return leases.end_worker(db, worker, self.now())

    async def robots(self, origin: str) -> RobotsRecord | None:
        """See the contract."""
        with translated():
            row = self._db.execute(QUERIES["robots"], {"origin": origin}).fetchone()
        return RobotsRecord(**row) if row else None

    async def put_robots(self, origin: str, record: RobotsRecord, host: str) -> None:
        """See the contract."""
        with self._writing() as db:
            db.execute(QUERIES["put_robots"], {"origin": origin, **asdict(record)})
            pace = {"host": self._hosts.number(db, host), "gap_s": record.crawl_delay_s}
            db.execute(QUERIES["host_gap"], pace)

    async def idle(self) -> list[CrawlId]:
        """See the contract."""
        with translated():
            return [CrawlId(id_) for (id_,) in self._db.execute(QUERIES["idle_crawls"]).fetchall()]

    async def edges(self, crawl: CrawlId) -> AsyncIterator[tuple[PageId, bool, bytes]]:
        """See the contract."""
        with translated():
            for edge in depths.edges(self._db, crawl):
                yield edge

    async def set_depths(
        self, crawl: CrawlId, found: Iterable[tuple[PageId, int, PageId | None]]
    ) -> int:
        """See the contract."""
        with self._writing() as db:
            return depths.set_depths(db, crawl, found)

    async def finish(self, crawl: CrawlId) -> bool:
        """See the contract."""
        with self._writing() as db:
            return depths.finish(db, crawl, self.now())

    async def aclose(self) -> None:
        """See the contract."""
        self._db.close()
