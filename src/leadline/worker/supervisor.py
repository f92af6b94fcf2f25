"""The supervisor: spawns feeders, replaces those that die, and settles crawls that are idle."""

import asyncio
import contextlib
import logging
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable

import msgspec

from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.errors import StoreUnavailable
from leadline.domain.pages import WorkerId
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.worker.names import is_dead, new_worker
from leadline.worker.orders import Orders

_log = logging.getLogger(__name__)

_LOOK_S = 0.1
_FIRST_RESTART_S = 0.1
_LONGEST_RESTART_S = 30.0
_STEADY_S = 30.0
_CHECK_S = 1.0
_PATIENCE_S = 10.0
_CHUNK = 2_000
_OUTDATED = 10
# As many take a few milliseconds and megabytes.
_FEW_LEADS = 20_000
# A terminal sends Ctrl-C to all its processes, also to those that are still loading; what becomes
# of ours is for the supervisor to say. libuv would undo what we set up for a child ourselves.
_WITHOUT_CTRL_C = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")


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
        self._next_check_at = 0.0
        self._settling: dict[CrawlId, asyncio.Task[None]] = {}

    async def run(self, until: Callable[[], bool], tick: Callable[[], Awaitable[None]]) -> None:
        """Supervise until `until` says so; `tick` is called a few times a second.

        Raises StoreUnavailable when the store could not be used for a while.
        """
        keepers = [asyncio.create_task(self._keep()) for _ in range(self._workers)]
        loop = asyncio.get_running_loop()
        usable_at = loop.time()
        try:
            while not until():
                try:
                    await self._look_after_crawls()
                    await tick()
                    usable_at = loop.time()
                except StoreUnavailable:
                    if loop.time() - usable_at > _PATIENCE_S:
                        raise
                for keeper in keepers:
                    if keeper.done():
                        # It ends before we do only by an error, and without it nothing goes on.
                        keeper.result()
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
            orders = Orders(worker, self._settings, self._only)
            code = await self._ended(await self._spawn("feeder_process", orders))
            await self._end_leases(worker)
            if self._stopping.is_set():
                return
            _log.error("feeder died", extra={"worker": worker, "code": code})
            if loop.time() - started_at > _STEADY_S:
                wait_s = _FIRST_RESTART_S
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, _LONGEST_RESTART_S)

    async def _end_leases(self, worker: WorkerId) -> None:
        while True:
            try:
                await self._store.end_worker(worker)
            except StoreUnavailable:
                # When we stop, whoever starts next ends them.
                if self._stopping.is_set():
                    return
                await asyncio.sleep(_CHECK_S)
            else:
                return

    async def _spawn(self, module: str, orders: Orders) -> Process:
        line = msgspec.json.encode(orders) + b"\n"
        command = (*_WITHOUT_CTRL_C, sys.executable, "-m", f"leadline.worker.{module}")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE)
        assert process.stdin is not None  # noqa: S101 -- it is PIPE
        # Who is dead already reads nothing; its end is noticed by who waits for it.
        with contextlib.suppress(ConnectionError):
            process.stdin.write(line)
            await process.stdin.drain()
        return process

    async def _ended(self, process: Process) -> int:
        """Wait for the end of a process; gives its exit code."""
        self._processes.add(process)
        if self._stopping.is_set():
            # It was spawned meanwhile.
            _send(process, signal.SIGTERM)
        try:
            return await process.wait()
        finally:
            self._processes.discard(process)

    async def _look_after_crawls(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._next_check_at:
            await self._store.check()
            await self._bury_the_dead()
            self._next_check_at = now + _CHECK_S
        for crawl in await self._store.idle():
            if self._only in {None, crawl} and crawl not in self._settling:
                self._settling[crawl] = asyncio.create_task(self._settle(crawl))
        for crawl in await self._store.unswept():
            # In chunks, one a look: the store is not ours alone.
            await self._store.sweep(crawl, _CHUNK)
        for crawl in await self._store.outdated(
            CrawlKind.SCRAPE, self._settings.scrape_ttl_s, _OUTDATED
        ):
            await self._store.delete(crawl, _CHUNK)

    async def _settle(self, crawl_id: CrawlId) -> None:
        """Bring all depths up to date; in a process of its own when that takes memory."""
        # Here, since numpy takes longer to load than most commands take.
        from leadline.services.settle import settle  # noqa: PLC0415

        try:
            crawl = await self._store.get(crawl_id)
            if crawl is not None and crawl.leads <= _FEW_LEADS:
                await settle(self._store, crawl)
            elif crawl is not None:
                orders = Orders("", self._settings, crawl_id)
                await self._ended(await self._spawn("settle_process", orders))
        except StoreUnavailable as exc:
            _log.info("store unavailable", extra={"error": str(exc)})
        finally:
            del self._settling[crawl_id]

    async def _stop(self, keepers: list[asyncio.Task[None]]) -> None:
        """End all processes: feeders drain by themselves, and are killed if they take too long."""
        self._stopping.set()
        for process in list(self._processes):
            _send(process, signal.SIGTERM)
        tasks = [*keepers, *self._settling.values()]
        _, late = await asyncio.wait(tasks, timeout=self._settings.drain_s + 5)
        if late:
            for process in list(self._processes):
                _send(process, signal.SIGKILL)
            await asyncio.wait(late)


def _send(process: Process, what: signal.Signals) -> None:
    # It may have ended, and nobody has noticed yet.
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(what)
