"""Roots that end at another address, and the hosts that redirects lead to."""

import pytest

from contract.conftest import (
    ONE,
    World,
    crawled,
    done,
    gone,
    page,
    pages_on,
    report,
    root,
    take,
)
from leadline.domain.crawls import CrawlId, PageFigures
from leadline.domain.outcomes import Discovered, HostAt
from leadline.domain.pages import Lead, NewPage
from leadline.domain.skips import SkipReason
from leadline.store.reader import RobotsRecord

C = CrawlId("c")


async def test_a_root_that_moves_to_another_host_leaves_the_pace_of_that_host(
    world: World,
) -> None:
    other = await crawled(world, *pages_on("b.example", 2), name="other")
    robots = RobotsRecord("found", b"rules", "")
    await world.store.put_robots("http://b.example", "b.example", robots, 5.0)
    [batch] = (await take(world.store, ONE, 1, await world.crawl("r"))).batches

    moved = page(9, depth=0, host="b.example")
    await report(world.store, batch, done(batch.tasks[0], moved_to=moved))

    paces = {pace.host: pace.robots_gap_s for pace in await world.store.hosts(other, 9)}
    assert paces["b.example"] == 5.0


async def test_a_root_that_moved_and_links_to_itself_is_stored_once(world: World) -> None:
    batch = await root(world)
    end = page(9, depth=0)

    leads = (Lead(end.id, "home"),)
    await report(world.store, batch, done(batch.tasks[0], page(9), moved_to=end, leads=leads))

    assert (await world.get(C)).counts.total == 0
    assert [each.source for each in await world.store.leads(C, 9)] == [9]


@pytest.mark.parametrize(
    "meanwhile",
    [page(9), page(9, is_fetched=False), page(9, skipped=(SkipReason.SCOPE, "exclude"))],
    ids=["queued", "too deep", "skipped"],
)
async def test_a_page_that_the_root_turns_out_to_be_is_counted_no_longer(
    world: World, meanwhile: NewPage
) -> None:
    batch = await root(world)
    await report(world.store, batch, Discovered(batch.tasks[0].id, (meanwhile,)))

    await report(world.store, batch, done(batch.tasks[0], moved_to=page(9, depth=0)))

    crawl = await world.get(C)
    assert crawl.figures == PageFigures(found=1, fetched=1, queued=0)
    assert await world.store.skips(C) == []
    assert await world.store.busiest_hosts(C, 9) == []


async def test_a_host_that_redirects_led_to_has_a_domain(world: World) -> None:
    hosts = ("dead.example", "b.example")
    await crawled(world, page(2))
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, gone(2, at=HostAt(hosts[0], "example")))
    [batch] = (await take(world.store, ONE, 1, await world.crawl("r"))).batches
    moved = page(9, depth=0, host=hosts[1])

    await report(world.store, batch, done(batch.tasks[0], moved_to=moved))

    for host in hosts:
        crawl = await crawled(world, *pages_on(host, 2), name=f"of {host}")
        domains = {pace.host: pace.domain for pace in await world.store.hosts(crawl, 9)}
        assert domains[host] == "example"
