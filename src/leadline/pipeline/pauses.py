"""Pauses of long loops, in which the event loop runs."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")
# Open requests have to be served meanwhile.
_LONGEST_S = 0.05


async def with_pauses(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield items; let the event loop run first when it was blocked for a while."""
    since = time.monotonic()
    for item in items:
        if time.monotonic() - since > _LONGEST_S:
            await asyncio.sleep(0)
            since = time.monotonic()
        yield item
