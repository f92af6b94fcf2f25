"""The feeder: claims pages, works on many at once, and stores what came of them in groups."""

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import replace

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import LeaseLost, StoreUnavailable
from leadline.domain.pages import Batch, PageKind, Token, WorkerId
from leadline.domain.results import Completed, Discovered, Failed, Outcome, Report, Returned
from leadline.pipeline.plan import Defaults, Job, Plan, plan_of
from leadline.pipeline.process_page import process_page
from leadline.pipeline.tools import Tools
from leadline.store.contract import Committed, Store
from leadline.urls.address import host_of
from leadline.worker.lanes import Lane, Leased
from leadline.worker.polling import Polling
from leadline.worker.reports import Reports, grouped
from leadline.worker.turns import PacedFetcher, Slot, Turn

_log = logging.getLogger(__name__)

_KINDS = frozenset([PageKind.PAGE, PageKind.SITEMAP, PageKind.EXTERNAL])
_SLOTS = 256
_MAX_LANES = 1_000
_MAX_PLANS = 1_000
_CLAIM_PAGES = 256
_LOW_PAGES = 96
_COMMIT_OUTCOMES = 128
_COMMIT_S = 0.1
_STORE_RETRY_S = 1.0
# Before the turn of a host is asked for again that another worker has.
_RETAKE_S = 0.01


