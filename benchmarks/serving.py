"""The real server for benchmarks, and a small way to ask it."""

import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_LEADLINE = Path(sys.executable).with_name("leadline")
_START_S = 30.0


@contextmanager
def served(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of `leadline serve` with a new store, and its process; it may fetch from here."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [_LEADLINE, "serve", "--port", "0", "--allow-network", "127.0.0.0/8", *options],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        try:
            line = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://[^/]+", line)
            if found is None:
                sys.exit("the server did not start")
            _wait_until_ready(found[0])
            yield found[0], process
        finally:
            process.terminate()
            process.wait(timeout=30)


def asked(address: str, body: object) -> Any:
    """What a POST is answered with."""
    request = urllib.request.Request(
        address, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _wait_until_ready(address: str) -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5):
                return
        except urllib.error.HTTPError:
            time.sleep(0.1)
    sys.exit("the server is not ready")
