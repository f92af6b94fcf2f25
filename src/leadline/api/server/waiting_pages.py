"""A limit of the pages that clients wait for at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

from leadline.api.problems import Problem

_RETRY_S = 5


class WaitingPages:
    """Pages that clients have requested and not received yet."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._now = 0

    @contextmanager
    def for_pages(self, count: int = 1) -> Iterator[Callable[[], None]]:
        """Count pages as waiting until the block ends. Raises Problem when there are too many.

        The block calls the yielded function for each page that it no longer waits for.
        """
        if self._now + count > self._most:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-scrapes",
                f"clients wait for {self._now} pages; the limit is {self._most}"
                " (LEADLINE_MAX_WAITING_SCRAPES)",
                headers={"Retry-After": str(_RETRY_S)},
            )
        left = count

        def end_one() -> None:
            nonlocal left
            if left:
                left -= 1
                self._now -= 1

        self._now += count
        try:
            yield end_one
        finally:
            self._now -= left
            left = 0
