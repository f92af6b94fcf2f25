"""A turn on a host with a gap: starts are paced, and what does not fit goes back."""

import asyncio
import time
from collections.abc import Callable, Sequence

from leadline.pipeline.plan import Job

_TURN_S = 1.0


class Turn:
    """Paces the starts of one batch. `last_start_at` is what the next holder has to know."""

    def __init__(self, jobs: Sequence[Job], gap_s: float, start_at: float, parallel: int) -> None:
        self._jobs = jobs
        self._gap_s = gap_s
        self._parallel = parallel
        self._next_at = start_at
        self._open = 0
        self._closed = asyncio.Event()
        self.last_start_at: float | None = None

    async def run(self, start: Callable[[Job], None], is_stopping: Callable[[], bool]) -> list[Job]:
        """Start the jobs one after the other; gives those that the turn was too short for."""
        end_at = time.time() + max(_TURN_S, self._gap_s)
        for number, job in enumerate(self._jobs):
            if not await self._may_start(end_at if number else None) or is_stopping():
                return list(self._jobs[number:])
            self._open += 1
            start(job)
        return []

    async def pace(self) -> None:
        """Wait for the next start, and count it as one: for requests that belong to a page."""
        # Timers may fire a little early.
        while (wait_s := self._next_at - time.time()) > 0:  # noqa: ASYNC110 -- waits for a time
            await asyncio.sleep(wait_s)
        self.last_start_at = time.time()
        self._next_at = self.last_start_at + self._gap_s

    def close_one(self) -> None:
        """A request has ended."""
        self._open -= 1
        self._closed.set()

    async def _may_start(self, end_at: float | None) -> bool:
        """Whether there is time for another start. The first always is: a turn has one."""
        while self._open >= self._parallel:
            self._closed.clear()
            try:
                async with asyncio.timeout(None if end_at is None else end_at - time.time()):
                    await self._closed.wait()
            except TimeoutError:
                return False
        if end_at is not None and max(self._next_at, time.time()) > end_at:
            return False
        await self.pace()
        return True
