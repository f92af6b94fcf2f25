"""Ctrl-C, which a terminal sends to all processes at once, while feeders are still loading."""

import os
import signal
import sys
from pathlib import Path

import pytest

from faults.commands import Commands, until
from leadsite import SpawnedSite

INTERRUPTED = 130


def is_loading(feeder: int) -> bool:
    """Whether a process is Python already."""
    return Path(f"/proc/{feeder}/cmdline").read_bytes().startswith(sys.executable.encode())


@pytest.mark.rerun(reason="the signal has to arrive before the first page does")
async def test_a_crawl_that_is_interrupted_at_once_says_only_how_to_go_on(
    leadline: Commands, site: SpawnedSite
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"))
    await until(lambda: sum(map(is_loading, leadline.feeders(crawl))) == 3)
    # Before there is a crawl, there is nothing to resume.
    await until(leadline.store.exists)

    for process in (crawl.pid, *leadline.feeders(crawl)):
        os.kill(process, signal.SIGINT)
    _, err = await crawl.communicate()

    assert crawl.returncode == INTERRUPTED
    [said] = err.decode().splitlines()
    assert said.startswith("leadline: paused; resume with: leadline resume ")
