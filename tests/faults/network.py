"""Two network namespaces with a cable between them, which can be pulled."""

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from leadsite import SpawnedSite

SITE_ELSEWHERE = Path(__file__).with_name("site_elsewhere.py")
IMPORTS = Path(__file__).parents[1] / "site"
SITE_IP, CRAWLER_IP = "10.213.7.1", "10.213.7.2"
START_S = 20.0


@dataclass(frozen=True, slots=True)
class Cable:
    """What connects the namespaces; `name` is that of both ends."""

    name: str
    site: str
    crawler: str

    def pull(self, end: str) -> None:
        """Take one end down: of the crawler's, its network is gone; of the site's, it is silent."""
        self._set(end, "down")

    def plug(self, end: str) -> None:
        """Bring an end up again."""
        self._set(end, "up")

    def _set(self, end: str, state: str) -> None:
        run("-n", getattr(self, end), "link", "set", self.name, state)


def run(*arguments: str) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@contextmanager
def cable() -> Iterator[Cable]:
    """Namespaces of our own while the block runs."""
    name = f"ll{secrets.token_hex(4)}"
    made = Cable(name, f"{name}-site", f"{name}-crawler")
    try:
        for namespace in (made.site, made.crawler):
            run("netns", "add", namespace)
            run("-n", namespace, "link", "set", "lo", "up")
        peer = ("peer", "name", name, "netns", made.crawler)
        run("link", "add", "name", name, "netns", made.site, "type", "veth", *peer)
        for namespace, ip in ((made.site, SITE_IP), (made.crawler, CRAWLER_IP)):
            run("-n", namespace, "address", "add", f"{ip}/24", "dev", name)
            run("-n", namespace, "link", "set", name, "up")
        yield made
    finally:
        for namespace in (made.site, made.crawler):
            subprocess.run(["ip", "netns", "delete", namespace], check=False, capture_output=True)


@asynccontextmanager
async def site_behind(cable: Cable, log: Path, *options: str) -> AsyncIterator[SpawnedSite]:
    """The site at its end of the cable."""
    process = await asyncio.create_subprocess_exec(
        *("ip", "netns", "exec", cable.site, sys.executable, str(SITE_ELSEWHERE), SITE_IP),
        *("--log", str(log), *options),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(IMPORTS)},
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(START_S):
            said = json.loads(await process.stdout.readline())
        yield SpawnedSite(tuple(said["ports"]), said["refused_port"], log, process.pid)
    finally:
        process.kill()
        await process.communicate()
