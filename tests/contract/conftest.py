"""Every backend under the same tests. A world is one store, seen by several at several times."""

import asyncio
import itertools
import shutil
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from answers import ANSWER
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, PageId
from leadline.domain.outcomes import Completed, Failed, Outcome, Report, TurnEnd
from leadline.domain.pages import Batch, FoundBy, NewPage, PageKind, Task, WorkerId
from leadline.store.contract import Claim, Committed, HostPolicy, Store
from leadline.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from neo4j_server.server import Neo4jServer

ONE = WorkerId("one")
TWO = WorkerId("two")
LEASE_S = 60.0
MANY = tuple(range(2, 52))

Open = Callable[..., Store]


@dataclass
class World:
    """A store, and handles to it whose clocks run ahead."""

    open: Open
    store: Store
    opened: list[Store] = field(default_factory=list)

    def later(self, seconds: float, **policy: object) -> Store:
        """Return the same store some time from now, with changes to its policy."""
        store = self.open(seconds, **policy)
        self.opened.append(store)
        return store

    async def crawl(self, name: str = "c", **options: object) -> CrawlId:
        """A crawl of one root, which is the page 1."""
        chosen = CrawlOptions(**{"delay_ms": 0, "concurrency": 32} | options)  # type: ignore[arg-type]
        crawl = CrawlId(name)
        await self.store.create(crawl, CrawlKind.CRAWL, chosen, page(1, depth=0))
        return crawl

    async def get(self, crawl: CrawlId) -> Crawl:
        found = await self.store.get(crawl)
        assert found is not None
        return found


@pytest.fixture(autouse=True)
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock tick by 10 µs at each look: a busy machine is never too late for a test."""
    start, ticks = time.time(), itertools.count()
    monkeypatch.setattr(time, "time", lambda: start + next(ticks) / 100_000)


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty store to copy: migrating a new file takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "store.db"
    asyncio.run(SqliteStore(path).aclose())
    return path


POLICY = HostPolicy(
    lease_s=LEASE_S,
    max_hosts_per_domain=5,
    max_key_sets=3,
    max_going_round=3,
    max_sitemaps=5,
)


Backend = Callable[[], AbstractAsyncContextManager[Open]]


@pytest.fixture(params=["sqlite", "neo4j"])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each backend with an empty store."""
    chosen: Backend = request.getfixturevalue(f"{request.param}_backend")
    return chosen


@pytest.fixture
async def world(backend: Backend) -> AsyncIterator[World]:
    """A store that is empty."""
    async with backend() as open_:
        world = World(open_, open_(0))
        yield world
        for store in [world.store, *world.opened]:
            await store.aclose()


@pytest.fixture
def sqlite_backend(tmp_path: Path, empty_file: Path) -> Backend:
    """A new file."""

    @asynccontextmanager
    async def backend() -> AsyncIterator[Open]:
        shutil.copy(empty_file, tmp_path)
        path = tmp_path / "store.db"

        def open_(skew_s: float, **changes: Any) -> Store:
            return SqliteStore(path, replace(POLICY, **changes), skew_ms=int(skew_s * 1000))

        yield open_

    return backend


@pytest.fixture
def neo4j_backend(empty_neo4j: "Neo4jServer") -> Backend:
    """The server of the session, whose nodes were deleted."""
    from contract.neo4j_backend import neo4j_backend  # noqa: PLC0415 -- the driver is an extra

    return partial(neo4j_backend, empty_neo4j, POLICY)


def page(number: int, depth: int = 1, host: str = "a.example", **fields: object) -> NewPage:
    given = {
        "id": PageId(number),
        "address": Address(f"http://{host}/{number}"),
        "host": host,
        "site": "example",
        "depth": depth,
        "hops": 0,
        "found_by": FoundBy.LINK,
        "is_fetched": True,
    }
    return NewPage(**given | fields)  # type: ignore[arg-type]


HTTP = frozenset([PageKind.PAGE])
_commits = itertools.count(1)


async def take(store: Store, worker: WorkerId, limit: int, crawl: CrawlId | None = None) -> Claim:
    return await store.claim(worker, HTTP, limit, 1000, crawl)


async def report(
    store: Store, batch: Batch, *outcomes: Outcome, turn_end: TurnEnd | None = None
) -> Committed:
    """Store outcomes of one batch."""
    reports = [Report(batch.token, batch.crawl, batch.host, outcomes, turn_end)]
    return await store.complete(ONE, next(_commits), reports)


async def root(world: World, **options: object) -> Batch:
    """A crawl whose root is in hand."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    return batch


async def crawled(
    world: World, *found: NewPage, name: str = "c", at_s: float = 0, **options: object
) -> CrawlId:
    """A crawl whose root was fetched, in a turn that is over, and led to these pages."""
    crawl, store = await world.crawl(name, **options), world.later(at_s)
    [batch] = (await take(store, ONE, 1, crawl)).batches
    await report(store, batch, done(batch.tasks[0], *found), turn_end=TurnEnd(0.0))
    return crawl


async def report_done(store: Store, batches: Sequence[Batch]) -> None:
    """All pages of these batches were fetched, and linked to nothing."""
    for batch in batches:
        await report(store, batch, *(done(task) for task in batch.tasks))


def done(task: Task, *found: NewPage, **fields: object) -> Completed:
    """The page was fetched and linked to others."""
    return Completed(task.id, ANSWER, found=found, **fields)  # type: ignore[arg-type]


def ids(batches: Sequence[Batch]) -> list[int]:
    return [task.id for batch in batches for task in batch.tasks]


def gone(page: int, **fields: object) -> Failed:
    """The host could not be reached; the page is to be tried again."""
    given = {"retry_in_s": 0.0, "costs_attempt": False, "is_of_host": True}
    return Failed(PageId(page), "ConnectRefused", "?", **given | fields)  # type: ignore[arg-type]


def pages_on(host: str, *numbers: int, **fields: object) -> list[NewPage]:
    """Pages of one host."""
    return [page(number, host=host, **fields) for number in numbers]  # type: ignore[arg-type]


async def waiting_crawls(world: World, *names: str, from_s: float = 0, delay_ms: int = 100) -> None:
    """Crawls that wait for one host, each with many pages."""
    for number, name in enumerate(names):
        at_s = from_s + 2 * number
        await crawled(world, *map(page, MANY), name=name, at_s=at_s, delay_ms=delay_ms)


async def turn_of(store: Store, crawl: str, limit: int = 64) -> Batch:
    """The turn that a crawl gets now."""
    [turn] = (await take(store, ONE, limit, CrawlId(crawl))).batches
    return turn


async def wait_for_host(store: Store, *crawls: str) -> None:
    """Let crawls find the host held, one after another."""
    for crawl in crawls:
        assert (await take(store, TWO, 1, CrawlId(crawl))).batches == ()
