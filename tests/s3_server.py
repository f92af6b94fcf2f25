"""A server that speaks S3 (moto), on loopback, in a process of its own."""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

_KEEPER = str(Path(__file__).with_name("keeper.py"))
_START_S = 30.0
_LOOK_S = 0.05


@dataclass(frozen=True)
class S3Server:
    """A running server, and the environment that leads to it."""

    url: str
    environment: dict[str, str]
    log: Path

    def requests(self, method: str) -> int:
        """Return how many requests of a method were answered so far."""
        return self.log.read_text().count(f"{method} /")

    def create_bucket(self, name: str) -> None:
        """Create a bucket; `s3://NAME` is then a place for objects."""
        httpx.put(f"{self.url}/{name}", trust_env=False).raise_for_status()


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Run a server until the block ends."""
    with tempfile.TemporaryDirectory(prefix="leadline-s3-") as folder:
        moto = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
        with subprocess.Popen(
            [sys.executable, _KEEPER, folder, *moto],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as keeper:
            try:
                log = Path(folder) / "console.log"
                url = _address(log)
                yield S3Server(url, _environment(url), log)
            finally:
                keeper.communicate("kill\n")


def _address(log: Path) -> str:
    until = time.monotonic() + _START_S
    while time.monotonic() < until:
        if log.exists() and (found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text())):
            return found[0]
        time.sleep(_LOOK_S)
    raise TimeoutError("moto did not start")


def _environment(url: str) -> dict[str, str]:
    return {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": url,
        "AWS_ALLOW_HTTP": "true",
    }
