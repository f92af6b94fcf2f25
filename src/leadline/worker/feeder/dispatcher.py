"""Batches to lanes and turns, and the work on each page from its start to its report."""

import asyncio
import logging
from dataclasses import replace
from functools import partial

from leadline.domain.errors import StoreUnavailable
from leadline.domain.outcomes import Completed, Failed, Outcome, Returned
from leadline.domain.pages import Batch
from leadline.pipeline.plan import PageWork, Plan
from leadline.pipeline.process_page import process_page
from leadline.pipeline.tools import Tools
from leadline.urls.address import host_of
from leadline.worker.feeder.committer import COMMIT_S, Committer
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.pacing.lanes import Lane, Leased
from leadline.worker.feeder.pacing.page_fetcher import PageFetcher
from leadline.worker.feeder.pacing.turns import Slot
from leadline.worker.feeder.running import Running, current_task
from leadline.worker.feeder.turn_runner import TurnRunner

_log = logging.getLogger(__name__)


class Dispatcher:
    """Starts pages when their lane or turn allows it, and reports their outcomes."""

    def __init__(
        self,
        tools: Tools,
        in_hand: InHand,
        committer: Committer,
        turns: TurnRunner,
        running: Running,
    ) -> None:
        self._tools = tools
        self._in_hand = in_hand
        self._committer = committer
        self._turns = turns
        self._running = running

    def accept(self, batch: Batch, plan: Plan) -> None:
        """Take the pages of a batch in hand, and start as many as may be started now."""
        self._in_hand.reports.open(batch)
        if not plan.is_scrape:
            self._tools.known_of(plan).add_tasks(batch.tasks)
        pages = [Leased(PageWork(task, plan), batch.token) for task in batch.tasks]
        self._in_hand.backlog.add(len(pages))
        if batch.gap_s:
            self._turns.begin(batch, pages, self._start_in_turn)
            return
        lane = self._in_hand.lane(batch, self._start_in_lane)
        lane.limit = batch.parallel
        lane.waiting.extend(pages)
        lane.fill()

    def _start_in_lane(self, leased: Leased, lane: Lane) -> None:
        self._in_hand.backlog.start_one()
        # Redirects of roots are followed to other hosts, and those of a robots.txt.
        may_leave = leased.work.task.is_root or not lane.has_answered
        fetcher = self._fetcher(leased, lane.host, None) if may_leave else None
        self._running.spawn(self._work(leased, fetcher, lane))

    def _start_in_turn(self, leased: Leased, slot: Slot) -> None:
        self._in_hand.backlog.start_one()
        self._running.spawn(self._work(leased, self._fetcher(leased, slot.host, slot), slot))

    def _fetcher(self, leased: Leased, host: str, slot: Slot | None) -> PageFetcher:
        """Return the fetcher of a page whose lease is on `host`.

        The address of a root may be on another one: it was redirected there in an earlier turn.
        """
        return PageFetcher(
            self._tools.fetcher, host, slot, partial(self._turns.visit, leased, host)
        )

    async def _work(self, leased: Leased, fetcher: PageFetcher | None, place: Lane | Slot) -> None:
        """Work on a page, report its outcome, and have it stored at the right moment."""
        task, running = leased.work.task, current_task()
        tools = replace(self._tools, fetcher=fetcher) if fetcher else self._tools
        if not self._in_hand.open_page(leased.token, running):
            place.close_one()
            return
        try:
            outcome = await process_page(leased.work, tools)
        except asyncio.CancelledError:
            if self._in_hand.reports.is_lost(leased.token):
                # A task that ends as cancelled keeps its page until garbage is collected.
                self._committer.commit_within(COMMIT_S)
                return
            self._in_hand.reports.add(leased.token, Returned(task.id))
            raise
        except StoreUnavailable:
            outcome = Returned(task.id)
        except Exception as exc:  # noqa: BLE001 -- one page's bug is not the end of the others
            _log.exception("page failed by a bug", extra={"address": task.address})
            outcome = Failed(task.id, "Bug", repr(exc))
        finally:
            is_wanted = place.is_wanted or self._in_hand.is_blocked(task.address)
            place.close_one()
            if fetcher is not None:
                fetcher.leave()
            self._in_hand.close_page(leased.token, running)
        if isinstance(place, Lane):
            place.has_answered = place.has_answered or isinstance(outcome, Completed)
        self._report(leased, outcome)
        if self._in_hand.backlog.count == 0:
            # Outcomes that arrive with this one are stored with it.
            await asyncio.sleep(0)
        # A client waits for a root, and other pages of a slow host for the slot.
        if task.is_root or is_wanted or self._committer.is_due:
            await self._committer.commit()
        else:
            self._committer.commit_within(COMMIT_S)

    def _report(self, leased: Leased, outcome: Outcome) -> None:
        self._in_hand.reports.add(leased.token, outcome)
        if isinstance(outcome, Completed | Failed) and outcome.host_wait_s is not None:
            led_to = outcome.moved_to if isinstance(outcome, Completed) else outcome.at
            own = host_of(leased.work.task.address)
            self._in_hand.let_rest(led_to.host if led_to else own)
