"""The supervisor: spawns feeders, replaces those that die, and settles crawls that are idle."""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict
from typing import Any

from leadline.domain.crawls import Crawl, CrawlId, CrawlKind
from leadline.domain.errors import StoreUnavailable
from leadline.domain.pages import WorkerId
from leadline.services.figures.process_figures import STANDING_S, STUCK_FEEDER, process_of
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.worker.processes.child_process import dismiss_early
from leadline.worker.processes.children import Children
from leadline.worker.processes.open_files import warn_of_few_files
from leadline.worker.processes.orders import Orders
from leadline.worker.processes.worker_ids import is_dead, new_worker, this_process

_log = logging.getLogger(__name__)

_LOOK_S = 0.1
# A crawl with more pages does not end before the next look: it need not be watched more closely.
_SOME_PAGES = 1_000
_CHECK_S = 1.0
# Within twice the time of a check, so that feeders that stand still are noticed.
_QUIET_S = 1.8
# SQLite waits up to 30 s for other writers, which is no standstill.
_STUCK_S = 31.0
_NOTE_S = 5.0
_KILL_S = 5.0
_CHUNK = 2_000
_OUTDATED = 10
# A process that has not drawn its crawl by then counts as dead.
_TAKEN_S = 300.0
# That many take a quarter of a second and 30 MB; a process of their own takes longer to load.
_FEW_LEADS = 400_000
# numpy takes longer to load than a short crawl runs; a longer crawl need not wait for it.
_LOAD_AFTER_S = 1.0


