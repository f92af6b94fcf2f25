"""The feeder: claims pages, works on many at once, and stores what came of them in groups."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from dataclasses import replace

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreUnavailable
from leadline.domain.fetching import Limits
from leadline.domain.pages import Batch, NewPage, WorkerId
from leadline.domain.results import Completed, Failed, Outcome, Returned
from leadline.pipeline.plan import Job, Plan, plan_of
from leadline.pipeline.process_page import process_page
from leadline.pipeline.tools import Known, Tools
from leadline.store.contract import Committed, HostTurn, Store
from leadline.worker.lanes import Lane
from leadline.worker.turns import Slot, Turn

_log = logging.getLogger(__name__)

_CLAIM_PAGES = 64
_LOW_PAGES = 32
_COMMIT_OUTCOMES = 64
_COMMIT_S = 0.05
_POLL_MIN_S = 0.1
_POLL_MAX_S = 30.0
_LOOK_S = 0.005
_LONGEST_LOOK_S = 0.05
_STORE_RETRY_S = 1.0


class Feeder:
    """One worker. `only` restricts it to one crawl."""

    def __init__(
        self,
        worker: WorkerId,
        store: Store,
        tools: Tools,
        defaults: tuple[Limits, str],
        only: CrawlId | None = None,
    ) -> None:
        self._worker = worker
        self._store = store
        self._tools = tools
        self._defaults = defaults
        self._only = only
        self._plans: dict[CrawlId, tuple[object, Plan]] = {}
        self._lanes: dict[tuple[CrawlId, str], Lane] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._outcomes: list[Outcome] = []
        self._turns: list[HostTurn] = []
        self._found: list[tuple[Known, tuple[NewPage, ...]]] = []
        self._unstarted = 0
        self._is_stopping = False
        self._stirred = asyncio.Event()
        self._commit_due: asyncio.TimerHandle | None = None
        self._commit_lock = asyncio.Lock()

    async def run(self, stop: asyncio.Event, drain_s: float) -> None:
        """Work until told to stop; then finish what is open, and give the rest back."""
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self._stirred.set())
        wait_s = _POLL_MIN_S
        while not stop.is_set():
            self._stirred.clear()
            if self._unstarted >= _LOW_PAGES:
                await self._stirred.wait()
                continue
            found, ready_at = await self._claim()
            if found:
                wait_s = _POLL_MIN_S
                await asyncio.sleep(0)
                continue
            await self._rest(wait_s, ready_at)
            wait_s = min(wait_s * 2, _POLL_MAX_S)
        await self._drain(drain_s)

    async def _claim(self) -> tuple[bool, float | None]:
        try:
            limit = _CLAIM_PAGES - self._unstarted
            claim = await self._store.claim(self._worker, limit, self._only)
        except StoreUnavailable as exc:
            _log.warning("store unavailable", extra={"error": str(exc)})
            return False, time.time() + _STORE_RETRY_S
        for batch in claim.batches:
            await self._accept(batch)
        return bool(claim.batches), claim.ready_at

    async def _rest(self, wait_s: float, ready_at: float | None) -> None:
        """Until something is ready, somebody else wrote, or one of our own jobs ended."""
        until = time.time() + wait_s
        if ready_at is not None:
            until = min(until, ready_at)
        version, look_s = self._store.version, _LOOK_S
        while time.time() < until and self._store.version == version:
            try:
                async with asyncio.timeout(min(look_s, max(0.0, until - time.time()))):
                    await self._stirred.wait()
            except TimeoutError:
                look_s = min(look_s * 1.5, _LONGEST_LOOK_S)
                continue
            return

    async def _accept(self, batch: Batch) -> None:
        plan = await self._plan(batch.crawl)
        jobs = [Job(task, batch.token, plan) for task in batch.tasks]
        self._unstarted += len(jobs)
        if batch.gap_s:
            self._spawn(self._run_turn(batch, jobs))
            return
        lane = self._lanes.setdefault((batch.crawl, batch.host), Lane(self._start))
        lane.limit = batch.parallel
        lane.waiting.extend(jobs)
        lane.fill()

    async def _plan(self, crawl: CrawlId) -> Plan:
        found = await self._store.get(crawl)
        assert found is not None  # noqa: S101 -- a claimed crawl exists
        basis = (found.root_url, found.options)
        known = self._plans.get(crawl)
        if known is None or known[0] != basis:
            self._plans[crawl] = known = (basis, plan_of(found, *self._defaults))
        return known[1]

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _start(self, job: Job, lane: Lane) -> None:
        self._note_start()
        self._spawn(self._work(job, self._tools, lane))

    def _note_start(self) -> None:
        self._unstarted -= 1
        if self._unstarted < _LOW_PAGES:
            self._stirred.set()

    async def _run_turn(self, batch: Batch, jobs: list[Job]) -> None:
        turn = Turn(jobs, batch.gap_s, batch.start_at, batch.parallel)
        left = await turn.run(self._start_paced, lambda: self._is_stopping)
        self._unstarted -= len(left)
        self._outcomes += [Returned(job.task.id, job.token) for job in left]
        self._turns.append(HostTurn(batch.token, turn.last_start_at))
        await self._commit()

    def _start_paced(self, job: Job, slot: Slot) -> None:
        self._note_start()
        tools = replace(self._tools, before_hop=slot.pace, on_sent=slot.on_sent)
        self._spawn(self._work(job, tools, slot))

    async def _work(self, job: Job, tools: Tools, place: Lane | Slot) -> None:
        try:
            outcome = await self._outcome(job, tools)
        except asyncio.CancelledError:
            self._outcomes.append(Returned(job.task.id, job.token))
            raise
        finally:
            place.close_one()
        self._outcomes.append(outcome)
        if isinstance(outcome, Completed) and outcome.found:
            self._found.append((tools.known_of(job.plan), outcome.found))
        if len(self._outcomes) >= _COMMIT_OUTCOMES or self._unstarted == 0:
            await self._commit()
        elif self._commit_due is None:
            loop = asyncio.get_running_loop()
            self._commit_due = loop.call_later(_COMMIT_S, lambda: self._spawn(self._commit()))

    async def _outcome(self, job: Job, tools: Tools) -> Outcome:
        try:
            return await process_page(job, tools)
        except StoreUnavailable:
            return Returned(job.task.id, job.token)
        except Exception as exc:  # noqa: BLE001 -- one page's bug is not the end of the others
            _log.exception("page failed by a bug", extra={"address": job.task.address})
            return Failed(job.task.id, job.token, "Bug", repr(exc))

    async def _commit(self) -> None:
        if self._commit_due is not None:
            self._commit_due.cancel()
            self._commit_due = None
        async with self._commit_lock:
            outcomes, self._outcomes = self._outcomes, []
            turns, self._turns = self._turns, []
            found, self._found = self._found, []
            if not outcomes and not turns:
                return
            committed = await self._stored(outcomes, turns)
            # What a refused outcome had found is not stored, and it is not told which was.
            if not committed.refused:
                for known, pages in found:
                    known.add_all(pages)
        self._stirred.set()

    async def _stored(self, outcomes: list[Outcome], turns: list[HostTurn]) -> Committed:
        """Store outcomes, however long the store does not answer: the leases decide in the end."""
        while True:
            try:
                return await self._store.complete(outcomes, turns)
            except StoreUnavailable as exc:
                _log.warning("store unavailable", extra={"error": str(exc)})
                await asyncio.sleep(_STORE_RETRY_S)

    async def _drain(self, drain_s: float) -> None:
        self._is_stopping = True
        for lane in self._lanes.values():
            self._outcomes += [Returned(job.task.id, job.token) for job in lane.waiting]
            self._unstarted -= len(lane.waiting)
            lane.waiting.clear()
        await self._commit()
        if self._running:
            _, late = await asyncio.wait(set(self._running), timeout=drain_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._commit()
