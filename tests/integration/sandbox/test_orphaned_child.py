"""A child whose parent was killed ends by itself."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

PARENT = """
import asyncio, sys
from leadline.domain.addresses import Address
from leadline.domain.web.documents import Source, Wanted
from leadline.sandbox.parse_child import ParseChild

def page(body):
    return Source(body, "text/html", Address("http://x.example/"))

async def main():
    async with ParseChild(timeout_s=float(sys.argv[1])) as child:
        await child.extract(page(b"<p>"), Wanted())
        print(child._process.pid, flush=True)
        if sys.argv[2] == "busy":
            await child.extract(page(b"<div>" * 200_000), Wanted())
        await asyncio.sleep(60)

asyncio.run(main())
"""


@asynccontextmanager
async def parent_of_child(timeout_s: float, doing: str) -> AsyncIterator[tuple[Process, int]]:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT, str(timeout_s), doing), stdout=PIPE
    )
    try:
        assert parent.stdout is not None
        yield parent, int(await parent.stdout.readline())
    finally:
        if parent.returncode is None:
            parent.kill()
        await parent.communicate()


def is_alive(pid: int) -> bool:
    # A zombie has ended too: who adopted it may not have looked yet.
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def seconds_until_gone(pid: int) -> float:
    since = time.monotonic()
    async with asyncio.timeout(30):
        while is_alive(pid):  # noqa: ASYNC110 -- not our child: nobody tells us
            await asyncio.sleep(0.01)
    return time.monotonic() - since


@pytest.mark.parametrize("doing", ["idle", "busy"])
async def test_a_child_ends_within_two_seconds_of_its_parent(doing: str) -> None:
    async with parent_of_child(timeout_s=1, doing=doing) as (parent, pid):
        assert is_alive(pid)

        os.kill(parent.pid, signal.SIGKILL)

        assert await seconds_until_gone(pid) < 2
