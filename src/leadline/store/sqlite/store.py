"""The store in one SQLite file.

Calls run inline: a thread for each call was thirty times slower under contention. The methods are
coroutines because other backends have to wait.
"""

import asyncio
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    PageFigures,
    PageId,
)
from leadline.domain.outcomes import Report
from leadline.domain.pages import Batch, Closed, NewPage, PageKind, Token, WorkerId
from leadline.domain.system.keys import ApiKey
from leadline.domain.system.overview import Process
from leadline.store.contract import (
    Claim,
    Committed,
    HostName,
    HostPolicy,
    Retaken,
    Store,
    Unnamed,
)
from leadline.store.reader import RobotsRecord
from leadline.store.sqlite import crawls, drawings
from leadline.store.sqlite.database import clock
from leadline.store.sqlite.database.connection import (
    check_writable,
    compact,
    connect,
    transaction,
    translating_errors,
)
from leadline.store.sqlite.database.file import StoreFile
from leadline.store.sqlite.database.wal import WriteAheadLog
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.read import overview
from leadline.store.sqlite.reader import SqliteReader
from leadline.store.sqlite.work import claims, depths, leases, readmissions, sweeps, turns
from leadline.store.sqlite.work.commits import Commit
from leadline.store.sqlite.work.hosts import HostNumbers
from leadline.store.sqlite.work.turns import Claimant


