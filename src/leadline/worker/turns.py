"""A turn on a host with a gap: starts are paced, and what does not fit goes back."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from leadline.domain.errors import TurnOver
from leadline.domain.fetching import Request, Response
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import Batch
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.worker.lanes import Leased

_TURN_S = 1.0


class Turn:
    """Paces the requests of one batch, by when they are really written.

    Connecting takes time: a request that was started on time may be written late, and the next
    one, on a connection that is open already, would then follow too closely. `last_start_at` is
    what the next holder has to know. Times are of the monotonic clock.

    A client waits for a root. When a redirect of it, or the page after its robots.txt, comes after
    the turn is over, `retake` gets the turn of the host once more.
    """

    def __init__(
        self, jobs: Sequence[Leased], batch: Batch, retake: Callable[[], Awaitable[bool]]
    ) -> None:
        self._jobs = jobs
        self.gap_s = batch.gap_s
        self._parallel = batch.parallel
        self._is_contended = batch.is_contended
        self._is_awaited = any(leased.job.task.is_root for leased in jobs)
        self._retake = retake
        self._next_at = time.monotonic() + batch.start_in_s
        self._end_at = self._next_at
        self._open: set[Slot] = set()
        self._promised = 0
        self._is_stopped = False
        self._is_over = False
        self._changed = asyncio.Event()
        self._written = asyncio.Event()
        self._written.set()
        self._pacing = asyncio.Lock()
        self.last_start_at: float | None = None

    @property
    def is_short_of_slots(self) -> bool:
        """Whether all requests are open that may be, and others wait for one of them to end."""
        return self._is_contended and len(self._open) >= self._parallel

    @property
    def is_blocked(self) -> bool:
        """Whether a page of this turn waits for a request to end, also one of an earlier turn."""
        return not self._is_over and len(self._open) >= self._parallel

    async def run(self, start: Callable[[Leased, "Slot"], None]) -> list[Leased]:
        """Start the jobs one after the other; returns those that the turn was too short for."""
        self._end_at = time.monotonic() + max(_TURN_S, self.gap_s)
        left: list[Leased] = []
        for number, job in enumerate(self._jobs):
            if not await self._may_start(self._end_at if number else None):
                left = list(self._jobs[number:])
                break
            slot = Slot(self)
            self._open.add(slot)
            start(job, slot)
        await self.end()
        return left

    async def end(self) -> None:
        """End the turn: what was promised is written, and nothing after it.

        It is kept while no one else may start a request, if a redirect of a root may follow. Until
        robots.txt is read no one may start anything: for that it is kept up to a second.
        """
        while self._may_follow():
            await self._until(lambda: self._promised == 0, None)
            is_settled = lambda: self._promised > 0 or not self._may_follow()  # noqa: E731
            reads_rules = any(slot.is_reading_rules for slot in self._open)
            kept_until = max(self._next_at, self._end_at) if reads_rules else self._next_at
            if not await self._until(is_settled, kept_until):
                break
        self._is_over = True
        await self._until(lambda: self._promised == 0, None)

    def _may_follow(self) -> bool:
        return any(self._is_awaited or slot.is_reading_rules for slot in self._open)

    def reopen(self, start_in_s: float) -> None:
        """Begin again, for the page that is open: the host's turn was taken once more."""
        self._is_over = False
        self._next_at = time.monotonic() + start_in_s

    def allow(self, parallel: int) -> None:
        """From now on so many requests may be open."""
        self._parallel = parallel
        self._changed.set()

    def stop(self) -> None:
        """Start nothing more."""
        self._is_stopped = True
        self._changed.set()

    async def promise(self) -> bool:
        """Wait until another request may be written, and expect it; False when all is over."""
        if self._is_over and not (self._is_awaited and await self._retake()):
            return False
        self._promised += 1
        # One at a time: a page's redirect and the next page may both be waiting.
        async with self._pacing:
            await self._written.wait()
            # Timers may fire a little early.
            while (wait_s := self._next_at - time.monotonic()) > 0:  # noqa: ASYNC110 -- waits for a time
                await asyncio.sleep(wait_s)
            self._written.clear()
        return True

    def note_start(self, at: float) -> None:
        """A request was written."""
        self.last_start_at = max(at, self.last_start_at or 0.0)
        self._next_at = self.last_start_at + self.gap_s

    def keep_promise(self) -> None:
        """A request that was expected has been written, or never will be."""
        self._promised -= 1
        self._written.set()
        self._changed.set()

    def close(self, slot: "Slot") -> None:
        """Note that a page has been worked on."""
        self._open.remove(slot)
        self._changed.set()

    async def _may_start(self, end_at: float | None) -> bool:
        """Whether there is time for another start. The first always is: a turn has one."""
        has_room = lambda: len(self._open) < self._parallel or self._is_stopped  # noqa: E731
        if not await self._until(has_room, end_at):
            return False
        await self._written.wait()
        is_late = end_at is not None and max(self._next_at, time.monotonic()) > end_at
        if is_late or self._is_stopped:
            return False
        return await self.promise()

    async def _until(self, is_so: Callable[[], bool], end_at: float | None) -> bool:
        """Wait until something holds, or the time is over; gives whether it does."""
        while not is_so():
            self._changed.clear()
            try:
                async with asyncio.timeout(None if end_at is None else end_at - time.monotonic()):
                    await self._changed.wait()
            except TimeoutError:
                return is_so()
        return True


class Slot:
    """The place of one page in a turn. The turn has been promised one request when it is made."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._is_promised = True
        self.is_reading_rules = False
        """Whether the request that was sent last is for robots.txt."""

    @property
    def is_wanted(self) -> bool:
        """Whether other pages wait for the request to end."""
        return self._turn.is_short_of_slots

    async def may_send(self) -> bool:
        """Wait until the page may write a request, the first at once; False: not in this turn."""
        self._is_promised = self._is_promised or await self._turn.promise()
        return self._is_promised

    def on_sent(self, at: float) -> None:
        """A request of the page was written."""
        self._turn.note_start(at)
        self._end_promise()

    def close_one(self) -> None:
        """The page has been worked on; what was not written will not be."""
        self._end_promise()
        self._turn.close(self)

    def _end_promise(self) -> None:
        if self._is_promised:
            self._is_promised = False
            self._turn.keep_promise()


class PacedFetcher(Fetcher):
    """Fetches for one page of a turn: every request waits for its time, robots.txt included."""

    def __init__(self, fetcher: Fetcher, slot: Slot) -> None:
        self._fetcher = fetcher
        self._slot = slot

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """See the contract. Raises TurnOver."""
        if not await self._slot.may_send():
            raise TurnOver(request.address)
        self._slot.is_reading_rules = request.address.endswith("/robots.txt")
        return await self._fetcher.fetch(replace(request, on_sent=self._slot.on_sent), jar)

    def new_jar(self) -> CookieJar:
        """See the contract."""
        return self._fetcher.new_jar()
