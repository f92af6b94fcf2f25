"""A feeder in fake time, with a store and a web that do what a test says."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from fake_time import now
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
from leadline.domain.outcomes import Outcome, Report
from leadline.domain.pages import Batch, Token, WorkerId
from leadline.domain.web.fetching import Limits, Request, Response, Timings
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.pipeline.plan import Defaults
from leadline.pipeline.robots import RobotsGate
from leadline.pipeline.tools import Tools
from leadline.sandbox.contract import Sandbox
from leadline.store.contract import Claim, Committed, Retaken, Store
from leadline.store.reader import RobotsRecord
from leadline.worker.feeder.feeder import Feeder
from leased import tasks

ROOT = tasks(1)[0].address


def crawl_of(options: CrawlOptions) -> Crawl:
    return Crawl(
        id=CrawlId("c"),
        kind=CrawlKind.CRAWL,
        status=CrawlStatus.RUNNING,
        reason="",
        options=options,
        submitted_url=ROOT,
        root_url=ROOT,
        root=PageId(1),
        counts=Counts(),
        figures=PageFigures(),
        answered=0,
        leads=0,
        bytes=0,
        seq=0,
        stale=0,
        created_at=0.0,
        started_at=None,
        finished_at=None,
    )


class Commit(NamedTuple):
    """A commit, and when it came."""

    at: float
    reports: list[Report]

    @property
    def outcomes(self) -> list[Outcome]:
        return [outcome for report in self.reports for outcome in report.outcomes]


@dataclass
class ScriptedStore:
    """A store for a feeder: it leases `batches`, and notes which reports came when.

    Robots.txt is respected only if `respects_robots`, and then is not known. `answers` are those to
    commits. A host that is visited has the turn of `visited`, free at `free_at`; it asked for
    patience until `rests_until`.
    """

    batches: list[Batch]
    respects_robots: bool = False
    answers: list[Committed] = field(default_factory=list)
    visited: Batch | None = None
    visit_error: Exception | None = None
    free_at: float = 0.0
    commits: list[Commit] = field(default_factory=list)
    retaken: list[Token] = field(default_factory=list)
    visits: int = 0
    asked: int = 0
    """How often a turn was asked for."""
    rests_until: float = 0.0
    parallel: Mapping[Token, int] = field(default_factory=dict)
    lost: frozenset[Token] = frozenset()
    has_crawl: bool = True

    async def claim(
        self, _worker: WorkerId, _kinds: object, limit: int, *_: object, **__: object
    ) -> Claim:
        if limit == 0:
            return Claim((), None, self.parallel, self.lost)
        batches, self.batches = tuple(self.batches), []
        return Claim(batches, None, self.parallel, self.lost)

    async def get(self, _: CrawlId) -> Crawl | None:
        if not self.has_crawl:
            return None
        return crawl_of(CrawlOptions(respects_robots=self.respects_robots))

    async def complete(self, _worker: WorkerId, _number: int, reports: list[Report]) -> Committed:
        self.commits.append(Commit(now(), reports))
        return self.answers.pop(0) if self.answers else Committed(0, 0)

    async def wait(self, timeout_s: float) -> None:
        await asyncio.sleep(timeout_s)

    async def visit(self, *_: object) -> Batch | None:
        if self.visit_error is not None:
            raise self.visit_error
        if self.visited is None:
            return None
        self.visits += 1
        return replace(self.visited, token=Token(self.visited.token + self.visits - 1))

    async def retake_turn(self, _: WorkerId, token: Token) -> Retaken:
        self.asked += 1
        if now() < self.rests_until:
            return Retaken(is_held=False, in_s=self.rests_until - now())
        if now() < self.free_at:
            return Retaken(is_held=False, in_s=1.0)
        self.retaken.append(token)
        return Retaken(is_held=True, in_s=0.0)

    async def robots(self, _: str) -> RobotsRecord | None:
        return None

    async def put_robots(self, *_: object) -> None:
        pass

    def all_outcomes(self) -> list[Outcome]:
        return [outcome for commit in self.commits for outcome in commit.outcomes]

    def all_reports(self) -> list[Report]:
        return [report for commit in self.commits for report in commit.reports]


class SlowWeb(Fetcher):
    """A web that writes requests at once, and answers after some time; `redirects` by address."""

    def __init__(self, answer_s: float = 0.0, redirects: Mapping[str, str] | None = None) -> None:
        self.answer_s = answer_s
        self._redirects = redirects or {}
        self.sent: list[tuple[float, str]] = []
        self.open = 0
        """Requests that are not answered and not cancelled."""

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        if request.on_sent is not None:
            request.on_sent(asyncio.get_running_loop().time())
        self.sent.append((now(), request.address))
        self.open += 1
        try:
            await asyncio.sleep(self.answer_s)
        finally:
            self.open -= 1
        target = self._redirects.get(request.address)
        status = 302 if target else 200
        headers = f"HTTP/1.1 {status}\r\nLocation: {target}\r\n\r\n".encode()
        timings = Timings(0, 0, 0, 0, 0)
        return Response(request.address, status, headers, b"", None, "", "1.1", 0, timings)

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


@asynccontextmanager
async def feeding(
    scripted: ScriptedStore, web: Fetcher, drain_s: float = 1.0
) -> AsyncIterator[Feeder]:
    """Run a feeder until the block ends, and then let it drain."""
    store = cast("Store", scripted)
    tools = Tools(web, cast("Sandbox", None), RobotsGate(store))
    clock = asyncio.get_running_loop().time
    defaults = Defaults(Limits(), "Leadline/1")
    feeder = Feeder(WorkerId("w"), store, tools, defaults, clock=clock)
    stop = asyncio.Event()
    working = asyncio.create_task(feeder.run(stop, drain_s))
    try:
        yield feeder
    finally:
        stop.set()
        await working