class SqliteStore(SqliteReader, Store):
    """A store in one file, for a few writers. `skew_ms` shifts the clock, for tests."""

    def __init__(self, path: Path, policy: HostPolicy | None = None, *, skew_ms: int = 0) -> None:
        super().__init__(connect(path), path, skew_ms)
        self._file = StoreFile(path)
        self._log = WriteAheadLog(self._db, path)
        self._policy = policy or HostPolicy()
        self._hosts = HostNumbers()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._file.check()
        before = self._db.total_changes
        try:
            with transaction(self._db):
                yield self._db
        except BaseException:
            self._hosts.forget()
            raise
        if self._db.total_changes > before:
            self._watch.ring()

    async def create(
        self,
        crawl: CrawlId,
        kind: CrawlKind,
        options: CrawlOptions,
        root: NewPage,
        request: tuple[str, str] | None = None,
        *,
        is_awaited: bool = True,
    ) -> CrawlId:
        """See the contract."""
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
            figures=PageFigures(),
            answered=0,
            leads=0,
            bytes=0,
            seq=0,
            stale=0,
            created_at=self.now(),
            started_at=None,
            finished_at=None,
        )
        with self._writing() as db:
            if request is not None:
                if (known := crawls.known_request(db, request)) is not None:
                    return known
                crawls.add_request(db, request, new)
            crawls.create(db, self._hosts, new, root, self._policy, is_awaited=is_awaited)
        return crawl

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """See the contract."""
        with self._writing() as db:
            return crawls.set_status(db, crawl, status, reason, self.now())

    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """See the contract."""
        with self._writing() as db:
            return crawls.set_options(db, crawl, options, self._policy, self.now())

    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return sweeps.reopen(db, crawl, which, limit)

    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """See the contract."""
        with self._writing() as db:
            return readmissions.readmit(db, crawl, pages, self._policy)

    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return sweeps.put_off(db, crawl, limit)

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return crawls.delete(db, crawl, limit)

    async def compact(self) -> int:
        """See the contract."""
        with translating_errors():
            return compact(self._db, self.now())

    async def claim(
        self,
        worker: WorkerId,
        kinds: Collection[PageKind],
        limit: int,
        slots: int,
        crawl: CrawlId | None = None,
        *,
        besides: Collection[CrawlId] = (),
    ) -> Claim:
        """See the contract."""
        # Before the look: a write in between ends the next wait.
        self._watch.note()
        who = Claimant(worker, kinds, slots, crawl, self.now(), self._policy, besides)
        with translating_errors():
            if claims.is_vain(self._db, who):
                return Claim((), claims.next_ready(self._db, who))
        with self._writing() as db:
            who = replace(who, now=self.now())
            return claims.claim(db, who, limit)

    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """See the contract."""
        with self._writing() as db:
            done = Commit(db, self.now(), self._hosts, self._policy).run(worker, commit, reports)
        self._shorten_log()
        return done

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """See the contract. Reads first: a lease that waits already writes nothing."""
        with translating_errors():
            waits_s = turns.turn_in_s(self._db, worker, token, self.now(), self._policy)
        if waits_s > 0:
            return Retaken(is_held=False, in_s=waits_s)
        with self._writing() as db:
            return turns.retake_turn(db, worker, token, self.now(), self._policy)

    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        """See the contract."""
        with self._writing() as db:
            place = leases.Place(host, self._hosts.number(db, host, site))
            times = leases.Times(now := self.now(), now + self._policy.lease_s)
            return leases.open_visit(db, worker, token, place, times)

    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        """See the contract."""
        with self._writing() as db:
            return leases.renew(db, worker, tokens, self.now(), self._policy.lease_s)

    async def end_worker(self, worker: WorkerId) -> int:
        """See the contract."""
        with self._writing() as db:
            return leases.end_worker(db, worker, self.now())

    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """See the contract."""
        row = {
            "origin": origin,
            "state": record.state,
            "body": record.body,
            "detail": record.detail,
            "is_failing": record.failing_for_s is not None,
            "now": self.now(),
        }
        with self._writing() as db:
            db.execute(QUERIES["put_robots"], row)
            db.execute(
                QUERIES["host_gap"], {"host": host, "gap_s": crawl_delay_s, "now": self.now()}
            )

    async def take_unnamed(self, among: Unnamed, limit: int) -> list[str]:
        """See the contract."""
        query = "unnamed_hosts" if among is Unnamed.FOUND else "unnamed_hosts_in_work"
        with translating_errors():
            rows = self._db.execute(QUERIES[query], {"limit": limit}).fetchall()
        # Mostly there are none, and no write lock is needed.
        if not rows:
            return []
        with self._writing() as db:
            taken = [db.execute(QUERIES["take_unnamed_host"], {"n": row["n"]}) for row in rows]
            return [name for each in taken for (name,) in each.fetchall()]

    async def name_hosts(self, names: Sequence[HostName]) -> None:
        """See the contract."""
        with self._writing() as db:
            rows = [{"host": name.host, "ip": name.ip, "cname": name.cname} for name in names]
            db.executemany(QUERIES["name_host"], rows)

    async def add_key(self, key: ApiKey) -> None:
        """See the contract."""
        with self._writing() as db:
            db.execute(QUERIES["add_key"], asdict(key))

    async def revoke_key(self, key: str) -> bool:
        """See the contract."""
        with self._writing() as db:
            return db.execute(QUERIES["revoke_key"], {"id": key}).rowcount > 0

    async def check(self) -> None:
        """See the contract. Reading works on a full disk, so something has to be written."""
        with self._writing() as db:
            check_writable(db)
            clock.note(db, self.now())
        self._shorten_log()

    async def tidy(self) -> None:
        """See the contract."""
        await asyncio.to_thread(self._log.copy_back)

    def _shorten_log(self) -> None:
        with translating_errors():
            self._log.shorten()

    async def note_processes(self, supervisor: str, processes: Sequence[Process]) -> None:
        """See the contract."""
        with self._writing() as db:
            overview.note_processes(db, supervisor, processes, self.now())

    async def take_undrawn(self, for_s: float) -> CrawlId | None:
        """See the contract. Reads first: without such crawls nothing is written."""
        with translating_errors():
            if not drawings.has_undrawn(self._db, self.now()):
                return None
        with self._writing() as db:
            return drawings.take_undrawn(db, self.now(), self.now() + for_s)

    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        """See the contract."""
        with self._writing() as db:
            return drawings.put_drawing(db, crawl, seq, data)

    async def count_time(self, crawl: CrawlId | None = None) -> None:
        """See the contract. Reads first: without such crawls nothing is written."""
        with translating_errors():
            if not sweeps.has_timed(self._db):
                return
        with self._writing() as db:
            sweeps.count_time(db, crawl, self.now())

    async def idle(self) -> list[CrawlId]:
        """See the contract."""
        with translating_errors():
            found = self._db.execute(QUERIES["idle_crawls"]).fetchall()
        return [CrawlId(id_) for (id_,) in found]

    async def is_any_ending(self, left: int, soon_s: float) -> bool:
        """See the contract."""
        where = {"left": left, "soon": self.now() + soon_s}
        with translating_errors():
            return self._db.execute(QUERIES["ending_crawl"], where).fetchone() is not None

    async def unswept_crawls(self) -> list[CrawlId]:
        """See the contract."""
        with translating_errors():
            where = {"late": sweeps.late(self.now())}
            found = self._db.execute(QUERIES["unswept_crawls"], where).fetchall()
        return [CrawlId(id_) for (id_,) in found]

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return sweeps.sweep(db, crawl, limit, self.now())

    async def outdated_crawls(self, kind: CrawlKind, age_s: float, limit: int) -> list[CrawlId]:
        """See the contract."""
        where = {"kind": kind, "before": self.now() - age_s, "limit": limit}
        with translating_errors():
            found = self._db.execute(QUERIES["outdated_crawls"], where).fetchall()
        return [CrawlId(id_) for (id_,) in found]

    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        """See the contract."""
        with self._writing() as db:
            return depths.set_depths(db, crawl, found)

    async def finish(self, crawl: CrawlId) -> bool:
        """See the contract."""
        with self._writing() as db:
            return depths.finish(db, crawl, self.now())
