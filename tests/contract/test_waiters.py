"""Queues that wait for a host with a gap: their order, and when they are woken."""

from dataclasses import replace

import pytest

from contract.conftest import (
    MANY,
    ONE,
    TWO,
    World,
    crawled,
    done,
    page,
    report,
    take,
    turn_of,
    wait_for_host,
    waiting_crawls,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import TurnEnd


async def test_a_crawl_that_was_paused_on_the_list_does_not_shorten_turns(world: World) -> None:
    await waiting_crawls(world, "held")
    await world.crawl("paused", delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "paused")
    await start.set_status(CrawlId("paused"), CrawlStatus.PAUSED)

    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert len((await turn_of(world.later(20), "held")).tasks) == 5


async def test_a_worker_that_died_leaves_its_slots_to_the_next_crawl(world: World) -> None:
    await waiting_crawls(world, "held")
    await world.crawl("next", delay_ms=100)
    old = await turn_of(world.later(10), "held", 2)
    await report(world.later(10), old, turn_end=TurnEnd(0.0))
    await wait_for_host(world.later(10.5), "next")

    await world.later(10.5).end_worker(ONE)

    assert (await turn_of(world.later(10.6), "next")).crawl == "next"


async def test_a_turn_that_ends_soon_is_passed_on_at_once(world: World) -> None:
    await waiting_crawls(world, "held", delay_ms=10)
    for name in ("first", "second"):
        await world.crawl(name, delay_ms=10)
    start, soon = world.later(10), world.later(10.015)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "first", "second")
    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))
    turn = await turn_of(soon, "first")

    await report(soon, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(10.03), "held")).crawl == "held"


async def test_the_order_of_the_list_stays_when_no_worker_asks_for_the_first(world: World) -> None:
    await waiting_crawls(world, "held", "first", "second")
    old = await turn_of(world.later(20), "held", 2)
    await report(world.later(20), old, turn_end=TurnEnd(0.0))
    for at_s, task in zip((20.5, 21), old.tasks, strict=True):
        await report(world.later(at_s), old, done(task))

    [next_] = (await take(world.later(21.005), TWO, 1)).batches

    assert next_.crawl == "second"


@pytest.mark.parametrize("is_paused", [True, False])
async def test_a_crawl_that_cannot_go_on_does_not_keep_the_host_for_itself(
    world: World, *, is_paused: bool
) -> None:
    await waiting_crawls(world, "held")
    held, next_ = CrawlId("held"), CrawlId("next")
    options = CrawlOptions(delay_ms=100)
    start = world.later(10)
    await start.create(next_, CrawlKind.CRAWL, options, page(1, depth=0), is_awaited=False)
    old = await turn_of(start, "held", 2)
    await report(start, old, turn_end=TurnEnd(0.0))
    await wait_for_host(world.later(10.5), "next")
    if is_paused:
        await start.set_status(held, CrawlStatus.PAUSED)
    else:
        await start.set_options(held, replace(options, max_depth=0))
        await start.put_off(held, 100)

    await report(world.later(10.6), old, *map(done, old.tasks))

    assert (await turn_of(world.later(10.61), "next")).crawl == next_


async def test_after_the_turn_of_a_root_no_client_waits_for_its_crawl(world: World) -> None:
    await waiting_crawls(world, "held", "other")
    await world.crawl("new", delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "other", "new")

    served = []
    for number in range(3):
        found = map(page, MANY) if turn.crawl == "new" else ()
        ended = done(turn.tasks[0], *found)
        await report(world.later(10 + number), turn, ended, turn_end=TurnEnd(0.0))
        [turn] = (await take(world.later(10.105 + number), ONE, 1)).batches
        served.append(turn.crawl)

    assert served == ["new", "other", "held"]


async def test_a_claim_that_finds_the_host_in_its_gap_says_when_it_is_free(world: World) -> None:
    await crawled(world, page(2), delay_ms=5000)
    await world.crawl("next", delay_ms=5000)

    claim = await take(world.later(1), ONE, 9)

    assert claim.batches == ()
    assert claim.ready_in_s == pytest.approx(4, abs=0.1)


async def test_of_many_crawls_the_one_that_waits_longest_is_next(world: World) -> None:
    await waiting_crawls(world, "held")
    names = [f"w{number}" for number in range(25)]
    for name in names:
        await world.crawl(name, delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, *names)

    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    [next_] = (await take(world.later(10.105), TWO, 1)).batches
    assert next_.crawl == "w0"
