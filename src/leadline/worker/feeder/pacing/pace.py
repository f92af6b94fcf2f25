"""The pace of a host with a gap: requests are a gap apart by when they are really written."""

import asyncio
from collections.abc import Callable


class Pace:
    """Spaces requests, one at a time.

    Connecting takes time: a request that was started on time may be written late, and the next
    one, on a connection that is open already, would then follow too closely. So the next request
    waits until the one before it was written. Times are of `clock`, the monotonic one.
    """

    def __init__(self, gap_s: float, next_at: float, clock: Callable[[], float]) -> None:
        self._gap_s = gap_s
        self._clock = clock
        self.next_at = next_at
        self.last_start_at: float | None = None
        """When the last request was written; the next holder of the turn has to know it."""
        self._written = asyncio.Event()
        self._written.set()
        self._one_at_a_time = asyncio.Lock()

    async def take(self) -> None:
        """Wait until a request may be written. The next one waits until `release`."""
        # A page's redirect and the next page may both be waiting.
        async with self._one_at_a_time:
            await self._written.wait()
            # Timers may fire a little early.
            while (wait_s := self.next_at - self._clock()) > 0:  # noqa: ASYNC110 -- waits for a time
                await asyncio.sleep(wait_s)
            self._written.clear()

    async def wait_released(self) -> None:
        """Wait until no request is about to be written."""
        await self._written.wait()

    def note_start(self, at: float) -> None:
        """Note when a request was written."""
        self.last_start_at = max(at, self.last_start_at or 0.0)
        self.next_at = self.last_start_at + self._gap_s

    def release(self) -> None:
        """Let the next request follow: this one was written, or never will be."""
        self._written.set()
