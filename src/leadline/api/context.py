"""What routes share: the store, the settings, and who is waiting."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends
from fastapi.requests import HTTPConnection

from leadline import bootstrap
from leadline.api.idempotency import InProgress
from leadline.api.keys import KeyRing, Tickets
from leadline.api.limits import Waiting
from leadline.api.live import Live
from leadline.api.memory import Memory
from leadline.api.pool import Pool, ScanPool, threaded
from leadline.api.readiness import Readiness
from leadline.api.streams import Streams
from leadline.api.trials import Trials
from leadline.api.watch import Watch
from leadline.sandbox.contract import Sandbox
from leadline.services.drawing.growths import Growths
from leadline.services.graph.indexes import Indexes
from leadline.services.roots import Roots
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
    """One for each server. Nothing here is about one crawl, but for who is listening to it."""

    settings: Settings
    reader: Reader
    """For reads that cost the same at any size."""
    store: Store
    """For writes, which wait for those of others."""
    keys: KeyRing
    tickets: Tickets
    in_progress: InProgress
    indexes: Indexes
    """For scans that ask about links."""
    growths: Growths
    """For pictures of crawls that run."""
    readiness: Readiness
    watch: Watch
    memory: Memory
    """For answers of scans that are asked for again and again."""
    streams: Streams
    trials: Trials
    roots: Roots
    waiting: Waiting
    sandbox: Sandbox
    """For pages that are kept: nothing is parsed here."""
    live: Live
    _scans: ScanPool
    _surveys: ScanPool
    _writes: Pool[Store]

    async def scan(self, work: Callable[[Reader], Awaitable[Result]]) -> Result:
        """Read much where neither the loop nor small reads wait for it.

        Raises Problem when too many wait. A read whose caller is cancelled stops.
        """
        return await self._scans.run(work)

    async def survey(self, work: Callable[[Reader], Awaitable[Result]]) -> Result:
        """Read all pages of a crawl, which takes seconds, where no list waits for it.

        Raises the same, and stops in the same way.
        """
        return await self._surveys.run(work)

    async def write(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        """Read and write much, in chunks, in a thread."""
        return await self._writes.run(work)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Context]:
    """A context, until the block ends."""
    watch = Watch()
    await bootstrap.open_store(settings).aclose()
    same = bootstrap.SameStore(settings)
    reads = Pool(same.open_reader, _READERS, watch.calls("read"))
    scans = ScanPool(same.open_reader, _SCANNERS, watch.calls("scan"), _MOST_SCANS)
    surveys = ScanPool(same.open_reader, _SURVEYORS, watch.calls("survey"), _MOST_SURVEYS)
    writes = Pool(same.open, _WRITERS, watch.calls("write"))
    reader = threaded(reads)
    roots = Roots(same.open_reader)
    store = threaded(writes)
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
            memory=Memory(),
            streams=Streams(same.open_reader),
            trials=trials,
            readiness=Readiness(store),
            watch=watch,
            roots=roots,
            waiting=Waiting(settings.max_waiting_scrapes),
            sandbox=sandbox,
            live=Live(reader),
            _scans=scans,
            _surveys=surveys,
            _writes=writes,
        )
    finally:
        await roots.aclose()
        trials.close()
        await sandbox.aclose()
        for pool in (reads, scans, surveys, writes):
            await pool.aclose()


# FastAPI would send a plain function to a thread, for every request.
async def _context(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


Shared = Annotated[Context, Depends(_context)]
