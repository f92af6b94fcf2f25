"""How long an idle worker waits before it looks for work again."""


class Polling:
    """A wait that doubles with every look that finds nothing, up to a limit.

    Where the store can notify its workers, new work ends a wait at once.
    """

    def __init__(self, least_s: float = 0.1, most_s: float = 30.0) -> None:
        self._least_s = least_s
        self._most_s = max(least_s, most_s)
        self._next_s = least_s

    def reset(self) -> None:
        """Start with the shortest wait again: work was found."""
        self._next_s = self._least_s

    def lengthen(self) -> float:
        """Return the wait after a look that found nothing; the next one is twice as long."""
        wait_s = self._next_s
        self._next_s = min(2 * wait_s, self._most_s)
        return wait_s
