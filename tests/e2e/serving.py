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
    process = subprocess.Popen(
        [LEADLINE, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | ON_LOOPBACK | environment,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://[^/]+", process.stdout.readline())
        assert found, "the server did not start"
        server = Server(found[0], folder, process)
        _wait_until_ready(server)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        # Read to its end, which closes it.
        process.communicate(timeout=_STOP_S)


def _wait_until_ready(server: Server) -> None:
    until = time.monotonic() + _START_S
    with server.client() as client:
        while client.get("/readyz").status_code != httpx.codes.OK:
            assert time.monotonic() < until, client.get("/readyz").text
            time.sleep(0.05)
