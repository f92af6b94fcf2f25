"""Politeness is one resource: crawls, scrapes and all their workers share the pace of a host."""

import asyncio
import itertools
import json
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from backing import Backing
from figures import Figure
from leadsite import SpawnedSite, spawned_site
from leadsite.log import max_open
from leadsite.sections.robots import CRAWL_DELAY_S, host_of
from polite.hosts import Senders, gaps_ms

LIMIT = 2
LATE_MS = 25
"""How late the site may notice a request."""


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """Answers take between 20 and 150 ms."""
    options = ("--latency-s", "0.02", "--latency-to-s", "0.15")
    async with spawned_site(tmp_path / "log.jsonl", *options) as site:
        yield site


@pytest.fixture
async def senders(tmp_path: Path, backing: Backing) -> AsyncIterator[Senders]:
    senders = Senders(tmp_path, backing)
    yield senders
    await senders.end()


def crawl_of(site: SpawnedSite, delay_ms: int, pages: int) -> tuple[str, ...]:
    options = ("--scope", "subpath", "--depth", "20", "--workers", "2", "--json")
    pace = ("--delay-ms", str(delay_ms), "--max-pages", str(pages))
    return ("crawl", site.address("/tree/"), *options, *pace)


async def requests(senders: Senders, count: int) -> None:
    async with asyncio.timeout(100):
        while len(senders.sent()) < count:  # noqa: ASYNC110 -- other processes
            await asyncio.sleep(0.02)


async def scrapes(site: SpawnedSite, senders: Senders) -> None:
    """One after the other, through the store that the crawls are in."""
    store = ("--store", senders.backing.environment["LEADLINE_STORE"])
    for number in itertools.count():
        await senders.run("scrape", site.address(f"/tree/a{number % 7}/"), "--json", *store)


@pytest.mark.parametrize(
    ("gap_ms", "starts"),
    [
        (100, 80),
        (500, 20),
        pytest.param(100, 600, marks=pytest.mark.long),
        pytest.param(500, 120, marks=pytest.mark.long),
    ],
)
@pytest.mark.rerun(reason="the site may notice a request 25 ms late at most")
async def test_four_feeders_two_crawls_and_scrapes_keep_one_gap(
    site: SpawnedSite, senders: Senders, figure: Figure, gap_ms: int, starts: int
) -> None:
    # The stricter one begins and is there to the end, so that its wish holds throughout.
    crawls = [await senders.start(*crawl_of(site, gap_ms, 1000))]
    await requests(senders, 3)
    crawls.append(await senders.start(*crawl_of(site, gap_ms // 2, 1000)))
    scraping = asyncio.create_task(scrapes(site, senders))
    await requests(senders, starts)
    scraping.cancel()
    until_ns = time.monotonic_ns()
    for crawl in crawls:
        crawl.send_signal(signal.SIGINT)
    await asyncio.gather(*(crawl.communicate() for crawl in crawls))

    sent = gaps_ms([each.at_ns for each in senders.sent() if each.at_ns < until_ns])
    visits = [visit for visit in site.visits() if visit.started_ns < until_ns]
    seen = gaps_ms([visit.started_ns for visit in visits])
    [most] = max_open(visits, LATE_MS).values()
    figure(
        f"{gap_ms} ms, 2 crawls x 2 feeders, and scrapes",
        f"{len(sent) + 1} starts, sent closer: {sum(gap < gap_ms for gap in sent)}"
        f" (least {min(sent):.1f} ms), seen closer: {sum(gap < gap_ms - LATE_MS for gap in seen)}"
        f" (least {min(seen):.1f} ms), at once: {most}",
    )
    assert min(sent) >= gap_ms
    assert min(seen) >= gap_ms - LATE_MS
    assert most <= LIMIT


# The short form shares the machine with other tests, and says only that nothing is wrong.
@pytest.mark.parametrize(
    ("pages", "least"), [(60, 0.8), pytest.param(300, 0.95, marks=pytest.mark.long)]
)
@pytest.mark.rerun(reason="feeders have to be scheduled within each gap of 100 ms")
async def test_the_pace_is_used_while_turns_change_hands(
    site: SpawnedSite, senders: Senders, figure: Figure, pages: int, least: float
) -> None:
    both = [await senders.start(*crawl_of(site, 100, pages)) for _ in range(2)]
    async with asyncio.timeout(300):
        await asyncio.gather(*(crawl.communicate() for crawl in both))

    # Both work from the second one's first pages on until the first one has its last.
    times = [each.at_ns for each in senders.sent()][20 : 2 * pages - 20]
    efficiency = (len(times) - 1) * 100e6 / (times[-1] - times[0])
    figure("starts of 1/gap that were used", f"{efficiency:.1%} of {len(times)} at 100 ms")
    assert efficiency >= least


async def test_crawl_delay_is_kept_even_by_who_wants_no_delay(
    site: SpawnedSite, senders: Senders
) -> None:
    host = host_of("crawl-delay")
    options = ("--delay-ms", "0", "--workers", "3", "--depth", "1", "--json")
    await senders.run("crawl", site.address("/", host), *options)

    times = [each.at_ns for each in senders.sent()]
    assert len(times) >= 3
    assert min(gaps_ms(times)) >= CRAWL_DELAY_S * 1000


@pytest.mark.rerun(reason="an answer has to reach all feeders within 150 ms")
async def test_retry_after_is_kept_by_all(site: SpawnedSite, senders: Senders) -> None:
    options = ("--delay-ms", "0", "--workers", "3", "--concurrency", "6", "--scope", "host")
    address = site.address("/polite/busy")

    out = await senders.run("crawl", address, "--depth", "2", "--json", *options)

    assert json.loads(out)["failed"] == 0
    visits = sorted(site.visits(), key=lambda visit: visit.started_ns)
    busy = next(visit for visit in visits if visit.target.startswith("/polite/wait"))
    assert busy.ended_ns is not None
    # What was under way when the answer came cannot be called back.
    early_ns, late_ns = busy.ended_ns + 150e6, busy.ended_ns + 1.9e9
    assert [v.target for v in visits if early_ns < v.started_ns < late_ns] == []
    assert any(visit.started_ns > late_ns for visit in visits)
