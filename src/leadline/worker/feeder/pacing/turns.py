"""A turn on a host with a gap: starts are paced, and pages that do not fit go back."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from leadline.domain.pages import Batch
from leadline.worker.feeder.pacing.lanes import Leased
from leadline.worker.feeder.pacing.pace import Pace

_TURN_S = 1.0


class Turn:
    """The requests of one batch, paced by when they are really written.

    Every request is promised first, and a turn does not end while a promise is open. A client waits
    for a root: when a redirect of it, or the page after its robots.txt, comes after the turn is
    over, `retake` takes the turn of the host once more. Times are of `clock`, the monotonic one.
    """

    def __init__(
        self,
        pages: Sequence[Leased],
        batch: Batch,
        retake: Callable[["Turn"], Awaitable[bool]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pages = pages
        self.host = batch.host
        self.gap_s = batch.gap_s
        self._parallel = batch.parallel
        self._is_contended = batch.is_contended
        self.is_awaited = batch.is_awaited
        self._may_be_retaken = any(leased.work.task.is_root for leased in pages)
        self._retake = retake
        self._clock = clock
        self.pace = Pace(batch.gap_s, clock() + batch.start_in_s, clock)
        self._end_at = self.pace.next_at
        self._open: set[Slot] = set()
        self._promised = 0
        self._is_stopped = False
        self._is_over = False
        self._changed = asyncio.Event()

    @property
    def is_short_of_slots(self) -> bool:
        """Return whether all allowed requests are open, and others wait for one of them to end."""
        return self._is_contended and len(self._open) >= self._parallel

    @property
    def is_blocked(self) -> bool:
        """Return whether a page of this turn waits for a request, also of an earlier turn."""
        return not self._is_over and len(self._open) >= self._parallel

    async def run(self, start: Callable[[Leased, "Slot"], None]) -> list[Leased]:
        """Start the pages one after the other; return those that the turn was too short for."""
        self._end_at = self._clock() + max(_TURN_S, self.gap_s)
        left: list[Leased] = []
        for number, page in enumerate(self._pages):
            # A turn always has one start.
            if not await self._may_start(self._end_at if number else None):
                left = list(self._pages[number:])
                break
            slot = Slot(self)
            self._open.add(slot)
            start(page, slot)
        await self.end()
        return left

    async def end(self) -> None:
        """End the turn when all promised requests are written.

        While a redirect of a root may follow, it is kept for the gap: no other worker may start a
        request anyway. While robots.txt is read, it is kept up to a second for the same reason.
        """
        is_kept = lambda: self._promised == 0  # noqa: E731
        is_settled = lambda: self._promised > 0 or not self._may_follow()  # noqa: E731
        # Only then is it known whether the last page began with robots.txt.
        await self._until(is_kept, None)
        while self._may_follow():
            reads_rules = any(slot.is_reading_rules for slot in self._open)
            kept_until = max(self.pace.next_at, self._end_at if reads_rules else 0.0)
            if not await self._until(is_settled, kept_until):
                break
            await self._until(is_kept, None)
        self._is_over = True

    def _may_follow(self) -> bool:
        return any(self._may_be_retaken or slot.is_reading_rules for slot in self._open)

    def reopen(self, start_in_s: float) -> None:
        """Continue for the page that is open: the turn of the host was taken once more."""
        self._is_over = False
        self.pace.next_at = self._clock() + start_in_s
        self._end_at = self.pace.next_at + max(_TURN_S, self.gap_s)

    def visit(self, on_left: Callable[[], None]) -> "Slot":
        """Return the slot of a page from another host, for which the turn has to be taken first."""
        self._is_over = self._may_be_retaken = True
        slot = Slot(self, is_promised=False, on_left=on_left)
        self._open.add(slot)
        return slot

    def allow(self, parallel: int) -> None:
        """Set how many requests may be open from now on."""
        self._parallel = parallel
        self._changed.set()

    def stop(self) -> None:
        """Start nothing more."""
        self._is_stopped = True
        self._changed.set()

    async def promise(self) -> bool:
        """Wait until another request may be written, and expect it; return False if none may."""
        if self._is_over and not (self._may_be_retaken and await self._retake(self)):
            return False
        self._promised += 1
        self._changed.set()
        try:
            await self.pace.take()
        except asyncio.CancelledError:
            self._promised -= 1
            self._changed.set()
            raise
        return True

    def keep_promise(self) -> None:
        """Note that a promised request was written, or never will be."""
        self._promised -= 1
        self.pace.release()
        self._changed.set()

    def close(self, slot: "Slot") -> None:
        """Note that a page has ended, or has left the host."""
        self._open.discard(slot)
        self._changed.set()

    async def _may_start(self, end_at: float | None) -> bool:
        """Wait for room and for the pace; return whether a page may start before `end_at`."""
        has_room = lambda: len(self._open) < self._parallel or self._is_stopped  # noqa: E731
        if not await self._until(has_room, end_at):
            return False
        await self.pace.wait_released()
        is_late = end_at is not None and max(self.pace.next_at, self._clock()) > end_at
        ends_now = is_late or self._is_stopped
        if ends_now or not await self.promise():
            return False
        if self._is_stopped:
            self.keep_promise()
        return not self._is_stopped

    async def _until(self, is_so: Callable[[], bool], end_at: float | None) -> bool:
        """Wait until something holds, or the time is over; return whether it holds."""
        while not is_so():
            self._changed.clear()
            try:
                async with asyncio.timeout(None if end_at is None else end_at - self._clock()):
                    await self._changed.wait()
            except TimeoutError:
                return is_so()
        return True


class Slot:
    """The place of one page in a turn, which has promised it one request.

    `on_left` is called when the page is done with the host.
    """

    def __init__(
        self, turn: Turn, *, is_promised: bool = True, on_left: Callable[[], None] = lambda: None
    ) -> None:
        self._turn = turn
        self.host = turn.host
        self._is_promised = is_promised
        self._on_left = on_left
        self.is_reading_rules = False
        """Whether the request that was sent last is for robots.txt."""

    @property
    def is_wanted(self) -> bool:
        """Return whether other pages wait for the request to end."""
        return self._turn.is_short_of_slots

    async def may_send(self) -> bool:
        """Wait until the page may write a request, the first at once; False: not in this turn."""
        self._is_promised = self._is_promised or await self._turn.promise()
        return self._is_promised

    def on_sent(self, at: float) -> None:
        """Note when a request of the page was written."""
        self._turn.pace.note_start(at)
        self._end_promise()

    def close_one(self) -> None:
        """Note that the page is done with the host; a request that was not written will not be."""
        self._end_promise()
        self._turn.close(self)
        self._on_left()

    def _end_promise(self) -> None:
        if self._is_promised:
            self._is_promised = False
            self._turn.keep_promise()
