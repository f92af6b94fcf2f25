"""The site in a process of its own, for tests that must not share a loop with it."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from leadsite.log import Visit, read_log
from leadsite.routes import WWW

START_S = 20.0
STOP_S = 5.0
IMPORT_ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class SpawnedSite:
    """What the other process said of itself."""

    ports: tuple[int, ...]
    refused_port: int
    log_path: Path
    pid: int

    @property
    def port(self) -> int:
        """The first port."""
        return self.ports[0]

    def address(self, path: str = "/", host: str = WWW) -> str:
        """The absolute address of a path on the first port."""
        return f"http://{host}:{self.port}{path}"

    def visits(self) -> list[Visit]:
        """The requests so far."""
        return read_log(self.log_path)


@asynccontextmanager
async def spawned_site(log_path: Path, *arguments: str) -> AsyncIterator[SpawnedSite]:
    """Run `python -m leadsite` while the block runs. It also ends when this process dies."""
    paths = [str(IMPORT_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "leadsite", "--log", str(log_path), *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    try:
        if process.stdout is None or process.stdin is None:
            raise RuntimeError("the pipes that were asked for are missing")
        async with asyncio.timeout(START_S):
            said = json.loads(await process.stdout.readline())
        yield SpawnedSite(tuple(said["ports"]), said["refused_port"], log_path, process.pid)
        process.stdin.close()
        async with asyncio.timeout(STOP_S):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
