"""Processes that load before there are orders for them."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leadline.worker.processes.child_process import Child, dismiss_early, start_early, take_child

LEADLINE = Path(sys.executable).with_name("leadline")
FEEDER = "feeder_process"


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    dismiss_early()


def children() -> set[int]:
    here = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    return set(map(int, here.read_text().split()))


async def test_who_was_started_early_is_the_next_to_get_orders() -> None:
    start_early(FEEDER, 1)
    before = children()

    early, late = take_child(FEEDER), take_child(FEEDER)

    assert early.pid in before
    assert late.pid not in before
    for child in (early, late):
        child.send_signal(signal.SIGKILL)
        assert await child.wait() == -signal.SIGKILL


async def test_who_gets_no_orders_is_dismissed() -> None:
    before = children()
    start_early(FEEDER, 2)

    dismiss_early()

    assert children() == before


async def test_who_died_before_it_got_orders_is_noticed() -> None:
    child = Child(FEEDER)
    os.kill(child.pid, signal.SIGKILL)

    child.order(b"{}\n")

    async with asyncio.timeout(5):
        assert await child.wait() == -signal.SIGKILL


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_processes_have_what_their_parent_was_not_given(closed: str, tmp_path: Path) -> None:
    url = "http://127.0.0.1:9/"
    crawl = f"{LEADLINE} crawl {url} --allow-network 127.0.0.1:9 --workers 2 {closed}"

    ended = subprocess.run(
        ["/bin/sh", "-c", crawl],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 4
    assert "Traceback" not in ended.stderr
    assert "Assertion" not in ended.stderr


@pytest.mark.parametrize("arguments", [["crawl", "--nonsense"], ["resume"], ["crawl", "nowhere:"]])
def test_a_command_that_comes_to_nothing_leaves_nobody_behind(
    arguments: list[str], tmp_path: Path
) -> None:
    ended = subprocess.run(
        [LEADLINE, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    # They have our standard error, too: its end is theirs.
    assert ended.returncode in {2, 3}
    assert "Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == []
