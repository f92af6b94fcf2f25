"""Requests whose trailers, chunk extensions or bodies have no end cost no memory."""

import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest

from e2e.serving import Server, feed, served
from figures import Figure

HEAD = b"GET /healthz HTTP/1.1\r\nHost: elsewhere\r\nTransfer-Encoding: chunked\r\n\r\n"
MIB = 1024 * 1024
MOST_BYTES = 4096 * MIB
MOST_GROWTH_BYTES = 16 * MIB
AT_MOST_S = 20.0

ENDLESS = {
    "trailers": (b"0\r\n", b"a:b\r\n" * 20_000),
    "chunk extensions": (b"1;", b"a=b;" * 20_000),
    "a body after its answer": (b"7fffffff\r\n", b"a" * 100_000),
}


def memory_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise AssertionError(pid)


def send_without_end(it: Server, begin: bytes, more: bytes) -> tuple[int, int]:
    """Send until the server has closed; return the bytes sent and how much it grew."""
    host, port = it.url.removeprefix("http://").split(":")
    before, most, sent = memory_bytes(it.process.pid), 0, 0
    until = time.monotonic() + AT_MOST_S
    with socket.create_connection((host, int(port)), timeout=AT_MOST_S) as it_reads:
        it_reads.sendall(HEAD + begin)
        with suppress(ConnectionError):
            while sent < MOST_BYTES and time.monotonic() < until:
                it_reads.sendall(more)
                sent += len(more)
                most = max(most, memory_bytes(it.process.pid))
    return sent, most - before


@pytest.mark.parametrize(("where", "start"), [("server", served), ("feeder's health", feed)])
def test_a_request_without_end_is_left(
    where: str,
    start: Callable[..., AbstractContextManager[Server]],
    tmp_path: Path,
    figure: Figure,
) -> None:
    with start(tmp_path, "--workers", "1", LEADLINE_DRAIN_S="0.2") as it:
        seen = {kind: send_without_end(it, *sent) for kind, sent in ENDLESS.items()}

    for kind, (sent, grown) in seen.items():
        taken = f"{sent / MIB:.1f} MB taken, memory +{grown / MIB:.1f} MB"
        figure(f"{where}: {kind} without end", taken)
    assert all(grown < MOST_GROWTH_BYTES for _, grown in seen.values())
    assert all(sent < MOST_BYTES for sent, _ in seen.values())
