"""The same faults with a Neo4j server as the store, and faults of the server itself."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from backing import Backing, OnServer
from faults.commands import Commands, is_alive, until
from faults.exactness import EXACT
from faults.sabotage import Deed, Sabotage
from faults.test_killed_workers import asked, kill_everything, kill_one, measure_kills
from faults.test_lost_leases import check_lost_leases
from faults.test_named_points import POINTS, POISON, sabotaged
from faults.test_sleeping_feeder import check_sleepers
from figures import Figure
from leadsite import SpawnedSite, spawned_site
from neo4j_server.fixtures import skip_without_server
from neo4j_server.jars import MissingServer
from neo4j_server.server import Neo4jServer, neo4j_server

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]
WORKERS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[Neo4jServer]:
    """A server of this module, which is killed and started again."""
    try:
        with neo4j_server() as server:
            yield server
    except MissingServer as missing:
        skip_without_server(missing)


@pytest.fixture
def backing(server: Neo4jServer, tmp_path: Path) -> Backing:
    server.wipe()
    return OnServer(server.url, server.password, tmp_path / "bodies")


async def test_feeders_die_once_at_every_point(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await sabotaged(leadline, site, figure, *(Deed(point, times=1, latest=1) for point in POINTS))


async def test_a_page_that_kills_its_workers_fails_alone(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    sabotage = Sabotage(leadline.folder, leadline.backing, Deed("at page", times=20, page=POISON))
    sabotage.arm()
    address, environment = site.address("/tree/"), sabotage.environment
    crawl = await leadline.crawl(address, workers=WORKERS, environment=environment)

    exactness = await leadline.judge(crawl, poison=(POISON,))

    deaths = len(sabotage.done())
    figure("Neo4j: a page that kills its worker every time", f"{deaths} deaths: {exactness}")
    assert exactness == EXACT


@pytest.mark.parametrize("seed", range(2))
async def test_many_killed_feeders_lose_nothing(
    leadline: Commands, site: SpawnedSite, figure: Figure, seed: int
) -> None:
    chance = random.Random(seed)
    crawl = await leadline.crawl(site.address("/tree/"), workers=WORKERS)
    for moment in sorted(chance.sample(range(10, 350), 10)):
        await asked(site, moment)
        await kill_one(leadline, crawl, chance)

    exactness = await leadline.judge(crawl)

    figure(f"Neo4j: feeders killed at random, seed {seed}", f"10 kills: {exactness}")
    assert exactness == EXACT


async def test_pages_of_killed_feeders_are_soon_with_others(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    chance = random.Random(7)
    await measure_kills(leadline, site, figure, sorted(chance.sample(range(20, 250), 5)))


async def test_everything_killed_goes_on_where_it_was(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"), workers=WORKERS)
    moments = (20, 120, 240)
    for moment in moments:
        await asked(site, moment)
        crawl = await kill_everything(leadline, site, crawl)

    exactness = await leadline.judge(crawl)

    figure("Neo4j: everything killed at once, and resumed", f"{len(moments)} times: {exactness}")
    assert exactness == EXACT


async def test_pages_found_under_a_lost_lease_are_found_again(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await check_lost_leases(leadline, site, figure)


async def test_the_server_is_killed_and_started_again_in_mid_crawl(
    leadline: Commands, site: SpawnedSite, figure: Figure, server: Neo4jServer
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"), workers=WORKERS, environment=PATIENT)
    moments, away_s = (40, 160, 280), 0.0
    for moment in moments:
        await asked(site, moment)
        killed_at = time.monotonic()
        server.kill()
        await asyncio.to_thread(server.start)
        away_s = max(away_s, time.monotonic() - killed_at)

    exactness = await leadline.judge(crawl)

    said = f"{len(moments)} times, for up to {away_s:.0f} s: {exactness}"
    figure("Neo4j: the server killed and started again", said)
    assert exactness == EXACT


@pytest.fixture
async def slow_site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl", "--latency-s", "0.15") as site:
        yield site


async def test_a_feeder_that_overslept_its_lease_changes_nothing(
    leadline: Commands, slow_site: SpawnedSite, figure: Figure
) -> None:
    await check_sleepers(leadline, slow_site, figure, times=1)


async def test_a_feeder_that_stops_inside_a_section_holds_up_nobody_for_long(
    leadline: Commands, slow_site: SpawnedSite, figure: Figure
) -> None:
    sabotage = Sabotage(
        leadline.folder, leadline.backing, Deed("at end of commit", times=1, deed="SIGSTOP")
    )
    crawl = await leadline.crawl(
        slow_site.address("/tree/"), workers=WORKERS, environment=sabotage.environment
    )
    await until(lambda: len(slow_site.visits()) > 10)
    sabotage.arm()
    await until(lambda: bool(sabotage.done()))
    [stopped] = sabotage.done()
    stopped_at, seen = time.monotonic(), len(slow_site.visits())
    await until(lambda: len(slow_site.visits()) > seen + 2 * MOST_IN_HAND, within_s=LOCKED_S)
    held_s = time.monotonic() - stopped_at
    # Its supervisor kills it if it does nothing for long.
    if is_alive(stopped.pid):
        os.kill(stopped.pid, signal.SIGCONT)

    exactness = await leadline.judge(crawl)

    figure("Neo4j: a feeder stopped inside a section", f"others went on after {held_s:.0f} s")
    figure("Neo4j: when it went on", str(exactness))
    assert exactness == EXACT


PATIENT = {"LEADLINE_STALE_TIMEOUT_MINUTES": "5"}
MOST_IN_HAND = 32
LOCKED_S = 60.0
