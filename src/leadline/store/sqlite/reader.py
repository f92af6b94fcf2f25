"""A SQLite store that is only read."""

import sqlite3
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from leadline.domain.crawls import (
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
    TrappedShape,
)
from leadline.domain.listing import (
    EVERY_CRAWL,
    CrawlFilter,
    CrawlPlace,
    PageFacts,
    PageFilter,
    PageList,
    PageOrder,
    SomeIds,
)
from leadline.domain.pages import InFlight, Page, PageLeads, WorkerId
from leadline.domain.skips import SkipReason
from leadline.domain.system.keys import ApiKey
from leadline.domain.system.overview import Overview, Process
from leadline.store.reader import Reader, RobotsRecord
from leadline.store.sqlite import crawls, drawings
from leadline.store.sqlite.database.connection import connect_for_reading, translating_errors
from leadline.store.sqlite.database.watching import StoreWatcher
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.read import lists, overview, page_queries

# Instructions of SQLite's machine: less than a millisecond, about a hundred rows.
_STEPS = 10_000


class SqliteReader(Reader):
    """Reads of one file, on a connection of their own or on the writer's."""

    def __init__(self, db: sqlite3.Connection, path: Path, skew_ms: int = 0) -> None:
        self._db = db
        self._db.row_factory = sqlite3.Row
        lists.prepare(self._db)
        self._watch = StoreWatcher(self._db, path)
        self._skew_s = skew_ms / 1000

    @classmethod
    def open(cls, path: Path) -> "SqliteReader":
        """Open a file for reading only. Raises WrongStore."""
        return cls(connect_for_reading(path), path)

    def now(self) -> float:
        """Return the time of the store's clock."""
        return time.time() + self._skew_s

    def stop_when(self, is_stopped: Callable[[], bool] | None) -> None:
        """See the contract."""
        self._db.set_progress_handler(is_stopped, _STEPS)

    async def get(self, crawl: CrawlId) -> Crawl | None:
        """See the contract."""
        with translating_errors():
            return crawls.get(self._db, crawl)

    async def ended_roots(self, ids: Collection[CrawlId]) -> set[CrawlId]:
        """See the contract."""
        with translating_errors():
            return crawls.ended_roots(self._db, ids)

    async def newest(
        self,
        kind: CrawlKind,
        limit: int,
        before: CrawlPlace | None = None,
        wanted: CrawlFilter = EVERY_CRAWL,
    ) -> list[Crawl]:
        """See the contract."""
        with translating_errors():
            return crawls.newest(self._db, kind, limit, before, wanted)

    async def count(self, kind: CrawlKind, status: CrawlStatus) -> int:
        """See the contract."""
        with translating_errors():
            where = {"kind": kind, "status": status}
            return int(self._db.execute(QUERIES["count_crawls"], where).fetchone()[0])

    async def crawl_ids(self, kind: CrawlKind, prefix: str, limit: int) -> list[CrawlId]:
        """See the contract."""
        with translating_errors():
            where = {"kind": kind, "prefix": prefix, "limit": limit}
            return [CrawlId(id_) for (id_,) in self._db.execute(QUERIES["crawl_ids"], where)]

    async def pages(self, crawl: CrawlId, limit: int, after: PageId | None = None) -> list[Page]:
        """See the contract."""
        with translating_errors():
            return page_queries.pages(self._db, crawl, limit, after)

    async def listed_pages(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageId]:
        """See the contract."""
        with translating_errors():
            return page_queries.listed_pages(self._db, crawl, limit, after)

    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[Page]:
        """See the contract."""
        with translating_errors():
            return page_queries.ended_pages(self._db, crawl, limit, after_seq)

    async def pages_by_id(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, Page]:
        """See the contract."""
        with translating_errors():
            return page_queries.pages_by_id(self._db, crawl, ids)

    async def skipped_pages(
        self, crawl: CrawlId, rule: tuple[SkipReason, str], limit: int, after: PageId | None = None
    ) -> list[Page]:
        """See the contract."""
        with translating_errors():
            return page_queries.skipped_pages(self._db, crawl, rule, limit, after)

    async def bodies(
        self, crawl: CrawlId, ids: Collection[PageId], name: str
    ) -> Mapping[PageId, bytes]:
        """See the contract."""
        with translating_errors():
            return page_queries.bodies(self._db, crawl, ids, name)

    async def pieces(self, crawl: CrawlId, page: PageId) -> Mapping[str, int]:
        """See the contract."""
        with translating_errors():
            return page_queries.pieces(self._db, crawl, page)

    async def leads(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """See the contract."""
        with translating_errors():
            return page_queries.leads(self._db, crawl, limit, after_seq)

    async def edges(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """See the contract."""
        with translating_errors():
            return page_queries.edges(self._db, crawl, limit, after_seq)

    async def leads_of(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, PageLeads]:
        """See the contract."""
        with translating_errors():
            return page_queries.leads_of(self._db, crawl, ids)

    async def pages_where(
        self,
        crawl: CrawlId,
        wanted: PageFilter,
        order: PageOrder,
        limit: int,
        cursor: str | None = None,
    ) -> PageList:
        """See the contract."""
        with translating_errors():
            return lists.pages_where(self._db, crawl, wanted, order, limit=limit, cursor=cursor)

    async def ids_where(self, crawl: CrawlId, wanted: PageFilter, place: int = 0) -> SomeIds:
        """See the contract."""
        with translating_errors():
            return lists.ids_where(self._db, crawl, wanted, place)

    async def facts(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageFacts]:
        """See the contract."""
        with translating_errors():
            return lists.facts(self._db, crawl, limit, after)

    async def failed_pages(self, crawl: CrawlId, limit: int) -> list[Page]:
        """See the contract."""
        with translating_errors():
            return page_queries.failed_pages(self._db, crawl, limit)

    async def in_flight(self, crawl: CrawlId, limit: int) -> list[InFlight]:
        """See the contract."""
        with translating_errors():
            return page_queries.in_flight(self._db, crawl, limit, self.now())

    async def hosts(self, crawl: CrawlId, limit: int, after: str = "") -> list[HostPace]:
        """See the contract."""
        with translating_errors():
            return page_queries.hosts(self._db, crawl, limit, after, self.now())

    async def busiest_hosts(self, crawl: CrawlId, limit: int) -> list[HostPace]:
        """See the contract."""
        with translating_errors():
            return page_queries.busiest_hosts(self._db, crawl, limit, self.now())

    async def samples(self, crawl: CrawlId, after: float = 0.0) -> list[Sample]:
        """See the contract."""
        with translating_errors():
            return page_queries.samples(self._db, crawl, after)

    async def trapped_shapes(self, crawl: CrawlId, limit: int) -> list[TrappedShape]:
        """See the contract."""
        with translating_errors():
            return page_queries.trapped_shapes(self._db, crawl, limit)

    async def skips(self, crawl: CrawlId) -> list[SkipCount]:
        """See the contract."""
        with translating_errors():
            return page_queries.skips(self._db, crawl)

    async def failures(self, crawl: CrawlId, examples: int) -> list[FailureCount]:
        """See the contract."""
        with translating_errors():
            return page_queries.failures(self._db, crawl, examples)

    async def robots(self, origin: str) -> RobotsRecord | None:
        """See the contract."""
        with translating_errors():
            where = {"origin": origin, "now": self.now()}
            row = self._db.execute(QUERIES["robots"], where).fetchone()
        return RobotsRecord(**row) if row else None

    async def workers(self) -> list[WorkerId]:
        """See the contract."""
        with translating_errors():
            return [WorkerId(name) for (name,) in self._db.execute(QUERIES["all_workers"])]

    async def drawing(self, crawl: CrawlId) -> bytes | None:
        """See the contract."""
        with translating_errors():
            return drawings.drawing(self._db, crawl)

    async def overview(self) -> Overview:
        """See the contract."""
        with translating_errors():
            return overview.overview(self._db, self.now())

    async def processes(self) -> list[Process]:
        """See the contract."""
        with translating_errors():
            return overview.processes(self._db, self.now())

    async def keys(self) -> list[ApiKey]:
        """See the contract."""
        with translating_errors():
            return [ApiKey(*row) for row in self._db.execute(QUERIES["keys"])]

    async def wait(self, timeout_s: float) -> None:
        """See the contract."""
        await self._watch.wait(timeout_s)

    async def aclose(self) -> None:
        """See the contract."""
        self._watch.close()
        self._db.close()
