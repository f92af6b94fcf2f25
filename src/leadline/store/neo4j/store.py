"""The store on a Neo4j server."""

import secrets
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, TypeVar

from neo4j import AsyncDriver

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.outcomes import Report
from leadline.domain.pages import Batch, Closed, NewPage, PageKind, Token, WorkerId
from leadline.store.contract import Claim, Committed, HostPolicy, Retaken
from leadline.store.neo4j.database import translating_errors
from leadline.store.neo4j.queries import SCHEMA
from leadline.store.neo4j.sections.runner import SectionRunner
from leadline.store.reader import RobotsRecord
from leadline.store.rules import claims, commits, crawls, leases, sweeps, turns
from leadline.store.rules.claims import Claimant
from leadline.store.rules.section.changes import NewCrawl
from leadline.store.rules.section.questions import Rule, Section, SectionRule

T = TypeVar("T")


def _new_token() -> Token:
    return Token(secrets.randbits(63))


class Neo4jFrontier:
    """The part of the store that writes by rules. `skew_ms` shifts the clock, for tests."""

    def __init__(
        self,
        driver: AsyncDriver,
        name: str,
        policy: HostPolicy | None = None,
        *,
        database: str = "neo4j",
        skew_ms: int = 0,
    ) -> None:
        self._driver = driver
        self._name = name
        self._policy = policy or HostPolicy()
        self._database = database
        self._skew_s = skew_ms / 1000
        self.repeats = 0

    async def ensure_schema(self) -> None:
        """Create the indexes and constraints that are missing."""
        with translating_errors(self._name):
            for statement in SCHEMA:
                await self._driver.execute_query(statement, database_=self._database)
            await self._driver.execute_query("CALL db.awaitIndexes(60)", database_=self._database)

    def _runner(self, worker: str = "") -> SectionRunner:
        return SectionRunner(self._driver, self._database, self._policy, worker, self._skew_s)

    async def _run(self, rule: Rule[T], worker: str = "") -> T:
        runner = self._runner(worker)
        try:
            with translating_errors(self._name):
                return await runner.run(rule)
        finally:
            self.repeats += runner.repeats

    async def _section(self, crawl: CrawlId | None, rule: SectionRule) -> Any:
        runner = self._runner()
        try:
            with translating_errors(self._name):
                return await runner.section(Section(crawl, rule))
        finally:
            self.repeats += runner.repeats

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
        created: CrawlId = await self._section(crawl, partial(crawls.create, crawl, new, request))
        return created

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """See the contract."""
        return bool(await self._section(crawl, partial(crawls.set_status, status, reason)))

    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """See the contract."""
        return bool(await self._section(crawl, partial(crawls.set_options, options)))

    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.reopen, which, limit)))

    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.readmit, pages)))

    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.put_off, limit)))

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
        wanted = (frozenset(kinds), slots, self._policy.host_limit, _new_token)
        who = Claimant(worker, *wanted, crawl, besides)
        batches, parallel = await self._run(claims.claim(who, limit), worker)
        return Claim(batches, None, parallel)

    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """See the contract."""
        rule = commits.complete(worker, commit, reports, self._policy.host_limit)
        return await self._run(rule, worker)

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """See the contract."""
        return await self._run(turns.retake_turn(worker, token), worker)

    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        """See the contract."""
        rule = leases.open_visit(worker, token, (host, site), _new_token)
        return await self._run(rule, worker)

    async def end_worker(self, worker: WorkerId) -> int:
        """See the contract."""
        return await self._run(leases.end_worker(worker), worker)

    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """See the contract."""
        await self._section(None, partial(crawls.put_robots, origin, host, record, crawl_delay_s))

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.sweep, limit)))

    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        """See the contract."""
        return await self._run(sweeps.set_depths(crawl, found))

    async def finish(self, crawl: CrawlId) -> bool:
        """See the contract."""
        return bool(await self._section(crawl, sweeps.finish))
