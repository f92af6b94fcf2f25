"""Crawls that wait for a host hold up nothing else on the server."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import httpx
import pytest

from e2e.serving import served
from figures import Figure
from leadsite import SpawnedSite
from leadsite.sections.planted import BUSY

SCRAPES = 5


def scrape_s(client: httpx.Client, address: str) -> float:
    """Scrape a page of an idle host some times; returns how long that takes."""
    took = []
    for number in range(SCRAPES):
        started_at = time.monotonic()
        answer = client.post("/api/scrape", json={"url": f"{address}?{number}"})
        assert answer.json()["statusCode"] == 200
        took.append(time.monotonic() - started_at)
    return median(took)


@pytest.mark.parametrize("waiting", [250, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.rerun(reason="a scrape has to take less than 1 s beside 250 crawls")
def test_crawls_that_wait_starve_nobody(
    site: SpawnedSite, tmp_path: Path, figure: Figure, waiting: int
) -> None:
    with served(tmp_path, "--workers", "2") as server, server.client() as client:
        alone_s = scrape_s(client, site.address("/tree/"))

        def begin(number: int) -> int:
            body = {"url": site.address(f"/{number}", BUSY)}
            return client.post("/api/crawl", json=body).status_code

        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(begin, range(waiting))) == {202}
        beside_s = scrape_s(client, site.address("/tree/"))
        body = {"url": site.address("/tree/"), "max_pages": 1}
        crawl = client.post("/api/v1/crawls", json=body)
        running = client.get("/api/v1/crawls?status=running&limit=1").json()["items"]

    figure(
        f"a scrape beside {waiting:,} crawls that wait",
        f"{beside_s:.2f} s, alone {alone_s:.2f} s",
    )
    assert running, "the others still wait"
    assert crawl.status_code == 201
    assert beside_s < 1.0
