"""The real server, as a process of its own on a free port."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from e2e.commands import LEADLINE, ON_LOOPBACK

_START_S = 30.0
_STOP_S = 30.0


@dataclass(frozen=True)
class Server:
    """A running server, and where it keeps what it knows."""

    url: str
    folder: Path
    process: subprocess.Popen[str]

    def client(self, key: str | None = None) -> httpx.Client:
        """Talks to it."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, trust_env=False)


@contextmanager
def served(folder: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """`leadline serve` in a folder, until the block ends; ready to crawl this machine."""
    with starting(folder, *arguments, **environment) as server:
        wait_for(server, "/readyz")
        yield server


@contextmanager
def starting(folder: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """The same when it listens: its feeders take longer to start."""
    with running(folder, "serve", "--port", "0", *arguments, **environment) as server:
        yield server


@contextmanager
def feed(folder: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """`leadline feeder` in a folder, until the block ends; the address is that of its health."""
    with running(folder, "feeder", "--health-port", "0", *arguments, **environment) as server:
        wait_for(server, "/healthz")
        yield server


@contextmanager
def running(folder: Path, *command: str, **environment: str) -> Iterator[Server]:
    """A command that serves, until the block ends; what it logs is in `log.txt` of its folder."""
    with (folder / "log.txt").open("a") as log:
        process = subprocess.Popen(
            [LEADLINE, *command],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=folder,
            env=os.environ | ON_LOOPBACK | environment,
        )
    try:
        assert process.stdout is not None
        said = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"http://[^/]+", said)
        assert found, f"it did not start: {said}"
        yield Server(found[0], folder, process)
    finally:
        process.send_signal(signal.SIGTERM)
        # Read to its end, which closes it.
        process.communicate(timeout=_STOP_S)


def wait_for(server: Server, path: str) -> None:
    """Wait until it answers there that all is well."""
    until = time.monotonic() + _START_S
    with server.client() as client:
        while client.get(path).status_code != httpx.codes.OK:
            assert time.monotonic() < until, client.get(path).text
            time.sleep(0.05)


def descendants(pid: int) -> list[int]:
    """All processes that a process has begun, and those that they have."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, children) for each in (child, *descendants(child))]
