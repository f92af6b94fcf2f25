"""State that the routes share: the store, the settings, caches, limits and listeners."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends
from fastapi.requests import HTTPConnection

from leadline import bootstrap
from leadline.api.live.listeners import Live
from leadline.api.server.answer_cache import AnswerCache
from leadline.api.server.idempotency import InProgress
from leadline.api.server.keys import KeyRing, Tickets
from leadline.api.server.pool import Pool, ScanPool, threaded_store
from leadline.api.server.readiness import Readiness
from leadline.api.server.server_metrics import ServerMetrics
from leadline.api.server.trials import Trials
from leadline.api.server.waiting_pages import WaitingPages
from leadline.api.transport.downloads import Downloads
from leadline.sandbox.contract import Sandbox
from leadline.services.crawling.root_waiter import RootWaiter
from leadline.services.drawing.growths import Growths
from leadline.services.graph.indexes import Indexes
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.store.reader import Reader

_READERS = 4
_SCANNERS = 2
_MOST_SCANS = 64
_SURVEYORS = 2
_MOST_SURVEYS = 8
_WRITERS = 2

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Context:
    """Shared state of one server. Only its listeners are about single crawls."""

    settings: Settings
    reader: Reader
    """For reads that take the same time at any size of the store."""
    store: Store
    """For writes, which wait for other writers."""
    keys: KeyRing
    tickets: Tickets
    in_progress: InProgress
    indexes: Indexes
    """For scans that need the links of a crawl."""
    growths: Growths
    """For drawings of crawls that are running."""
    readiness: Readiness
    metrics: ServerMetrics
    answer_cache: AnswerCache
    """For answers of scans that clients request repeatedly."""
    downloads: Downloads
    trials: Trials
    root_waiter: RootWaiter
    waiting_pages: WaitingPages
    sandbox: Sandbox
    """For kept pages: none is parsed in this process."""
    live: Live
    _scans: ScanPool
    _surveys: ScanPool
    _writes: Pool[Store]

    async def scan(self, work: Callable[[Reader], Awaitable[Result]]) -> Result:
        """Run a long read in a thread, where neither the event loop nor short reads wait for it.

        Raises Problem when too many reads wait. A read stops when its caller is cancelled.
        """
        return await self._scans.run(work)

    async def survey(self, work: Callable[[Reader], Awaitable[Result]]) -> Result:
        """Read all pages of a crawl, which takes seconds, in threads apart from those of `scan`.

        Raises Problem and stops like `scan`.
        """
        return await self._surveys.run(work)

    async def write(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        """Read and write much, in chunks, in a thread."""
        return await self._writes.run(work)


@asynccontextmanager
async def open_context(settings: Settings) -> AsyncIterator[Context]:
    """Open a context, and close it when the block ends."""
    metrics = ServerMetrics()
    await bootstrap.open_store(settings).aclose()
    same = bootstrap.SameStore(settings)
    reads = Pool(same.open_reader, _READERS, metrics.calls("read"))
    scans = ScanPool(same.open_reader, _SCANNERS, metrics.calls("scan"), _MOST_SCANS)
    surveys = ScanPool(same.open_reader, _SURVEYORS, metrics.calls("survey"), _MOST_SURVEYS)
    writes = Pool(same.open, _WRITERS, metrics.calls("write"))
    reader = threaded_store(reads)
    root_waiter = RootWaiter(same.open_reader, settings.max_wait_ms / 1000)
    store = threaded_store(writes)
    sandbox = bootstrap.sandbox(settings)
    trials = Trials()
    try:
        yield Context(
            settings=settings,
            reader=reader,
            store=store,
            keys=KeyRing(reader, settings.host),
            tickets=Tickets(),
            in_progress=InProgress(),
            indexes=Indexes(),
            growths=Growths(),
            answer_cache=AnswerCache(),
            downloads=Downloads(same.open_reader),
            trials=trials,
            readiness=Readiness(store),
            metrics=metrics,
            root_waiter=root_waiter,
            waiting_pages=WaitingPages(settings.max_waiting_scrapes),
            sandbox=sandbox,
            live=Live(reader),
            _scans=scans,
            _surveys=surveys,
            _writes=writes,
        )
    finally:
        await root_waiter.aclose()
        trials.close()
        await sandbox.aclose()
        for pool in (reads, scans, surveys, writes):
            await pool.aclose()


# FastAPI would run a plain function in a thread, for every request.
async def _context(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


Shared = Annotated[Context, Depends(_context)]
