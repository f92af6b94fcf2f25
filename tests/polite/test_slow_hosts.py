"""A slow host: both of its slots are used, and no page waits for the answer to another one."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backing import Backing
from e2e.serving import Server, served
from figures import Figure
from leadsite import SpawnedSite, Visit, spawned_site
from leadsite.log import max_open
from polite.hosts import Senders, gaps_ms

GAP_MS = 100
LATE_MS = 60
SLOTS = 2
SLOW_S = 3.0


def mean_open(visits: Sequence[Visit]) -> float:
    """The requests that were open on average between the first start and the last."""
    first, last = visits[0].started_ns, visits[-1].started_ns
    open_ns = sum(min(visit.ended_ns or last, last) - visit.started_ns for visit in visits)
    return open_ns / (last - first)


# The short forms share the machine with other tests.
@pytest.mark.parametrize(
    ("load", "least"),
    [
        ((0.3, 30, 4), 1.6),
        ((1.0, 12, 1), 1.6),
        *(
            pytest.param((latency_s, pages, workers), 1.85, marks=pytest.mark.long)
            for latency_s, pages in ((0.3, 80), (0.7, 40), (1.0, 20), (1.5, 24), (3.0, 14))
            for workers in (1, 4)
        ),
    ],
)
@pytest.mark.rerun(reason="the site may note the end of an answer 60 ms late at most")
async def test_both_slots_of_a_slow_host_are_used(
    tmp_path: Path, backing: Backing, figure: Figure, load: tuple[float, int, int], least: float
) -> None:
    latency_s, pages, workers = load
    senders = Senders(tmp_path, backing)
    limits = ("--scope", "subpath", "--depth", "20", "--max-pages", str(pages), "--json")
    async with spawned_site(tmp_path / "log.jsonl", "--latency-s", str(latency_s)) as site:
        await senders.run("crawl", site.address("/tree/"), *limits, "--workers", str(workers))
        visits = sorted(site.visits(), key=lambda visit: visit.started_ns)
    await senders.end()

    # robots.txt and the root come first, each alone.
    fetched = [visit for visit in visits if visit.path != "/robots.txt"]
    took_s = (max(visit.ended_ns or 0 for visit in fetched) - fetched[0].started_ns) / 1e9
    used = mean_open(fetched[1:])
    figure(
        f"{pages} pages of {latency_s} s, {workers} worker{'s' * (workers > 1)}",
        f"{took_s:.1f} s, {used:.2f} of {SLOTS} slots used",
    )
    assert len(fetched) == pages
    assert max_open(visits, LATE_MS) == {fetched[0].authority: SLOTS}
    assert min(gaps_ms([each.at_ns for each in senders.sent()])) >= GAP_MS
    assert used >= least


@pytest.fixture
async def slow_site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl", "--slow-s", str(SLOW_S)) as site:
        yield site


def scraped_s(server: Server, address: str) -> float:
    """Scrape a page; returns how long that took."""
    started_at = time.monotonic()
    with server.client() as client:
        assert client.post("/api/scrape", json={"url": address}).json()["statusCode"] == 200
    return time.monotonic() - started_at


def ended_first(visits: Sequence[Visit], path: str) -> bool:
    """Whether a page was answered while another one of its host was open."""
    [fast] = [visit for visit in visits if visit.path == path]
    [slow] = [visit for visit in visits if visit.path == "/slow/first-byte"]
    return slow.started_ns < fast.started_ns and (fast.ended_ns or 0) < (slow.ended_ns or 0)


async def test_a_scrape_does_not_wait_for_the_answer_to_another_one(
    tmp_path: Path, backing: Backing, slow_site: SpawnedSite, figure: Figure
) -> None:
    with (
        served(tmp_path, "--workers", "1", **backing.environment) as server,
        ThreadPoolExecutor(2) as threads,
    ):
        scraped_s(server, slow_site.address("/tree/"))
        slow = threads.submit(scraped_s, server, slow_site.address("/slow/first-byte"))
        await _asked_for(slow_site, "/slow/first-byte")
        fast_s = scraped_s(server, slow_site.address("/tree/a1/"))
        slow.result()

    figure(f"a fast scrape behind one of {SLOW_S:.0f} s", f"{fast_s:.2f} s")
    assert ended_first(slow_site.visits(), "/tree/a1/")


async def test_a_crawl_starts_beside_a_scrape_of_its_host(
    tmp_path: Path, backing: Backing, slow_site: SpawnedSite
) -> None:
    with (
        served(tmp_path, "--workers", "2", **backing.environment) as server,
        ThreadPoolExecutor(2) as threads,
    ):
        scraped_s(server, slow_site.address("/tree/"))
        slow = threads.submit(scraped_s, server, slow_site.address("/slow/first-byte"))
        await _asked_for(slow_site, "/slow/first-byte")
        with server.client() as client:
            body = {"url": slow_site.address("/tree/a2/"), "max_pages": 1}
            assert client.post("/api/v1/crawls", json=body).status_code == 201
        slow.result()

    assert ended_first(slow_site.visits(), "/tree/a2/")


async def test_scrapes_of_a_batch_are_open_at_the_same_time(
    tmp_path: Path, backing: Backing, slow_site: SpawnedSite, figure: Figure
) -> None:
    address = slow_site.address("/slow/first-byte")
    with (
        served(tmp_path, "--workers", "1", **backing.environment) as server,
        server.client() as client,
    ):
        scraped_s(server, slow_site.address("/tree/"))
        started_at = time.monotonic()
        body = {"urls": [address, f"{address}?2"]}
        results = client.post("/api/scrape/batch", json=body).json()["results"]
        took_s = time.monotonic() - started_at

    figure(f"a batch of two scrapes of {SLOW_S:.0f} s", f"{took_s:.2f} s")
    assert [result["ok"] for result in results] == [True, True]
    assert max_open(slow_site.visits(), LATE_MS).popitem()[1] == SLOTS


async def _asked_for(site: SpawnedSite, path: str) -> None:
    async with asyncio.timeout(30):
        while not any(visit.path == path for visit in site.visits()):  # noqa: ASYNC110 -- a file
            await asyncio.sleep(0.02)
