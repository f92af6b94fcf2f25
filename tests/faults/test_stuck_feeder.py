"""Feeders that are there and do nothing: their clients are answered, and they are replaced."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from e2e.serving import Server, descendants, served
from figures import Figure
from leadsite import SpawnedSite

OK, UNAVAILABLE, LATE = 200, 503, 504
TURN_S = 5.0
ABOUT_S = 3.0
REPLACED_S = 60.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path, "--workers", "1", LEADLINE_DRAIN_S="0.2") as it:
        yield it


def feeder_of(server: Server) -> int:
    """The only feeder of a server."""
    [feeder] = [
        pid
        for pid in descendants(server.process.pid)
        if b"feeder_process" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return feeder


def asked_of(site: SpawnedSite, path: str, timeout_s: float) -> dict[str, Any]:
    return {
        "url": site.address(path),
        "timeout": int(timeout_s * 1000),
        "respectRobots": False,
    }


def stop_feeder_at_work(
    server: Server, client: httpx.Client, site: SpawnedSite
) -> tuple[int, httpx.Response, float]:
    """Stop the feeder in the middle of a scrape of 1 s; return it, the answer and the time."""
    with ThreadPoolExecutor() as threads:
        began = time.monotonic()
        asked = asked_of(site, "/slow/silent", 1)
        answer = threads.submit(client.post, "/api/scrape", json=asked)
        while not site.visits():
            time.sleep(0.01)
        feeder = feeder_of(server)
        os.kill(feeder, signal.SIGSTOP)
        return feeder, answer.result(), time.monotonic() - began


def test_a_scrape_whose_feeder_is_stopped_is_answered_in_time(
    server: Server, site: SpawnedSite, figure: Figure
) -> None:
    with server.client() as client:
        feeder, answer, took_s = stop_feeder_at_work(server, client, site)
        os.kill(feeder, signal.SIGCONT)

    figure("a scrape of 1 s, its feeder stopped", f"{answer.status_code} after {took_s:.1f} s")
    assert answer.status_code == LATE
    assert "still being fetched" in answer.json()["detail"]
    assert took_s < 1 + TURN_S + ABOUT_S


def until_ready_is(status: int, client: httpx.Client) -> str:
    """Wait until `/readyz` has this status; return what it says."""
    until = time.monotonic() + REPLACED_S
    while (ready := client.get("/readyz")).status_code != status:
        assert time.monotonic() < until, ready.text
        time.sleep(0.2)
    return ready.text


@pytest.mark.long
def test_a_feeder_that_stands_still_is_told_of_and_replaced(
    server: Server, site: SpawnedSite, figure: Figure
) -> None:
    with server.client() as client:
        stuck, _, _ = stop_feeder_at_work(server, client, site)
        began = time.monotonic()
        told = until_ready_is(UNAVAILABLE, client)
        told_s = time.monotonic() - began
        until_ready_is(OK, client)
        replaced_s = time.monotonic() - began
        again = client.post("/api/scrape", json=asked_of(site, "/tree/", 10))

    figure("a stopped feeder", f"told after {told_s:.0f} s, replaced after {replaced_s:.0f} s")
    assert f"feeder {stuck} has done nothing" in told
    assert not Path(f"/proc/{stuck}").exists()
    assert again.status_code == OK
