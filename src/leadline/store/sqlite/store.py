"""The store in one SQLite file.

Calls run inline: a thread for each call was thirty times slower under contention. The methods are
coroutines because other backends have to wait.
"""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
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
from leadline.store.rules import claims, commits, crawls, leases, sweeps, turns
from leadline.store.rules.claims import Claimant
from leadline.store.rules.section.changes import NewCrawl
from leadline.store.rules.section.questions import Rule, Section, SectionRule
from leadline.store.sqlite import crawls as stored
from leadline.store.sqlite import drawings
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
from leadline.store.sqlite.sections import hints
from leadline.store.sqlite.sections.place import HostNumbers
from leadline.store.sqlite.sections.runner import SectionRunner

T = TypeVar("T")


def _new_token() -> Token:
    return Token(secrets.randbits(63))


class SqliteStore(SqliteReader, Store):
    """A store in one file, for a few writers. `skew_ms` shifts the clock, for tests."""

    patience_s = 10.0

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

    def _runner(self) -> SectionRunner:
        return SectionRunner(self._db, self._hosts, self._policy, self.now())

    def _run(self, rule: Rule[T]) -> T:
        """Run an operation: all of its sections in one transaction."""
        with self._writing():
            return self._runner().run(rule)

    def _section(self, crawl: CrawlId | None, rule: SectionRule) -> Any:
        with self._writing():
            return self._runner().section(Section(crawl, rule))

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
        new = NewCrawl(kind, options, root, is_awaited)
        created: CrawlId = self._section(crawl, partial(crawls.create, crawl, new, request))
        return created

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """See the contract."""
        return bool(self._section(crawl, partial(crawls.set_status, status, reason)))

    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """See the contract."""
        return bool(self._section(crawl, partial(crawls.set_options, options)))

    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """See the contract."""
        return int(self._section(crawl, partial(sweeps.reopen, which, limit)))

    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """See the contract."""
        return int(self._section(crawl, partial(sweeps.readmit, pages)))

    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(self._section(crawl, partial(sweeps.put_off, limit)))

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        with self._writing() as db:
            return stored.delete(db, crawl, limit)

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
        wanted = (frozenset(kinds), slots, self._policy.host_limit, _new_token)
        who = Claimant(worker, *wanted, crawl, besides)
        with translating_errors():
            if hints.is_vain(self._db, who, now := self.now()):
                return Claim((), hints.next_ready(self._db, who, now))
        with self._writing() as db:
            runner = self._runner()
            batches, parallel, lost = runner.run(claims.claim(who, limit))
            hints.note_claimant(db, who, runner.now)
            return Claim(batches, hints.next_ready(db, who, runner.now), parallel, lost)

    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """See the contract."""
        done = self._run(commits.complete(worker, commit, reports, self._policy.host_limit))
        self._shorten_log()
        return done

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """See the contract. Reads first: a lease that waits already writes nothing."""
        with translating_errors():
            dry = self._runner()
            dry.is_dry = True
            retaken = dry.run(turns.retake_turn(worker, token))
        return self._run(turns.retake_turn(worker, token)) if dry.has_changes else retaken

    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        """See the contract."""
        return self._run(leases.open_visit(worker, token, (host, site), _new_token))

    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        """See the contract."""
        now = self.now()
        change = {"worker": worker, "now": now, "expires_at": now + self._policy.lease_s}
        with self._writing() as db:
            where = {**change, "tokens": json.dumps(list(tokens))}
            rows = db.execute(QUERIES["renew"], where).fetchall()
            db.execute(QUERIES["see_worker"], change)
        return set(tokens) - {Token(token) for (token,) in rows}

    async def end_worker(self, worker: WorkerId) -> int:
        """See the contract."""
        with self._writing() as db:
            ended = self._runner().run(leases.end_worker(worker))
            db.execute(QUERIES["forget_worker"], {"worker": worker})
        return ended

    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """See the contract."""
        self._section(None, partial(crawls.put_robots, origin, host, record, crawl_delay_s))

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
        return self._run(crawls.take_undrawn(for_s))

    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        """See the contract."""
        return bool(self._section(crawl, partial(crawls.put_drawing, seq, data)))

    async def count_time(self, crawl: CrawlId | None = None) -> None:
        """See the contract. Reads first: without such crawls nothing is written."""
        with translating_errors():
            if self._db.execute(QUERIES["has_timed"]).fetchone() is None:
                return
        self._run(sweeps.count_time(crawl))

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
            where = {"late": sweeps.patience_until(self.now())}
            found = self._db.execute(QUERIES["unswept_crawls"], where).fetchall()
        return [CrawlId(id_) for (id_,) in found]

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(self._section(crawl, partial(sweeps.sweep, limit)))

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
        return self._run(sweeps.set_depths(crawl, found))

    async def finish(self, crawl: CrawlId) -> bool:
        """See the contract."""
        return bool(self._section(crawl, sweeps.finish))
