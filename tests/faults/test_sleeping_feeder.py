"""A feeder that slept too long changes nothing when it wakes up."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from faults.commands import LOOK_S, Commands, until
from faults.exactness import EXACT
from faults.sabotage import Deed, Sabotage
from figures import Figure
from leadline.domain.crawls import CrawlKind
from leadsite import SpawnedSite, spawned_site

LEASE = {"LEADLINE_STALE_TIMEOUT_MINUTES": "0.05"}
TAKEN_OVER_S = 30.0


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """Slow enough for a lease to end before the crawl does."""
    async with spawned_site(tmp_path / "log.jsonl", "--latency-s", "0.15") as site:
        yield site


async def pages_of(leadline: Commands, worker: str) -> set[str]:
    """Addresses of the pages that a worker holds."""
    async with aclosing(leadline.backing.open_reader()) as reader:
        [crawl] = await reader.newest(CrawlKind.CRAWL, 2)
        in_flight = await reader.in_flight(crawl.id, 1_000)
    return {str(each.address) for each in in_flight if each.worker == worker}


async def oversleep(leadline: Commands, sabotage: Sabotage, times: int) -> set[str]:
    """Let one feeder after the other sleep until it has lost its pages; gives their addresses."""
    lost: set[str] = set()
    for number in range(1, times + 1):
        sabotage.arm(number)
        await until(lambda: len(sabotage.done()) >= number)  # noqa: B023 -- awaited here
        sleeper = sabotage.done()[-1]
        lost |= await pages_of(leadline, sleeper.worker)
        async with asyncio.timeout(TAKEN_OVER_S):
            while await pages_of(leadline, sleeper.worker):  # noqa: ASYNC110 -- other processes
                await asyncio.sleep(LOOK_S)
        os.kill(sleeper.pid, signal.SIGCONT)
    return lost


async def check_sleepers(leadline: Commands, site: SpawnedSite, figure: Figure, times: int) -> None:
    deed = Deed("before commit", times=times, deed="SIGSTOP")
    sabotage = Sabotage(leadline.folder, leadline.backing, deed)
    crawl = await leadline.crawl(site.address("/tree/"), environment=sabotage.environment | LEASE)
    await until(lambda: len(site.visits()) > 10)
    lost = await oversleep(leadline, sabotage, times)

    exactness = await leadline.judge(crawl)

    refused = (await leadline.progress()).stale
    visits = Counter(visit.path for visit in site.visits())
    again = sum(visits["/" + address.split("/", 3)[3].partition("?")[0]] > 1 for address in lost)
    figure("feeders that overslept their leases", f"{times}, which held {len(lost)} pages")
    figure("their late outcomes", f"{refused} refused, {again} fetched again; {exactness}")
    assert refused >= times
    assert again >= refused
    assert exactness == EXACT


async def test_a_feeder_that_overslept_its_lease_changes_nothing(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await check_sleepers(leadline, site, figure, times=1)


@pytest.mark.long
async def test_a_machine_that_was_suspended_goes_on(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"), environment=LEASE)
    await until(lambda: len(site.visits()) > 120)
    asleep = [*leadline.feeders(crawl), crawl.pid]
    for process in asleep:
        os.kill(process, signal.SIGSTOP)
    await until(lambda: leadline.backing.latest_lease() < time.time())
    for process in asleep:
        os.kill(process, signal.SIGCONT)

    exactness = await leadline.judge(crawl)

    figure("all processes slept past all leases", str(exactness))
    assert exactness == EXACT


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_feeders_that_oversleep_one_after_the_other_change_nothing(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await check_sleepers(leadline, site, figure, times=3)
