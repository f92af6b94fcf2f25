"""The server is killed while it begins crawls: what was answered holds, and nothing is doubled."""

import os
import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

from e2e.serving import served
from figures import Figure
from leadsite import SpawnedSite, spawned_site

_THREADS = 4
_KEYS = 6


class Poster(threading.Thread):
    """Begins crawls one after the other, and remembers which were answered."""

    def __init__(self, url: str, root: str, name: str) -> None:
        super().__init__()
        self._url = url
        self._root = root
        self._name = name
        self.answered: dict[str, str] = {}
        self.asked: list[str] = []

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=30, trust_env=False) as client:
            for number in range(_KEYS):
                key = f"{self._name}-{number}"
                self.asked.append(key)
                try:
                    self.answered[key] = begin(client, self._root, key)
                except httpx.TransportError:
                    return


def begin(client: httpx.Client, root: str, key: str) -> str:
    """Begin a crawl of the root alone; gives its id."""
    asked = {"url": root, "max_depth": 0, "delay_ms": 0}
    answer = client.post("/api/v1/crawls", json=asked, headers={"Idempotency-Key": key})
    assert answer.status_code == 201, answer.text
    crawl: str = answer.json()["crawl_id"]
    return crawl


@pytest.mark.parametrize("rounds", [2, pytest.param(15, marks=pytest.mark.long)])
async def test_what_was_answered_is_there_and_nothing_is_there_twice(
    tmp_path: Path, rounds: int, figure: Figure
) -> None:
    answered: dict[str, str] = {}
    asked: list[str] = []
    async with spawned_site(tmp_path / "log.jsonl") as site:
        for number in range(rounds):
            posters = _killed_while_posting(tmp_path, site, number)
            asked += [key for poster in posters for key in poster.asked]
            answered |= {key: crawl for poster in posters for key, crawl in poster.answered.items()}
        with served(tmp_path, "--workers", "1") as server, server.client() as client:
            again = {key: begin(client, site.address("/"), key) for key in asked}
            crawls = _over(client)

    figure("server killed", f"{rounds} times, {len(answered)} of {len(asked)} were answered")
    assert answered
    assert answered == {key: again[key] for key in answered}
    assert {crawl["crawl_id"] for crawl in crawls} == set(again.values())
    assert len(crawls) == len(asked)
    assert {crawl["status"] for crawl in crawls} == {"completed"}


def _killed_while_posting(folder: Path, site: SpawnedSite, number: int) -> list[Poster]:
    with served(folder, "--workers", "1") as server:
        posters = [
            Poster(server.url, site.address("/"), f"{number}-{thread}")
            for thread in range(_THREADS)
        ]
        for poster in posters:
            poster.start()
        until = random.randint(1, _THREADS * 2)
        while sum(len(poster.answered) for poster in posters) < until:
            time.sleep(0.001)
        os.kill(server.process.pid, signal.SIGKILL)
        for poster in posters:
            poster.join()
    return posters


def _over(client: httpx.Client) -> list[dict[str, object]]:
    until = time.monotonic() + 60
    while True:
        crawls: list[dict[str, object]] = client.get("/api/v1/crawls?limit=1000").json()["items"]
        if all(crawl["status"] == "completed" for crawl in crawls) or time.monotonic() > until:
            return crawls
        time.sleep(0.1)
