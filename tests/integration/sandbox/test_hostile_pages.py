"""No page may stop the event loop for more than a second, or cost more than six seconds of CPU."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator

import pytest
from hostile_html import HOSTILE, LIMIT

from leadline.domain.addresses import Address
from leadline.domain.documents import Source, Wanted
from leadline.pipeline.extract import extract
from leadline.sandbox.parse_child import ParseChild

MAX_STALL_S = 1.0
MAX_CPU_S = 6.0


@pytest.fixture
async def child() -> AsyncIterator[ParseChild]:
    async with ParseChild() as child:
        yield child


async def longest_stall() -> None:
    """Runs until cancelled, with the longest time between two of its turns."""
    last = time.monotonic()
    longest = 0.0
    try:
        while True:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            longest = max(longest, now - last - 0.01)
            last = now
    except asyncio.CancelledError as cancelled:
        raise asyncio.CancelledError(max(longest, time.monotonic() - last)) from cancelled


def cpu_s() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


async def measured(page: bytes, child: ParseChild) -> tuple[float, float]:
    watch = asyncio.create_task(longest_stall())
    await asyncio.sleep(0)
    before = cpu_s()
    await extract(Source(page, "text/html", Address("http://x.example/")), Wanted(), child)
    watch.cancel()
    with pytest.raises(asyncio.CancelledError) as cancelled:
        await watch
    await child.aclose()
    return float(cancelled.value.args[0]), cpu_s() - before


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_page_neither_stalls_nor_costs_much(name: str, child: ParseChild) -> None:
    page = HOSTILE[name]().encode()
    assert len(page) <= LIMIT

    stall_s, cost_s = await measured(page, child)

    print(f"{name}: {len(page)} bytes, stall {stall_s:.2f} s, CPU {cost_s:.2f} s")
    assert stall_s < MAX_STALL_S
    assert cost_s < MAX_CPU_S
