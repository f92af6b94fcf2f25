"""Processes of one parent: replaced when they die, and ended with it."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from leadline.settings import Settings
from leadline.worker.processes.children import Children
from leadline.worker.processes.orders import Orders

FEEDER = "feeder_process"
ENDED_S = 30.0


def orders_in(folder: Path) -> Orders:
    """Return orders for a store that is not there: a feeder ends at once, with the code 1."""
    return Orders("w", Settings(store=f"sqlite:///{folder / 'none.db'}"))


async def running_one(children: Children) -> int:
    """Wait until a process runs; return it."""
    while not (running := children.running()):  # noqa: ASYNC110 -- no event says so
        await asyncio.sleep(0.01)
    [process] = running
    return process


async def test_a_process_is_known_while_it_runs_and_its_code_is_returned(tmp_path: Path) -> None:
    children = Children()
    ending = asyncio.create_task(children.run(FEEDER, orders_in(tmp_path)))

    await running_one(children)
    assert list(children.running().values()) == [FEEDER]

    assert await asyncio.wait_for(ending, ENDED_S) == 1
    assert children.running() == {}


async def test_a_process_that_dies_is_replaced_after_its_end_was_seen_to(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    children, seen = Children(), list[Orders]()
    orders = orders_in(tmp_path)

    async def after(ended: Orders) -> None:
        assert children.running() == {}
        seen.append(ended)
        if len(seen) == 2:
            children.kill()

    await asyncio.wait_for(children.keep(FEEDER, lambda: orders, after), ENDED_S)

    assert seen == [orders, orders]
    # Of an end that was wanted nothing is logged.
    assert [record.getMessage() for record in caplog.records] == ["process died"]


async def test_a_process_that_does_not_end_by_itself_is_killed(tmp_path: Path) -> None:
    children, codes = Children(), list[int]()

    async def run() -> None:
        codes.append(await children.run(FEEDER, orders_in(tmp_path)))

    task = asyncio.create_task(run())
    process = await running_one(children)
    os.kill(process, signal.SIGSTOP)
    await asyncio.to_thread(os.waitid, os.P_PID, process, os.WSTOPPED | os.WNOWAIT)

    await asyncio.wait_for(children.stop([task], patience_s=0.1), ENDED_S)

    assert codes == [-signal.SIGKILL]
    assert children.is_stopping()
