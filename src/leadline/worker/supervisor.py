"""The supervisor: spawns feeders, replaces those that die, and settles crawls that are idle."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable

import msgspec

from leadline.domain.crawls import Crawl, CrawlId, CrawlKind
from leadline.domain.pages import WorkerId
from leadline.services.settle import settle
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.worker.feeder_process import Orders
from leadline.worker.names import is_dead, new_worker

_log = logging.getLogger(__name__)

_LOOK_S = 0.1
_FIRST_RESTART_S = 0.1
_LONGEST_RESTART_S = 30.0
_STEADY_S = 30.0
_SWEEP_PAGES = 2_000
_NEWEST = 1_000


class Supervisor:
    """Keeps `workers` feeders running, for all crawls or for `only` one."""

    def __init__(
        self, store: Store, settings: Settings, workers: int, only: CrawlId | None = None
    ) -> None:
        self._store = store
        self._settings = settings
        self._workers = workers
        self._only = only
        self._stopping = asyncio.Event()
        self._processes: set[Process] = set()

    async def run(self, until: Callable[[], bool], tick: Callable[[], Awaitable[None]]) -> None:
        """Supervise until `until` says so; `tick` is called a few times a second."""
        await self._bury_the_dead()
        keepers = [asyncio.create_task(self._keep()) for _ in range(self._workers)]
        try:
            while not until():
                await self._look_after_crawls()
                await tick()
                await asyncio.sleep(_LOOK_S)
        finally:
            await self._stop(keepers)

    async def _bury_the_dead(self) -> None:
        """End the leases of workers that died with their supervisor, on this machine."""
        for worker in await self._store.workers():
            if is_dead(worker):
                await self._store.end_worker(worker)

    async def _keep(self) -> None:
        """Keep one feeder running: restart it when it dies, ever more slowly if it dies at once."""
        wait_s = _FIRST_RESTART_S
        loop = asyncio.get_running_loop()
        while not self._stopping.is_set():
            worker, started_at = new_worker(), loop.time()
            process = await self._spawn(worker)
            code = await process.wait()
            self._processes.discard(process)
            await self._store.end_worker(worker)
            if self._stopping.is_set():
                return
            _log.error("feeder died", extra={"worker": worker, "code": code})
            if loop.time() - started_at > _STEADY_S:
                wait_s = _FIRST_RESTART_S
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, _LONGEST_RESTART_S)

    async def _spawn(self, worker: WorkerId) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "leadline.worker.feeder_process"), stdin=PIPE
        )
        self._processes.add(process)
        orders = Orders(worker, self._settings, self._only)
        assert process.stdin is not None  # noqa: S101 -- it is PIPE
        process.stdin.write(msgspec.json.encode(orders) + b"\n")
        await process.stdin.drain()
        return process

    async def _look_after_crawls(self) -> None:
        for crawl_id in await self._store.idle():
            crawl = await self._store.get(crawl_id)
            if crawl is not None and self._only in {None, crawl_id}:
                await settle(self._store, crawl)
        for crawl in await self._unswept():
            # In chunks, one a look: the store is not ours alone.
            await self._store.sweep(crawl.id, _SWEEP_PAGES)

    async def _unswept(self) -> list[Crawl]:
        """Crawls whose pending pages will not be fetched any more."""
        if self._only is not None:
            found = [await self._store.get(self._only)]
        else:
            found = list(await self._store.newest(CrawlKind.CRAWL, _NEWEST))
        return [crawl for crawl in found if crawl and crawl.counts.pending and _is_full(crawl)]

    async def _stop(self, keepers: list[asyncio.Task[None]]) -> None:
        """End all feeders: each drains by itself, and is killed if it takes too long."""
        self._stopping.set()
        for process in list(self._processes):
            process.terminate()
        _, late = await asyncio.wait(keepers, timeout=self._settings.drain_s + 5)
        if late:
            for process in list(self._processes):
                process.kill()
            await asyncio.wait(late)


def _is_full(crawl: Crawl) -> bool:
    limit = crawl.options.max_pages
    return crawl.status.is_final or (limit is not None and crawl.fetched >= limit)
