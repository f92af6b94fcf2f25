"""The tasks of a feeder at its end."""

import asyncio

from fake_time import now
from leadline.worker.feeder.running import Running


async def test_tasks_that_start_while_others_finish_are_waited_for() -> None:
    running, ended = Running(), list[float]()

    async def page() -> None:
        await asyncio.sleep(1.0)
        ended.append(now())

    async def turn() -> None:
        await asyncio.sleep(1.0)
        running.spawn(page())

    running.spawn(turn())
    await running.finish(5.0)

    assert ended == [2.0]


async def test_tasks_that_take_too_long_are_cancelled() -> None:
    running, cancelled = Running(), list[float]()

    async def page() -> None:
        try:
            await asyncio.sleep(60.0)
        except asyncio.CancelledError:
            cancelled.append(now())
            raise

    running.spawn(page())
    await running.finish(5.0)

    assert cancelled == [5.0]
