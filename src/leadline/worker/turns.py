"""A turn on a host with a gap: starts are paced, and what does not fit goes back."""

import asyncio
import time
from collections.abc import Callable, Sequence

from leadline.domain.pages import Batch
from leadline.worker.lanes import Leased

_TURN_S = 1.0
# Time to tell the store and for the next holder to hear of it.
_HANDOVER_S = 0.02


class Turn:
    """Paces the requests of one batch, by when they are really written.

    Connecting takes time: a request that was started on time may be written late, and the next
    one, on a connection that is open already, would then follow too closely. `last_start_at` is
    what the next holder has to know.
    """

    def __init__(self, jobs: Sequence[Leased], batch: Batch) -> None:
        self._jobs = jobs
        self._gap_s = batch.gap_s
        self._parallel = batch.parallel
        self._next_at = time.time() + batch.start_in_s
        self._open = 0
        self._is_stopped = False
        self._changed = asyncio.Event()
        self._written = asyncio.Event()
        self._written.set()
        self._pacing = asyncio.Lock()
        self.last_start_at: float | None = None

    async def run(self, start: Callable[[Leased, "Slot"], None]) -> list[Leased]:
        """Start the jobs one after the other; gives those that the turn was too short for."""
        end_at = time.time() + max(_TURN_S, self._gap_s)
        left: list[Leased] = []
        for number, job in enumerate(self._jobs):
            if not await self._may_start(end_at if number else None):
                left = list(self._jobs[number:])
                break
            self._open += 1
            start(job, Slot(self))
        await self._written.wait()
        # What is still open counts against the next holder, who could not start before that.
        await self._until(lambda: self._open == 0, self._next_at - _HANDOVER_S)
        return left

    def stop(self) -> None:
        """Start nothing more."""
        self._is_stopped = True
        self._changed.set()

    async def pace(self) -> None:
        """Wait until another request may be written, and expect it."""
        # One at a time: a page's redirect and the next page may both be waiting.
        async with self._pacing:
            await self._written.wait()
            # Timers may fire a little early.
            while (wait_s := self._next_at - time.time()) > 0:  # noqa: ASYNC110 -- waits for a time
                await asyncio.sleep(wait_s)
            self._written.clear()

    def note_written(self, at: float) -> None:
        """A request was written."""
        self.last_start_at = max(at, self.last_start_at or 0.0)
        self._next_at = self.last_start_at + self._gap_s
        self._written.set()

    def close_one(self) -> None:
        """A page has been worked on."""
        self._open -= 1
        self._changed.set()

    async def _may_start(self, end_at: float | None) -> bool:
        """Whether there is time for another start. The first always is: a turn has one."""
        has_room = lambda: self._open < self._parallel or self._is_stopped  # noqa: E731
        if not await self._until(has_room, end_at):
            return False
        await self._written.wait()
        is_late = end_at is not None and max(self._next_at, time.time()) > end_at
        if is_late or self._is_stopped:
            return False
        await self.pace()
        return True

    async def _until(self, is_so: Callable[[], bool], end_at: float | None) -> bool:
        """Wait until something holds, or the time is over; gives whether it does."""
        while not is_so():
            self._changed.clear()
            try:
                async with asyncio.timeout(None if end_at is None else end_at - time.time()):
                    await self._changed.wait()
            except TimeoutError:
                return is_so()
        return True


class Slot:
    """The place of one page in a turn."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._begun_at = time.time()
        self._is_written = False

    def on_sent(self, at: float) -> None:
        """The page's request was written."""
        self._is_written = True
        self._turn.note_written(at)

    async def pace(self) -> None:
        """Before another request for the same page."""
        if not self._is_written:
            # There was one that nobody told about: robots.txt, some time before now.
            self._turn.note_written(time.time())
        await self._turn.pace()
        self._begun_at, self._is_written = time.time(), False

    def close_one(self) -> None:
        """The page has been worked on; if nothing was written, nothing will be."""
        if not self._is_written:
            self._turn.note_written(self._begun_at)
        self._turn.close_one()
