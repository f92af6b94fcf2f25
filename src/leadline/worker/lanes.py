"""How many requests a worker has open in each queue."""

from collections import deque
from collections.abc import Callable

from leadline.pipeline.plan import Job


class Lane:
    """The jobs of one crawl on one host without a gap: as many at once as are allowed."""

    def __init__(self, start: Callable[[Job, "Lane"], None]) -> None:
        self._start = start
        self.waiting: deque[Job] = deque()
        self.limit = 0
        self.open = 0

    def fill(self) -> None:
        """Start what may be started."""
        while self.waiting and self.open < self.limit:
            self.open += 1
            self._start(self.waiting.popleft(), self)

    def close_one(self) -> None:
        """A job has ended; the next may start."""
        self.open -= 1
        self.fill()
