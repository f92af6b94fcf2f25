"""What one host saw, and what was sent to it."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from backing import Backing, OnFile

LEADLINE = str(Path(sys.executable).with_name("leadline"))
SENDER = Path(__file__).with_name("sender")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request where it was written; nanoseconds of the machine's monotonic clock."""

    at_ns: int
    address: str


class Senders:
    """Commands whose requests are noted in one trace. All work on one store."""

    def __init__(self, folder: Path, backing: Backing | None = None) -> None:
        self.folder = folder
        self.backing = backing or OnFile(folder / "polite.db")
        self.trace = folder / "sent"
        self._started: list[Process] = []

    async def start(self, *arguments: str) -> Process:
        """Start a command."""
        environment = {
            "SENT": str(self.trace),
            "PYTHONPATH": str(SENDER),
            **self.backing.environment,
            "LEADLINE_ALLOW_NETWORK": "127.0.0.0/8",
            "LEADLINE_DNS_SERVERS": "127.0.0.1:9",
        }
        process = await asyncio.create_subprocess_exec(
            *(LEADLINE, *arguments), stdout=PIPE, stderr=PIPE, env=os.environ | environment
        )
        self._started.append(process)
        return process

    async def run(self, *arguments: str) -> str:
        """Run a command to its end; gives what it printed."""
        process = await self.start(*arguments)
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        return out.decode()

    def sent(self) -> list[Sent]:
        """All requests so far, in order."""
        if not self.trace.exists():
            return []
        lines = (line.split(" ", 1) for line in self.trace.read_text().splitlines())
        return sorted((Sent(int(at), address) for at, address in lines), key=lambda s: s.at_ns)

    async def end(self) -> None:
        """End what is still running; feeders end with their supervisors."""
        for process in self._started:
            if process.returncode is None:
                process.kill()
                await process.communicate()


def gaps_ms(times_ns: Sequence[int]) -> list[float]:
    """What lies between each two starts."""
    return [(later - earlier) / 1e6 for earlier, later in pairwise(sorted(times_ns))]
