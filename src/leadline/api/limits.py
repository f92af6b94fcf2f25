"""How much may be done at once; who asks for more is told when to come again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

from leadline.api.problems import Problem

_RETRY_S = 5


class Waiting:
    """Pages that this server has been asked for and has not answered with yet."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._now = 0

    @contextmanager
    def for_pages(self, count: int = 1) -> Iterator[Callable[[], None]]:
        """Count so many pages, until the block ends. Raises Problem when they are too many.

        The block calls what it is given for each page that it no longer waits for.
        """
        if self._now + count > self._most:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-scrapes",
                f"{self._now} pages are waited for; {self._most} may be"
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
