"""Long loops that let the event loop go on."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")
# Requests that are open want to be looked after.
_LONGEST_S = 0.05


async def paused(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield items; where they have kept the event loop busy for a while, let it go on first."""
    since = time.monotonic()
    for item in items:
        if time.monotonic() - since > _LONGEST_S:
            await asyncio.sleep(0)
            since = time.monotonic()
        yield item
