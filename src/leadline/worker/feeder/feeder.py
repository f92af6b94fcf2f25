"""The feeder: claims pages, has them worked on, and drains at the end. Read this first.

    store ─Feeder: claim→ batches ─Dispatcher→ lanes, or turns by TurnRunner
         ─process_page→ outcomes in Reports ─Committer→ store

`InHand` has all leases, lanes and turns in between; `Backlog` wakes the claim loop.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import StoreUnavailable
from leadline.domain.pages import Batch, PageKind, Token, WorkerId
from leadline.pipeline.plan import Defaults
from leadline.pipeline.tools import Tools
from leadline.store.contract import Store
from leadline.worker.feeder.committer import COMMIT_S, STORE_RETRY_S, Committer
from leadline.worker.feeder.dispatcher import Dispatcher
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.pacing.polling import Polling
from leadline.worker.feeder.plans import Plans
from leadline.worker.feeder.running import Running
from leadline.worker.feeder.turn_runner import TurnRunner

_log = logging.getLogger(__name__)

_KINDS = frozenset([PageKind.PAGE, PageKind.SITEMAP, PageKind.EXTERNAL])
_SLOTS = 256
_CLAIM_PAGES = 256
# While no page may be claimed, a claim of none learns about lost leases.
_NEWS_S = 1.0


class Feeder:
    """One worker. `only` restricts it to one crawl.

    Otherwise it declines crawls that need more than `networks`: here the guard would refuse their
    pages, and they would fail for good.
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
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worker = worker
        self._store = store
        self._clock = clock
        self._only = only
        self._networks = networks
        self._declined: set[CrawlId] = set()
        self._polling = polling or Polling()
        self._plans = Plans(defaults)
        self._in_hand = InHand(clock)
        self.backlog = self._in_hand.backlog
        self._running = Running()
        self._committer = Committer(worker, store, self._in_hand, tools.known, self._running)
        turns = TurnRunner(
            worker, store, self._in_hand, self._committer, self._running, clock=clock
        )
        self._dispatcher = Dispatcher(tools, self._in_hand, self._committer, turns, self._running)

    def tokens(self) -> list[Token]:
        """Return the leases that are held. Any thread may call this."""
        return self._in_hand.reports.tokens()

    def lose(self, tokens: Iterable[Token]) -> None:
        """Drop leases that the store has ended, end their requests, and report that."""
        self._in_hand.lose(tokens)
        self._committer.commit_within(COMMIT_S)

    async def run(self, stop: asyncio.Event, drain_s: float) -> None:
        """Work until `stop` is set; then finish the open pages, and give the others back."""
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self.backlog.wake())
        news_at = self._clock()
        while not stop.is_set():
            self.backlog.clear()
            if not self.backlog.is_low and (wait_s := news_at - self._clock()) > 0:
                await self.backlog.wait(wait_s)
                continue
            found, ready_in_s = await self._claim()
            news_at = self._clock() + _NEWS_S
            if found:
                self._polling.reset()
                await asyncio.sleep(0)
            if found or not self.backlog.is_low:
                continue
            wait_s = self._polling.lengthen()
            await self._rest(wait_s if ready_in_s is None else min(wait_s, ready_in_s))
        await self._drain(drain_s)

    async def _claim(self) -> tuple[bool, float | None]:
        """Claim pages; return whether there were any, and when there may be some, if known."""
        limit = _CLAIM_PAGES - self.backlog.count if self.backlog.is_low else 0
        try:
            claim = await self._store.claim(
                self._worker, _KINDS, limit, _SLOTS, self._only, besides=self._declined
            )
            self._in_hand.widen(claim.parallel)
            if claim.lost:
                self.lose(claim.lost)
            await self._receive(claim.batches)
        except StoreUnavailable as exc:
            _log.info("store unavailable", extra={"error": str(exc)})
            return False, STORE_RETRY_S
        return bool(claim.batches), claim.ready_in_s

    async def _receive(self, batches: Iterable[Batch]) -> None:
        crawls: dict[CrawlId, Crawl | None] = {}
        for batch in batches:
            if batch.crawl not in crawls:
                crawls[batch.crawl] = await self._store.get(batch.crawl)
            crawl = crawls[batch.crawl]
            if crawl is None:
                # It was deleted meanwhile, and the lease is lost.
                self._in_hand.decline(batch)
                self._committer.commit_within(COMMIT_S)
            elif self._only is None and not self._networks.issuperset(crawl.options.networks):
                self._declined.add(batch.crawl)
                self._in_hand.decline(batch)
                await self._committer.commit()
            else:
                self._dispatcher.accept(batch, self._plans.plan(crawl))

    async def _rest(self, wait_s: float) -> None:
        """Wait until something is ready, another process wrote, or one of our own pages ended."""
        waits = [
            asyncio.ensure_future(self.backlog.wait()),
            asyncio.ensure_future(self._wait_for_others(wait_s)),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _wait_for_others(self, wait_s: float) -> None:
        try:
            await self._store.wait(wait_s)
        except StoreUnavailable:
            # It fails at once where a server does not answer.
            await asyncio.sleep(STORE_RETRY_S)

    async def _drain(self, drain_s: float) -> None:
        """Give back the pages that are not started, and wait for the others."""
        self._in_hand.stop()
        await self._committer.commit()
        await self._running.finish(drain_s)
        await self._committer.commit()
