"""Scope tests, whose duration depends on the number of patterns and the length of addresses."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TypeVar

from leadline.api.problems import Problem
from leadline.services.crawling.scope_tests import TrialStopped

_MOST = 32
_AT_MOST_S = 2.0
_RETRY_S = 5

Result = TypeVar("Result")


class Trials:
    """A thread that runs one scope test at a time, with a bounded queue.

    A test has to stop after 2 s, and when its caller is cancelled.
    """

    def __init__(self) -> None:
        self._asked = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="scope")

    async def run(self, work: Callable[[Callable[[], bool]], Result]) -> Result:
        """Run a test with a function that returns whether it has to stop. Raises Problem."""
        if self._asked >= _MOST:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-scope-tests",
                f"{_MOST} scope tests are running or waiting, which is the limit",
                headers={"Retry-After": str(_RETRY_S)},
            )
        stopped = threading.Event()
        self._asked += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, _run, work, stopped)
        except TrialStopped:
            raise Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "scope-test-too-long",
                f"these patterns take longer than {_AT_MOST_S:.0f} s with these addresses;"
                " use fewer or shorter patterns",
            ) from None
        finally:
            stopped.set()
            self._asked -= 1

    def close(self) -> None:
        """Start no further test."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _run(work: Callable[[Callable[[], bool]], Result], stopped: threading.Event) -> Result:
    until = time.monotonic() + _AT_MOST_S
    return work(lambda: stopped.is_set() or time.monotonic() > until)
