"""Who waits for something new in a store is told at once."""

import asyncio
import time

from contract.conftest import ONE, World, take

LONG_S = 30.0


async def test_what_another_writes_ends_the_wait(world: World) -> None:
    waiter = world.later(0)
    waiting = asyncio.create_task(waiter.wait(LONG_S))
    await asyncio.sleep(0)

    await world.crawl()

    await asyncio.wait_for(waiting, LONG_S / 2)


async def test_what_was_written_after_the_last_claim_is_not_missed(world: World) -> None:
    waiter = world.later(0)
    await take(waiter, ONE, 1)

    await world.crawl()

    await asyncio.wait_for(waiter.wait(LONG_S), LONG_S / 2)


async def test_what_was_written_between_two_waits_is_not_missed(world: World) -> None:
    waiter = world.later(0)
    await waiter.wait(0)

    await world.crawl()

    await asyncio.wait_for(waiter.wait(LONG_S), LONG_S / 2)


async def test_a_wait_ends_with_its_time(world: World) -> None:
    await asyncio.wait_for(world.store.wait(0.01), LONG_S)


async def test_who_writes_without_pause_does_not_wake_others_without_pause(world: World) -> None:
    waiter, woken = world.later(0), 0
    start = time.monotonic()
    for number in range(300):
        await world.crawl(f"c{number}")
        before = time.monotonic()
        await waiter.wait(0.001)
        woken += time.monotonic() - before < 0.001

    assert woken / (time.monotonic() - start) < 500
