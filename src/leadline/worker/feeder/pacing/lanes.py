"""Pages under leases, and the lanes of hosts without a gap."""

from collections import deque
from collections.abc import Callable, Collection
from typing import NamedTuple

from leadline.domain.pages import Token
from leadline.pipeline.plan import PageWork


# A named tuple, as every page has one: see `Task`.
class Leased(NamedTuple):
    """A page to work on, and the lease that allows it."""

    work: PageWork
    token: Token


class Lane:
    """The pages of one crawl on one host without a gap: as many at once as are allowed."""

    is_wanted = False
    """No other worker waits for a page to end."""

    def __init__(self, host: str, start: Callable[[Leased, "Lane"], None]) -> None:
        self.host = host
        self.has_answered = False
        """Whether a page was fetched here: then the robots.txt of the host is known."""
        self._start = start
        self.waiting: deque[Leased] = deque()
        self.limit = 0
        self.open = 0

    @property
    def is_idle(self) -> bool:
        """Return whether nothing waits and nothing is open."""
        return not self.waiting and self.open == 0

    def fill(self) -> None:
        """Start waiting pages, up to the limit."""
        while self.waiting and self.open < self.limit:
            self.open += 1
            self._start(self.waiting.popleft(), self)

    def close_one(self) -> None:
        """Note that a page has ended, and start the next."""
        self.open -= 1
        self.fill()

    def empty(self) -> list[Leased]:
        """Remove the waiting pages, and return them."""
        removed, self.waiting = list(self.waiting), deque()
        return removed

    def drop(self, lost: Collection[Token]) -> int:
        """Remove the waiting pages of lost leases, and return their number."""
        before = len(self.waiting)
        self.waiting = deque(each for each in self.waiting if each.token not in lost)
        return before - len(self.waiting)
