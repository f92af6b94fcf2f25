"""What a worker has in hand: jobs under leases, and how many of them are open in each queue."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from leadline.domain.pages import Token
from leadline.pipeline.plan import Job


@dataclass(frozen=True, slots=True)
class Leased:
    """A job, and the lease that allows it."""

    job: Job
    token: Token


class Lane:
    """The jobs of one crawl on one host without a gap: as many at once as are allowed."""

    is_wanted = False
    """No other worker waits for a job to end."""

    def __init__(self, start: Callable[[Leased, "Lane"], None]) -> None:
        self._start = start
        self.waiting: deque[Leased] = deque()
        self.limit = 0
        self.open = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is open."""
        return not self.waiting and self.open == 0

    def fill(self) -> None:
        """Start what may be started."""
        while self.waiting and self.open < self.limit:
            self.open += 1
            self._start(self.waiting.popleft(), self)

    def close_one(self) -> None:
        """A job has ended; the next may start."""
        self.open -= 1
        self.fill()

    def empty(self, lost: frozenset[Token] | None = None) -> list[Leased]:
        """Start nothing more of what waits, or only of these leases; gives what was waiting."""
        out = [each for each in self.waiting if lost is None or each.token in lost]
        self.waiting = deque(each for each in self.waiting if each not in out) if lost else deque()
        return out
