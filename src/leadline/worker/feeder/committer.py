"""Storing outcomes in groups: a commit costs as much as a page."""

import asyncio
import logging
from collections.abc import Mapping

from leadline.domain.errors import StoreUnavailable
from leadline.domain.outcomes import Completed, Discovered, Report
from leadline.domain.pages import WorkerId
from leadline.pipeline.tools import KnownPages
from leadline.store.contract import Committed, Store
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.reports import grouped
from leadline.worker.feeder.running import Running

_log = logging.getLogger(__name__)

STORE_RETRY_S = 1.0
COMMIT_S = 0.1
"""The longest that an outcome waits for others."""
_COMMIT_OUTCOMES = 128


class Committer:
    """Stores the reports of a worker, and applies the store's answers to the pages in hand."""

    def __init__(
        self,
        worker: WorkerId,
        store: Store,
        in_hand: InHand,
        known: Mapping[str, KnownPages],
        running: Running,
    ) -> None:
        self._worker = worker
        self._store = store
        self._in_hand = in_hand
        self._known = known
        self._running = running
        self._number = 0
        self._due: asyncio.Handle | None = None
        self._due_at = 0.0
        self._lock = asyncio.Lock()

    @property
    def is_due(self) -> bool:
        """Return whether many outcomes wait, or no page is left to start."""
        in_hand = self._in_hand
        return in_hand.reports.count >= _COMMIT_OUTCOMES or in_hand.backlog.count == 0

    def commit_within(self, wait_s: float) -> None:
        """Commit soon, together with all that is reported until then."""
        if self._due is not None and wait_s >= COMMIT_S:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + min(wait_s, COMMIT_S)
        if self._due is not None:
            if self._due_at <= at:
                return
            self._due.cancel()
        self._due_at = at
        self._due = loop.call_at(at, lambda: self._running.spawn(self.commit()))

    async def commit(self) -> None:
        """Store all that is reported, however long the store does not answer."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        async with self._lock:
            reports = self._in_hand.take_reports()
            if not reports:
                return
            for number, group in enumerate(grouped(reports)):
                if number:
                    # Let the event loop serve open requests.
                    await asyncio.sleep(0)
                await self._commit_group(group)
        self._in_hand.backlog.wake()

    async def _commit_group(self, reports: list[Report]) -> None:
        self._number += 1
        committed = await self._store_reports(reports)
        # Pages that a stale outcome found are not stored, and the answer does not name it.
        if not committed.stale:
            for report in reports:
                self._note_stored(report)
        for host in committed.resting:
            self._in_hand.let_rest(host)
        self._in_hand.widen(committed.parallel)

    def _note_stored(self, report: Report) -> None:
        known = self._known.get(report.crawl)
        for outcome in report.outcomes:
            if known is not None and isinstance(outcome, Completed | Discovered):
                known.add_all(outcome.found)

    async def _store_reports(self, reports: list[Report]) -> Committed:
        """Retry until the store answers: the leases decide in the end."""
        while True:
            try:
                return await self._store.complete(self._worker, self._number, reports)
            except StoreUnavailable as exc:
                _log.info("store unavailable", extra={"error": str(exc)})
                await asyncio.sleep(STORE_RETRY_S)