class Supervisor:
    """The parent of `workers` feeders, for all crawls or for `only` one."""

    def __init__(
        self, store: Store, settings: Settings, workers: int, only: CrawlId | None = None
    ) -> None:
        self._store = store
        self._settings = settings
        self._workers = workers
        self._only = only
        self._children = Children()
        self._next_check_at = 0.0
        self._next_note_at = 0.0
        self._listened_at = 0.0
        self._stuck: set[int] = set()
        self._noted: dict[int, str] | None = None
        self._settling: dict[CrawlId, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()
        self._drawing: asyncio.Task[None] | None = None

    async def run(
        self,
        until: Callable[[], bool],
        tick: Callable[[], Awaitable[None]],
        patience_s: float | None = None,
    ) -> None:
        """Supervise until `until` returns true; call `tick` a few times a second.

        Raises StoreUnavailable when the store could not be used for longer than `patience_s`, or
        than its own patience.
        """
        warn_of_few_files()
        keepers = [asyncio.create_task(self._keep()) for _ in range(self._workers)]
        # By then each keeper has taken its process.
        asyncio.get_running_loop().call_soon(dismiss_early)
        loading = asyncio.create_task(_load_settling())
        loop = asyncio.get_running_loop()
        usable_at = loop.time()
        if patience_s is None:
            patience_s = self._store.patience_s
        try:
            while not until():
                try:
                    await self._look_after_crawls()
                    await tick()
                    usable_at = loop.time()
                except StoreUnavailable:
                    if loop.time() - usable_at > patience_s:
                        raise
                    # It may still be readable: reads succeed, writes fail, and the look would
                    # repeat at once.
                    await asyncio.sleep(_LOOK_S)
                for keeper in keepers:
                    if keeper.done():
                        # A keeper ends early only by an error, and without it no page is fetched.
                        keeper.result()
                if not until():
                    await self._pause()
        finally:
            loading.cancel()
            tasks = [*keepers, *self._settling.values(), *filter(None, [self._drawing])]
            stopping = self._children.stop(tasks, self._settings.drain_s + _KILL_S)
            await asyncio.gather(stopping, self._store.tidy())
            with contextlib.suppress(StoreUnavailable):
                await self._store.note_processes(this_process(), [])

    def hurry(self) -> None:
        """Stop without waiting for open pages: they go back to the frontier."""
        self._children.kill()

    def wake(self) -> None:
        """End the pause between two looks."""
        self._woken.set()

    async def _pause(self) -> None:
        """Wait until the next look, which comes at once when a crawl is idle or was settled."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _LOOK_S
        is_quiet = False
        while not self._is_due() and (left_s := until - loop.time()) > 0:
            try:
                if await self._find_unsettled():
                    return
                if await self._store.is_any_ending(_SOME_PAGES, _LOOK_S):
                    await self._store.wait(left_s)
                else:
                    is_quiet = self._only is None
                    await self._sleep(left_s)
            except StoreUnavailable:
                # The next look raises it again.
                await self._sleep(left_s)
        if is_quiet and not self._is_due():
            # As long as no process writes, there is nothing to look after.
            await self._sleep(_QUIET_S, self._wait_for_writes())
        await self._sleep(until - loop.time())
        self._woken.clear()

    def _is_due(self) -> bool:
        return bool(self._settling) or self._woken.is_set()

    async def _wait_for_writes(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._store.wait(_QUIET_S)

    async def _sleep(self, for_s: float, event: Coroutine[Any, Any, None] | None = None) -> None:
        """Wait for this time, unless an event or `wake` comes first."""
        events = [asyncio.ensure_future(each) for each in (self._woken.wait(), event) if each]
        try:
            await asyncio.wait(events, timeout=max(0, for_s), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in events:
                each.cancel()
            await asyncio.gather(*events, return_exceptions=True)

    async def _find_unsettled(self) -> list[CrawlId]:
        """Return the idle crawls that are not being settled yet."""
        idle = await self._store.idle()
        return [each for each in idle if self._only in {None, each} and each not in self._settling]

    async def _bury_the_dead(self) -> None:
        """End the leases of workers that died with their supervisor, on this machine."""
        for worker in await self._store.workers():
            if is_dead(worker):
                await self._store.end_worker(worker)

    async def _keep(self) -> None:
        await self._children.keep(
            "feeder_process",
            lambda: Orders(new_worker(), self._settings, self._only),
            self._end_leases,
        )

    async def _end_leases(self, orders: Orders) -> None:
        while True:
            try:
                await self._store.end_worker(WorkerId(orders.worker))
            except StoreUnavailable:
                # While we stop, the next supervisor ends them.
                if self._children.is_stopping():
                    return
                await asyncio.sleep(_CHECK_S)
            else:
                return

    def _replace_the_stuck(self, now: float) -> None:
        """Kill feeders whose event loop stands still: their leases end, and others replace them."""
        # When this process slept, they did as well: that time does not count.
        passed_s = min(now - self._listened_at, 2 * _CHECK_S)
        self._listened_at = now
        feeders = self._children.listen("feeder_process", passed_s)
        self._stuck = {each.pid for each in feeders if each.silent_s > STANDING_S}
        for feeder in feeders:
            if feeder.silent_s > _STUCK_S:
                _log.error("feeder stands still", extra={"pid": feeder.pid})
                feeder.send_signal(signal.SIGKILL)

    async def _look_after_crawls(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._next_check_at:
            self._replace_the_stuck(now)
            await self._store.check()
            await self._store.count_time(self._only)
            await self._bury_the_dead()
            await self._see_to_drawings()
            self._next_check_at = now + _CHECK_S
        await self._note_processes(now)
        for crawl in await self._find_unsettled():
            self._settling[crawl] = asyncio.create_task(self._settle(crawl))
        for crawl in await self._store.unswept_crawls():
            # One chunk at each look: other processes write to the store as well.
            await self._store.sweep(crawl, _CHUNK)
        for crawl in await self._store.outdated_crawls(
            CrawlKind.SCRAPE, self._settings.scrape_ttl_s, _OUTDATED
        ):
            await self._store.delete(crawl, _CHUNK)

    async def _see_to_drawings(self) -> None:
        """Have ended crawls drawn, one after the other.

        A supervisor of one crawl draws none: its command would end later for a picture that
        may never be looked at.
        """
        if self._only is not None or self._drawing is not None:
            return
        crawl = await self._store.take_undrawn(_TAKEN_S)
        if crawl is not None:
            self._drawing = asyncio.create_task(self._draw(crawl))

    async def _draw(self, crawl: CrawlId) -> None:
        try:
            code = await self._children.run("draw_process", Orders("", self._settings, crawl))
        finally:
            self._drawing = None
        if code and not self._children.is_stopping():
            _log.error("crawl not drawn", extra={"crawl_id": crawl, "code": code})

    async def _note_processes(self, now: float) -> None:
        """Store the state of our processes when it has changed, and every few seconds."""
        running = self._children.running()
        running |= dict.fromkeys(self._stuck & running.keys(), STUCK_FEEDER)
        if now < self._next_note_at and running == self._noted:
            return
        roles = {os.getpid(): "supervisor"}
        roles |= {pid: module.removesuffix("_process") for pid, module in running.items()}
        seen = (process_of(pid, role) for pid, role in roles.items())
        await self._store.note_processes(this_process(), [process for process in seen if process])
        self._noted, self._next_note_at = running, now + _NOTE_S

    async def _settle(self, crawl_id: CrawlId) -> None:
        """Settle a crawl; in a process of its own if it is large, which takes memory."""
        try:
            crawl = await self._store.get(crawl_id)
            if crawl is not None and crawl.leads <= _FEW_LEADS:
                tidying = asyncio.create_task(self._store.tidy())
                # Once begun it runs in a thread; settling blocks the event loop.
                await asyncio.sleep(0)
                await _settling()(self._store, crawl)
                self._woken.set()
                await tidying
            elif crawl is not None:
                await self._children.run("settle_process", Orders("", self._settings, crawl_id))
            await self._log_end(crawl_id)
        except StoreUnavailable as exc:
            _log.info("store unavailable", extra={"error": str(exc)})
        finally:
            del self._settling[crawl_id]

    async def _log_end(self, crawl_id: CrawlId) -> None:
        crawl = await self._store.get(crawl_id)
        if crawl is not None and crawl.kind is CrawlKind.CRAWL and crawl.status.is_final:
            figures = asdict(crawl.figures)
            _log.info(
                "crawl ended", extra={"crawl_id": crawl_id, "status": crawl.status, **figures}
            )


async def _load_settling() -> None:
    await asyncio.sleep(_LOAD_AFTER_S)
    await asyncio.to_thread(_settling)


def _settling() -> Callable[[Store, Crawl], Awaitable[bool]]:
    from leadline.services.crawling.settle import settle  # noqa: PLC0415 -- numpy

    return settle
