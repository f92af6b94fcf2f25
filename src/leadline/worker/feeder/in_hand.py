"""The pages that a worker has leased: in lanes, or in turns of hosts with a gap."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId
from leadline.domain.outcomes import Report, Returned
from leadline.domain.pages import Batch, Token
from leadline.urls.address import host_of
from leadline.worker.feeder.backlog import Backlog
from leadline.worker.feeder.pacing.lanes import Lane, Leased
from leadline.worker.feeder.pacing.turns import Turn
from leadline.worker.feeder.reports import Reports

_MAX_LANES = 1_000


class InHand:
    """The leases of a worker and their pages, from the claim until the report."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.reports = Reports(clock)
        self.backlog = Backlog()
        self._lanes: dict[tuple[CrawlId, str], Lane] = {}
        self._turns: dict[Token, Turn] = {}
        self._held: dict[str, Turn] = {}
        """The turns by their hosts."""
        self._open: defaultdict[Token, set[asyncio.Task[None]]] = defaultdict(set)
        """By lease, the tasks that may have a request open, or wait for one."""

    def lane(self, batch: Batch, start: Callable[[Leased, Lane], None]) -> Lane:
        """Return the lane of a batch; a new one starts its pages by `start`."""
        if len(self._lanes) >= _MAX_LANES:
            self._lanes = {place: lane for place, lane in self._lanes.items() if not lane.is_idle}
        return self._lanes.setdefault((batch.crawl, batch.host), Lane(batch.host, start))

    def hold(self, token: Token, turn: Turn) -> None:
        """Note a turn that the lease holds."""
        self._turns[token] = self._held[turn.host] = turn

    def end_turn(self, token: Token) -> None:
        """Note that a turn is over, for the next report."""
        turn = self._turns.pop(token)
        if self._held.get(turn.host) is turn:
            del self._held[turn.host]
        self.reports.end_turn(token, turn.pace.last_start_at)

    def is_blocked(self, address: Address) -> bool:
        """Return whether a turn of this worker waits for requests to the host of an address."""
        turn = self._held.get(host_of(address)) if self._held else None
        return turn is not None and turn.is_blocked

    def widen(self, parallel: Mapping[Token, int]) -> None:
        """Allow turns more open requests: those of earlier turns have ended."""
        for token in parallel.keys() & self._turns.keys():
            self._turns[token].allow(parallel[token])

    def open_page(self, token: Token, task: asyncio.Task[None]) -> bool:
        """Note a task that works on a page under a lease; False when the lease was lost."""
        if self.reports.is_lost(token):
            return False
        self._open[token].add(task)
        return True

    def close_page(self, token: Token, task: asyncio.Task[None]) -> None:
        """Note that a task has no request open under a lease."""
        tasks = self._open[token]
        tasks.discard(task)
        if not tasks:
            del self._open[token]
            if self.reports.is_lost(token):
                self.reports.leave(token)

    def take_reports(self) -> list[Report]:
        """Return all that is to be stored; none of it remains here."""
        for token, turn in self._turns.items():
            self.reports.note_last_start(token, turn.pace.last_start_at)
        return self.reports.take()

    def decline(self, batch: Batch) -> None:
        """Give back a batch that was not accepted."""
        self.reports.open(batch)
        for task in batch.tasks:
            self.reports.add(batch.token, Returned(task.id))
        if batch.gap_s:
            self.reports.end_turn(batch.token, None)

    def give_back(self, pages: Iterable[Leased]) -> None:
        """Report pages that were not started."""
        for leased in pages:
            self.backlog.remove(1)
            self.reports.add(leased.token, Returned(leased.work.task.id))

    def lose(self, tokens: Iterable[Token]) -> None:
        """Drop leases that have ended without us, and cancel the tasks that work on their pages.

        Pages that are not started never will be. A lease is left when its last task has ended.
        Every claim names the leases that are lost until they are left.
        """
        lost = frozenset(token for token in tokens if self.reports.lose(token))
        if not lost:
            return
        for token in lost:
            if token in self._turns:
                self._turns[token].stop()
            if token not in self._open:
                self.reports.leave(token)
        for task in {task for token in lost for task in self._open.get(token, ())}:
            # The task may be cancelled already, by the loss of another lease.
            if not task.cancelling():
                task.cancel()
        for lane in self._lanes.values():
            self.backlog.remove(lane.drop(lost))
        # There may be nothing left whose end would wake the claim loop.
        self.backlog.wake()

    def let_rest(self, host: str) -> None:
        """Start nothing more on a host under the leases that are held."""
        for turn in self._turns.values():
            if turn.host == host:
                turn.stop()
        for (_, of_host), lane in self._lanes.items():
            if of_host == host:
                self.give_back(lane.empty())

    def stop(self) -> None:
        """Start nothing more."""
        for turn in self._turns.values():
            turn.stop()
        for lane in self._lanes.values():
            self.give_back(lane.empty())
