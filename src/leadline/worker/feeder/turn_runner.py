"""Turns on hosts with a gap: run, taken again for roots, and taken for visits of other hosts."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from weakref import WeakValueDictionary

from leadline.domain.addresses import Address
from leadline.domain.errors import LeaseLost, StoreUnavailable, TurnOver
from leadline.domain.pages import Batch, Token, WorkerId
from leadline.store.contract import Store
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of
from leadline.worker.feeder.committer import COMMIT_S, Committer
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.pacing.lanes import Leased
from leadline.worker.feeder.pacing.turns import Slot, Turn
from leadline.worker.feeder.running import Running, current_task

# Before the turn of a host that another worker has is asked for again.
_RETAKE_S = 0.01
_LOOK_AGAIN_S = 1.0
# A page that waits longer for the host of its robots.txt goes back: pages of two hosts might
# otherwise wait for each other.
_VISIT_S = 10.0


class TurnRunner:
    """The turns of one worker, from the store and back to it."""

    def __init__(
        self,
        worker: WorkerId,
        store: Store,
        in_hand: InHand,
        committer: Committer,
        running: Running,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worker = worker
        self._store = store
        self._in_hand = in_hand
        self._committer = committer
        self._running = running
        self._clock = clock
        self._asking = WeakValueDictionary[tuple[str, bool], asyncio.Lock]()

    def begin(
        self, batch: Batch, pages: Sequence[Leased], start: Callable[[Leased, Slot], None]
    ) -> None:
        """Run the turn of a batch: start its pages by `start`, and give back the rest."""
        turn = Turn(pages, batch, partial(self._retake, batch.token, None), self._clock)
        self._in_hand.hold(batch.token, turn)
        self._running.spawn(self._run(batch.token, turn, start))

    async def visit(self, leased: Leased, own_host: str, address: Address) -> Slot | None:
        """Open a visit to the host of an address; return None when it has no gap. Raises TurnOver.

        The turn of that host is taken when the page wants to send its request.
        """
        host, is_root = host_of(address), leased.work.task.is_root
        if host == own_host and not is_root:
            # The page was away for its robots.txt, and takes part in another turn of its host.
            raise TurnOver(address)
        site = site_of(hostname_of(address))
        try:
            batch = await self._store.visit(self._worker, leased.token, host, site)
        except LeaseLost:
            raise TurnOver(address) from None
        if batch is None:
            return None
        page = current_task()
        self._in_hand.reports.open_visit(batch)
        self._in_hand.open_page(batch.token, page)
        retake = partial(self._retake, batch.token, None if is_root else _VISIT_S)
        turn = Turn((), batch, retake, self._clock)
        return turn.visit(partial(self._leave, batch.token, page))

    def _leave(self, token: Token, page: asyncio.Task[None]) -> None:
        """End a visit: other pages may wait for its slot while the page goes on elsewhere."""
        self._in_hand.close_page(token, page)
        self._in_hand.reports.leave(token)
        self._committer.commit_within(COMMIT_S)

    async def _run(self, token: Token, turn: Turn, start: Callable[[Leased, Slot], None]) -> None:
        self._in_hand.give_back(await turn.run(start))
        self._end(token, turn)

    async def _retake(self, token: Token, wait_s: float | None, turn: Turn) -> bool:
        """Take the turn of a host again for a page that is open.

        Returns False when the lease was lost, or the turn could not be taken in time.
        """
        # One page of a host asks at a time, as hundreds may wait for the same one. Beside it asks
        # one that a client waits for: the store gives that every second turn.
        asking = self._asking.setdefault((turn.host, turn.is_awaited), asyncio.Lock())
        try:
            async with asyncio.timeout(wait_s), asking:
                again = await self._store.retake_turn(self._worker, token)
                while not again.is_held:
                    await asyncio.sleep(_wait_s(again.in_s))
                    again = await self._store.retake_turn(self._worker, token)
        except (LeaseLost, StoreUnavailable, TimeoutError):
            return False
        turn.reopen(again.in_s)
        self._in_hand.hold(token, turn)
        self._running.spawn(self._run_again(token, turn))
        return True

    async def _run_again(self, token: Token, turn: Turn) -> None:
        await turn.end()
        self._end(token, turn)

    def _end(self, token: Token, turn: Turn) -> None:
        self._in_hand.end_turn(token)
        self._committer.commit_within(turn.gap_s / 4)


def _wait_s(in_s: float) -> float:
    """Return when to ask again for a turn that may be free at any time, or not before `in_s`."""
    return _LOOK_AGAIN_S if in_s > _LOOK_AGAIN_S else min(in_s, _RETAKE_S)
