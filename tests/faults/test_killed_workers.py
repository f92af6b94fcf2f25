"""Nothing is lost and nothing is stored twice when processes are killed."""

import os
import random
import signal
import time
from asyncio.subprocess import Process

import pytest

from faults.commands import Commands, is_alive, until
from faults.exactness import EXACT
from faults.figures import Figure
from leadsite import SpawnedSite

GONE_S = 10.0
QUIET_S = 3.0


async def asked(site: SpawnedSite, count: int) -> None:
    """Until the site was asked for so much."""
    await until(lambda: len(site.visits()) >= count)


async def kill_one(leadline: Commands, crawl: Process, chance: random.Random) -> None:
    await until(lambda: bool(leadline.feeders(crawl)))
    os.kill(chance.choice(leadline.feeders(crawl)), signal.SIGKILL)


async def kill_feeders(
    leadline: Commands, site: SpawnedSite, figure: Figure, kills: int, seed: int
) -> None:
    chance = random.Random(seed)
    crawl = await leadline.crawl(site.address("/tree/"))
    moments = sorted(chance.sample(range(10, 350), kills))
    for moment in moments:
        await asked(site, moment)
        await kill_one(leadline, crawl, chance)

    exactness = await leadline.judge(crawl)

    figure(f"feeders killed at random, seed {seed}", f"{kills} kills: {exactness}")
    assert exactness == EXACT


async def test_killed_feeders_lose_nothing(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await kill_feeders(leadline, site, figure, kills=5, seed=7)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(4))
async def test_many_killed_feeders_lose_nothing(
    leadline: Commands, site: SpawnedSite, figure: Figure, seed: int
) -> None:
    await kill_feeders(leadline, site, figure, kills=10, seed=seed)


async def kill_everything(
    leadline: Commands, site: SpawnedSite, figure: Figure, moments: list[int]
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"))
    for moment in moments:
        await asked(site, moment)
        await leadline.kill_all(crawl)
        interrupted = await leadline.progress()
        assert interrupted.status == "running"
        crawl = await leadline.start("resume", interrupted.id)

    exactness = await leadline.judge(crawl)

    figure("everything killed at once, then resumed", f"{len(moments)} times: {exactness}")
    assert exactness == EXACT


async def test_everything_killed_at_once_goes_on_where_it_was(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await kill_everything(leadline, site, figure, [120])


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_everything_killed_many_times_goes_on_where_it_was(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await kill_everything(leadline, site, figure, [1, 20, 60, 120, 180, 240, 300, 360])


async def test_nobody_crawls_on_when_the_supervisor_is_gone(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"))
    await asked(site, 60)
    feeders = leadline.feeders(crawl)
    os.kill(crawl.pid, signal.SIGKILL)
    killed_ns = time.monotonic_ns()
    gone_s = await until(lambda: not any(map(is_alive, feeders)), GONE_S)
    last_s = (max(visit.started_ns for visit in site.visits()) - killed_ns) / 1e9
    await crawl.communicate()

    again = await leadline.start("resume", (await leadline.progress()).id)
    exactness = await leadline.judge(again)

    figure("supervisor killed: feeders gone after", f"{gone_s:.2f} s")
    figure("supervisor killed: last request after", f"{max(last_s, 0):.2f} s; resumed: {exactness}")
    assert len(feeders) == 3
    assert last_s < QUIET_S
    assert exactness == EXACT
