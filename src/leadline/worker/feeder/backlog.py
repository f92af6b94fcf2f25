"""How many pages wait to be started, and when the claim loop looks for more."""

import asyncio
from contextlib import suppress

_LOW_PAGES = 96


class Backlog:
    """The number of pages that are leased and not started, and the alarm of the claim loop."""

    def __init__(self) -> None:
        self.count = 0
        self._woken = asyncio.Event()

    @property
    def is_low(self) -> bool:
        """Return whether more pages may be claimed."""
        return self.count < _LOW_PAGES

    def add(self, pages: int) -> None:
        """Count pages that were claimed."""
        self.count += pages

    def remove(self, pages: int) -> None:
        """Count pages that went back, or whose lease was lost."""
        self.count -= pages

    def start_one(self) -> None:
        """Count a page that is started; wake the claim loop if few are left."""
        self.count -= 1
        if self.count < _LOW_PAGES:
            self._woken.set()

    def wake(self) -> None:
        """Wake the claim loop: there may be something to claim."""
        self._woken.set()

    def clear(self) -> None:
        """Forget earlier wake-ups: the claim loop is about to look."""
        self._woken.clear()

    async def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the claim loop is woken, or for a time; at once if it was since `clear`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._woken.wait()