class Feeder:
    """One worker. `only` restricts it to one crawl.

    Otherwise crawls that ask for more than `networks` are left to others: they may not be fetched
    here, and what is refused here would be so for good.
    """

    def __init__(
        self,
        worker: WorkerId,
        store: Store,
        tools: Tools,
        defaults: Defaults,
        only: CrawlId | None = None,
        *,
        networks: frozenset[str] = frozenset(),
        polling: Polling | None = None,
    ) -> None:
        self._worker = worker
        self._store = store
        self._tools = tools
        self._defaults = defaults
        self._only = only
        self._networks = networks
        self._polling = polling or Polling()
        self._left_to_others: set[CrawlId] = set()
        self._plans: dict[CrawlId, tuple[object, Plan]] = {}
        self._lanes: dict[tuple[CrawlId, str], Lane] = {}
        self._turns: dict[Token, tuple[str, Turn]] = {}
        self._held: dict[str, Turn] = {}
        """The turns by their hosts."""
        self._running: set[asyncio.Task[None]] = set()
        self._reports = Reports()
        self._commits = 0
        self._unstarted = 0
        self._stirred = asyncio.Event()
        self._commit_due: asyncio.TimerHandle | None = None
        self._commit_lock = asyncio.Lock()

    def tokens(self) -> list[Token]:
        """The leases that are held. May be asked by another thread."""
        return self._reports.tokens()

    def lose(self, tokens: Iterable[Token]) -> None:
        """These leases have ended without us: what is not started yet is not our business."""
        lost = frozenset(tokens)
        for token in lost:
            self._reports.lose(token)
            if token in self._turns:
                self._turns[token][1].stop()
        for lane in self._lanes.values():
            self._unstarted -= len(lane.empty(lost))
        # There may be nothing left whose end would wake us.
        self._stirred.set()

    async def run(self, stop: asyncio.Event, drain_s: float) -> None:
        """Work until told to stop; then finish what is open, and give the rest back."""
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self._stirred.set())
        while not stop.is_set():
            self._stirred.clear()
            if self._unstarted >= _LOW_PAGES:
                await self._stirred.wait()
                continue
            found, ready_in_s = await self._claim()
            if found:
                self._polling.reset()
                await asyncio.sleep(0)
                continue
            wait_s = self._polling.lengthen()
            await self._rest(wait_s if ready_in_s is None else min(wait_s, ready_in_s))
        await self._drain(drain_s)

    async def _claim(self) -> tuple[bool, float | None]:
        limit = _CLAIM_PAGES - self._unstarted
        try:
            claim = await self._store.claim(
                self._worker, _KINDS, limit, _SLOTS, self._only, besides=self._left_to_others
            )
            self._widen(claim.parallel)
            await self._receive(claim.batches)
        except StoreUnavailable as exc:
            _log.info("store unavailable", extra={"error": str(exc)})
            return False, _STORE_RETRY_S
        return bool(claim.batches), claim.ready_in_s

    async def _receive(self, batches: Iterable[Batch]) -> None:
        crawls: dict[CrawlId, Crawl | None] = {}
        for batch in batches:
            if batch.crawl not in crawls:
                crawls[batch.crawl] = await self._store.get(batch.crawl)
            crawl = crawls[batch.crawl]
            # A crawl that was deleted no longer has leases.
            if crawl is None:
                continue
            if self._only is None and not self._networks.issuperset(crawl.options.networks):
                await self._decline(batch)
            else:
                self._accept(batch, self._plan(crawl))

    def _widen(self, parallel: Mapping[Token, int]) -> None:
        """Let turns have more requests open: those of earlier turns have ended."""
        for token in parallel.keys() & self._turns.keys():
            self._turns[token][1].allow(parallel[token])

    async def _decline(self, batch: Batch) -> None:
        """Give a batch back, and claim nothing more of its crawl."""
        self._left_to_others.add(batch.crawl)
        self._reports.open(batch)
        for task in batch.tasks:
            self._reports.add(batch.token, Returned(task.id))
        if batch.gap_s:
            self._reports.end_turn(batch.token, None)
        await self._commit()

    async def _rest(self, wait_s: float) -> None:
        """Until something is ready, somebody else wrote, or one of our own jobs ended."""
        waits = [
            asyncio.ensure_future(self._stirred.wait()),
            asyncio.ensure_future(self._store.wait(wait_s)),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    def _accept(self, batch: Batch, plan: Plan) -> None:
        self._reports.open(batch)
        if not plan.is_scrape:
            self._tools.known_of(plan).add_tasks(batch.tasks)
        jobs = [Leased(Job(task, plan), batch.token) for task in batch.tasks]
        self._unstarted += len(jobs)
        if batch.gap_s:
            turn = Turn(jobs, batch, lambda: self._retake_turn(batch, turn))
            self._hold(batch, turn)
            self._spawn(self._run_turn(batch.token, turn))
            return
        if len(self._lanes) >= _MAX_LANES:
            self._lanes = {place: lane for place, lane in self._lanes.items() if not lane.is_idle}
        lane = self._lanes.setdefault((batch.crawl, batch.host), Lane(self._start))
        lane.limit = batch.parallel
        lane.waiting.extend(jobs)
        lane.fill()

    def _plan(self, crawl: Crawl) -> Plan:
        basis = (crawl.root_url, crawl.options)
        known = self._plans.get(crawl.id)
        if len(self._plans) >= _MAX_PLANS:
            self._plans.clear()
        if known is None or known[0] != basis:
            self._plans[crawl.id] = known = (basis, plan_of(crawl, self._defaults))
        return known[1]

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _start(self, leased: Leased, lane: Lane) -> None:
        self._note_start()
        self._spawn(self._work(leased, self._tools, lane))

    def _note_start(self) -> None:
        self._unstarted -= 1
        if self._unstarted < _LOW_PAGES:
            self._stirred.set()

    def _hold(self, batch: Batch, turn: Turn) -> None:
        self._turns[batch.token] = (batch.host, turn)
        self._held[batch.host] = turn

    async def _run_turn(self, token: Token, turn: Turn) -> None:
        self._give_back(await turn.run(self._start_paced))
        self._end_turn(token, turn)

    def _end_turn(self, token: Token, turn: Turn) -> None:
        host, _ = self._turns.pop(token)
        if self._held.get(host) is turn:
            del self._held[host]
        self._reports.end_turn(token, turn.last_start_at)
        self._commit_within(turn.gap_s / 4)

    async def _retake_turn(self, batch: Batch, turn: Turn) -> bool:
        """Take the turn of a host again for a page that is open; False when its lease was lost."""
        try:
            while not (again := await self._store.retake_turn(self._worker, batch.token)).is_held:  # noqa: ASYNC110 -- other processes
                await asyncio.sleep(min(again.in_s, _RETAKE_S))
        except (LeaseLost, StoreUnavailable):
            return False
        turn.reopen(again.in_s)
        self._hold(batch, turn)
        self._spawn(self._run_again(batch.token, turn))
        return True

    async def _run_again(self, token: Token, turn: Turn) -> None:
        await turn.end()
        self._end_turn(token, turn)

    def _start_paced(self, leased: Leased, slot: Slot) -> None:
        self._note_start()
        tools = replace(self._tools, fetcher=PacedFetcher(self._tools.fetcher, slot))
        self._spawn(self._work(leased, tools, slot))

    async def _work(self, leased: Leased, tools: Tools, place: Lane | Slot) -> None:
        try:
            outcome = await self._outcome(leased.job, tools)
        except asyncio.CancelledError:
            self._reports.add(leased.token, Returned(leased.job.task.id))
            raise
        finally:
            is_wanted = place.is_wanted or self._is_blocked(leased.job.task.address)
            place.close_one()
        self._note(leased, outcome)
        if self._unstarted == 0:
            # What has arrived with it is stored with it: a commit costs as much as a page.
            await asyncio.sleep(0)
        is_many = self._reports.count >= _COMMIT_OUTCOMES
        # A client waits for a root, and other pages of a slow host for the slot.
        is_awaited = leased.job.task.is_root or is_wanted
        if is_many or self._unstarted == 0 or is_awaited:
            await self._commit()
        else:
            self._commit_within(_COMMIT_S)

    def _is_blocked(self, address: Address) -> bool:
        """Return whether a turn of this worker waits for requests to the host of an address."""
        turn = self._held.get(host_of(address)) if self._held else None
        return turn is not None and turn.is_blocked

    def _commit_within(self, wait_s: float) -> None:
        """Commit soon, together with what is reported until then."""
        if self._commit_due is not None and wait_s >= _COMMIT_S:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + min(wait_s, _COMMIT_S)
        if self._commit_due is not None and self._commit_due.when() <= at:
            return
        if self._commit_due is not None:
            self._commit_due.cancel()
        self._commit_due = loop.call_at(at, lambda: self._spawn(self._commit()))

    def _note(self, leased: Leased, outcome: Outcome) -> None:
        self._reports.add(leased.token, outcome)
        if isinstance(outcome, Completed | Failed) and outcome.host_wait_s is not None:
            self._let_rest(host_of(leased.job.task.address))

    async def _outcome(self, job: Job, tools: Tools) -> Outcome:
        try:
            return await process_page(job, tools)
        except StoreUnavailable:
            return Returned(job.task.id)
        except Exception as exc:  # noqa: BLE001 -- one page's bug is not the end of the others
            _log.exception("page failed by a bug", extra={"address": job.task.address})
            return Failed(job.task.id, "Bug", repr(exc))

    def _give_back(self, jobs: Iterable[Leased]) -> None:
        for leased in jobs:
            self._unstarted -= 1
            self._reports.add(leased.token, Returned(leased.job.task.id))

    def _let_rest(self, host: str) -> None:
        """Start nothing more on a host under the leases that are held."""
        for of_host, turn in self._turns.values():
            if of_host == host:
                turn.stop()
        for (_, of_host), lane in self._lanes.items():
            if of_host == host:
                self._give_back(lane.empty())

    async def _commit(self) -> None:
        if self._commit_due is not None:
            self._commit_due.cancel()
            self._commit_due = None
        async with self._commit_lock:
            for token, (_, turn) in self._turns.items():
                self._reports.note_last_start(token, turn.last_start_at)
            reports = self._reports.take()
            if not reports:
                return
            for number, group in enumerate(grouped(reports)):
                if number:
                    # Requests that are open want to be looked after.
                    await asyncio.sleep(0)
                await self._commit_group(group)
        self._stirred.set()

    async def _commit_group(self, reports: list[Report]) -> None:
        self._commits += 1
        committed = await self._stored(reports)
        # What a refused outcome had found is not stored, and it is not told which was.
        if not committed.refused:
            for report in reports:
                self._note_stored(report)
        for host in committed.resting:
            self._let_rest(host)
        self._widen(committed.parallel)

    def _note_stored(self, report: Report) -> None:
        known = self._tools.known.get(report.crawl)
        for outcome in report.outcomes:
            if known is not None and isinstance(outcome, Completed | Discovered):
                known.add_all(outcome.found)

    async def _stored(self, reports: list[Report]) -> Committed:
        """Store reports, however long the store does not answer: the leases decide in the end."""
        while True:
            try:
                return await self._store.complete(self._worker, self._commits, reports)
            except StoreUnavailable as exc:
                _log.info("store unavailable", extra={"error": str(exc)})
                await asyncio.sleep(_STORE_RETRY_S)

    async def _drain(self, drain_s: float) -> None:
        for _, turn in self._turns.values():
            turn.stop()
        for lane in self._lanes.values():
            self._give_back(lane.empty())
        await self._commit()
        if self._running:
            _, late = await asyncio.wait(set(self._running), timeout=drain_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._commit()
