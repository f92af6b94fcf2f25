"""For how long work keeps everybody else from the event loop."""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

import pytest

T = TypeVar("T")
_TURN_S = 0.01


async def longest_stall(work: Awaitable[T]) -> tuple[float, T]:
    """The longest time between two turns of another task, and what the work gives."""
    watch = asyncio.create_task(_watch())
    await asyncio.sleep(0)
    found = await work
    watch.cancel()
    with pytest.raises(asyncio.CancelledError) as cancelled:
        await watch
    return float(cancelled.value.args[0]), found


async def _watch() -> None:
    """Runs until cancelled, with the longest time between two of its turns."""
    last = time.monotonic()
    longest = 0.0
    try:
        while True:
            await asyncio.sleep(_TURN_S)
            now = time.monotonic()
            longest = max(longest, now - last - _TURN_S)
            last = now
    except asyncio.CancelledError as cancelled:
        raise asyncio.CancelledError(max(longest, time.monotonic() - last)) from cancelled
