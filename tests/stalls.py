"""For how long work keeps everybody else from the event loop."""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

import pytest

T = TypeVar("T")
_TURN_S = 0.01


async def longest_stall(work: Awaitable[T]) -> tuple[float, T]:
    """The longest CPU time between two turns of another task, and what the work gives.

    Not by the clock: a busy machine would be blamed on the work.
    """
    watch = asyncio.create_task(_watch())
    await asyncio.sleep(0)
    found = await work
    watch.cancel()
    with pytest.raises(asyncio.CancelledError) as cancelled:
        await watch
    return float(cancelled.value.args[0]), found


async def _watch() -> None:
    """Runs until cancelled, with the most CPU spent between two of its turns."""
    last = time.thread_time()
    longest = 0.0
    try:
        while True:
            await asyncio.sleep(_TURN_S)
            now = time.thread_time()
            longest = max(longest, now - last)
            last = now
    except asyncio.CancelledError as cancelled:
        raise asyncio.CancelledError(max(longest, time.thread_time() - last)) from cancelled
