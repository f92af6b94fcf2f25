"""Turns of a host with a gap: how long they are, and which of the waiting queues is next."""

import pytest

from contract.conftest import (
    MANY,
    ONE,
    TWO,
    World,
    crawled,
    done,
    ids,
    page,
    pages_on,
    report,
    take,
    turn_of,
    wait_for_host,
    waiting_crawls,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Failed, Returned, TurnEnd
from leadline.store.reader import RobotsRecord

ROBOTS = RobotsRecord("found", b"rules", "")


async def test_a_turn_is_shorter_while_another_crawl_waits(world: World) -> None:
    await waiting_crawls(world, "a")
    alone = await turn_of(world.later(10), "a")
    await report(world.later(10), alone, turn_end=TurnEnd(0.0))
    await world.later(10).end_worker(ONE)
    await waiting_crawls(world, "b", from_s=15)

    shared = await turn_of(world.later(20), "b")

    assert (len(alone.tasks), len(shared.tasks)) == (5, 3)


async def test_a_turn_with_all_that_a_crawl_has_is_contended_while_another_waits(
    world: World,
) -> None:
    await crawled(world, page(2), page(3), name="a", delay_ms=100)
    await waiting_crawls(world, "b", from_s=2)

    assert (await turn_of(world.later(10), "a")).is_contended


async def test_a_turn_that_cannot_use_all_slots_is_not_contended(world: World) -> None:
    await crawled(world, *map(page, MANY), delay_ms=100, concurrency=1)

    turn = await turn_of(world.later(10), "c")

    assert (turn.parallel, turn.is_contended) == (1, False)


async def test_robots_txt_decides_about_the_gap_where_no_crawl_asks_for_more(world: World) -> None:
    await crawled(world, page(2), delay_ms=0)
    await crawled(world, *pages_on("b.example", 2), name="slow", delay_ms=2000)
    for host in ("a.example", "b.example"):
        await world.store.put_robots(f"http://{host}", host, ROBOTS, 0.5)

    claim = await take(world.later(10), ONE, 9)

    assert {batch.host: batch.gap_s for batch in claim.batches} == {
        "a.example": 0.5,
        "b.example": 2.0,
    }


async def test_a_gap_of_robots_txt_holds_from_when_it_was_read(world: World) -> None:
    await crawled(world, page(2), delay_ms=0)
    await world.later(10).put_robots("http://a.example", "a.example", ROBOTS, 5.0)

    early = await take(world.later(14), ONE, 9)
    late = await take(world.later(15.1), ONE, 9)

    assert early.batches == ()
    assert ids(late.batches) == [2]


async def test_a_robots_txt_that_asks_for_no_gap_any_longer_takes_it_back(world: World) -> None:
    await crawled(world, page(2), delay_ms=0)
    for gap_s in (5.0, 0.0):
        await world.store.put_robots("http://a.example", "a.example", ROBOTS, gap_s)

    assert (await take(world.later(10), ONE, 9)).batches[0].gap_s == 0


@pytest.mark.parametrize(
    ("status", "gap_s"),
    [
        (CrawlStatus.RUNNING, 2.0),
        (CrawlStatus.PAUSED, 2.0),
        (CrawlStatus.CANCELLED, 0.1),
    ],
)
async def test_a_crawl_has_a_say_in_the_gap_until_it_is_over(
    world: World, status: CrawlStatus, gap_s: float
) -> None:
    slow = await crawled(world, page(2), name="slow", delay_ms=2000)
    await crawled(world, page(2), name="fast", at_s=10, delay_ms=100)
    await world.store.set_status(slow, status)

    assert (await turn_of(world.later(20), "fast")).gap_s == gap_s


async def test_a_crawl_without_pages_on_a_host_has_no_say_in_its_gap(world: World) -> None:
    await crawled(world, *pages_on("b.example", 2), name="slow", delay_ms=2000)
    await crawled(world, page(2), name="fast", at_s=10, delay_ms=100)

    assert (await turn_of(world.later(20), "fast")).gap_s == 0.1


async def test_a_crawl_that_found_no_free_slot_is_next_when_there_is_one(world: World) -> None:
    await waiting_crawls(world, "held")
    for name in ("first", "second"):
        await world.crawl(name, delay_ms=100)
    start = world.later(10)
    old = await turn_of(start, "held", 2)
    await report(start, old, turn_end=TurnEnd(0.0))
    full = world.later(10.5)
    await wait_for_host(full, "first", "second")

    await report(full, old, *map(done, old.tasks))

    [next_] = (await take(world.later(10.6), TWO, 1)).batches
    assert next_.crawl == "first"


async def test_a_crawl_gets_the_host_if_no_worker_asks_for_the_one_before_it(world: World) -> None:
    await waiting_crawls(world, "held")
    for name in ("first", "second"):
        await world.crawl(name, delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "first", "second")

    await report(world.later(10.1), turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(10.3), "second")).crawl == "second"


async def test_a_crawl_gets_the_host_soon_if_no_worker_asks_for_the_many_before_it(
    world: World,
) -> None:
    await waiting_crawls(world, "held")
    others = [f"w{number}" for number in range(6)]
    for name in (*others, "last"):
        await world.crawl(name, delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, *others, "last")

    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(12), "last")).crawl == "last"


async def test_a_paused_crawl_wakes_the_one_behind_it(world: World) -> None:
    await waiting_crawls(world, "held")
    for name in ("paused", "alive"):
        await world.crawl(name, delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "paused", "alive")
    await start.set_status(CrawlId("paused"), CrawlStatus.PAUSED)

    await report(world.later(10.1), turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(10.3), "alive")).crawl == "alive"


async def test_the_crawl_that_is_next_stays_so_while_requests_end(world: World) -> None:
    await waiting_crawls(world, "held", "first", "second", delay_ms=1000)
    start = world.later(20)
    turn = await turn_of(start, "held")
    await report(start, turn, turn_end=TurnEnd(0.0))

    await report(world.later(20.5), turn, done(turn.tasks[0]))

    [next_] = (await take(world.later(21.005), TWO, 1)).batches
    assert next_.crawl == "first"


async def test_the_order_of_the_list_stays_while_requests_of_earlier_turns_end(
    world: World,
) -> None:
    await waiting_crawls(world, "held", delay_ms=1000)
    await crawled(world, page(2), name="other", at_s=2, delay_ms=1000)
    for name in ("first", "second"):
        await world.crawl(name, delay_ms=1000)
    old = await turn_of(world.later(20), "held")
    await report(world.later(20), old, turn_end=TurnEnd(0.0))
    later = world.later(30)
    turn = await turn_of(later, "other")
    await wait_for_host(later, "first", "second")

    await report(later, old, done(old.tasks[0]))
    await report(world.later(30.5), turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    [next_] = (await take(world.later(31.505), TWO, 1)).batches
    assert next_.crawl == "first"


async def test_a_turn_is_not_wider_than_the_requests_that_are_open_allow(world: World) -> None:
    await crawled(world, *map(page, MANY), delay_ms=250)
    await crawled(world, *pages_on("b.example", 2), name="other", at_s=1)
    old = await turn_of(world.later(10), "c")
    await report(world.later(10), old, done(old.tasks[0]), turn_end=TurnEnd(0.0))
    later = world.later(20)

    turn = await turn_of(later, "c")
    claim = await take(later, ONE, 0)

    assert (turn.parallel, claim.parallel) == (1, {})


async def test_a_turn_is_not_wider_than_the_concurrency_allows(world: World) -> None:
    hosts = (*pages_on("x.example", *MANY), *pages_on("y.example", *range(100, 150)))
    await crawled(world, *hosts, delay_ms=250, concurrency=2)

    turns = (await take(world.later(10), ONE, 64)).batches
    claim = await take(world.later(10), ONE, 0)

    assert [turn.parallel for turn in turns] == [1, 1]
    assert claim.parallel == {}


async def test_an_open_page_takes_its_turn_again_in_the_slot_that_it_has(world: World) -> None:
    await crawled(world, *map(page, MANY), delay_ms=250)
    turn = await turn_of(world.later(10), "c")
    await report(world.later(10), turn, turn_end=TurnEnd(0.0))

    assert len(turn.tasks) == 2, "all slots of the host are in use"
    assert (await world.later(11).retake_turn(ONE, turn.token)).is_held


async def test_crawls_without_pages_left_wake_the_one_behind_them(world: World) -> None:
    empty = ("w", "x", "y", "z")
    await waiting_crawls(world, "held", *empty, "alive")
    start = world.later(20)
    turn = await turn_of(start, "held", 1)
    await wait_for_host(start, "alive")
    for name in empty:
        await start.set_options(CrawlId(name), CrawlOptions(delay_ms=100, max_depth=0))
        assert await start.put_off(CrawlId(name), 100) == len(MANY)

    await report(world.later(20.1), turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(20.3), "alive")).crawl == "alive"


async def test_a_worker_that_died_leaves_its_turn_to_the_next_crawl(world: World) -> None:
    await waiting_crawls(world, "held")
    await world.crawl("next", delay_ms=100)
    start = world.later(10)
    await turn_of(start, "held", 1)
    await wait_for_host(start, "next")

    await world.later(10.1).end_worker(ONE)

    assert (await turn_of(world.later(10.4), "next")).crawl == "next"


async def test_requests_from_before_a_gap_take_slots(world: World) -> None:
    await crawled(world, page(2), page(3), name="fast", delay_ms=0)
    before = await turn_of(world.store, "fast")
    await world.crawl("slow", delay_ms=1000)

    full = await take(world.later(10), TWO, 9)
    await report(world.later(10), before, done(before.tasks[0]))

    assert full.batches == ()
    assert (await turn_of(world.later(20), "slow")).crawl == "slow"


async def test_turns_take_from_the_concurrency_of_their_crawl(world: World) -> None:
    hosts = (*pages_on("x.example", *MANY), *pages_on("y.example", *range(100, 150)))
    await crawled(world, *hosts, delay_ms=250, concurrency=1)

    first = await take(world.later(10), ONE, 64)
    second = await take(world.later(10), TWO, 64)

    assert [batch.parallel for batch in first.batches] == [1]
    assert second.batches == ()


async def test_a_crawl_that_was_served_does_not_wait_any_longer(world: World) -> None:
    served = await crawled(world, page(2), page(3), name="served", delay_ms=100)
    await world.store.set_options(served, CrawlOptions(delay_ms=0))
    batch = await turn_of(world.later(5), "served")
    slow = Failed(batch.tasks[1].id, "TimedOut", "slow", retry_in_s=1000)
    await report(world.later(5), batch, done(batch.tasks[0]), slow)
    await waiting_crawls(world, "alone", from_s=10)

    assert (batch.gap_s, len((await turn_of(world.later(20), "alone")).tasks)) == (0, 5)


async def test_a_turn_without_requests_does_not_shorten_a_gap(world: World) -> None:
    await crawled(world, page(2), delay_ms=100)
    start = world.later(10)
    turn = await turn_of(start, "c")
    await start.put_robots("http://a.example", "a.example", ROBOTS, 5.0)

    await report(start, turn, Returned(turn.tasks[0].id), turn_end=TurnEnd(None))

    assert (await take(world.later(14), TWO, 9)).batches == ()
    assert ids((await take(world.later(15.5), TWO, 9)).batches) == [2]


async def test_a_host_has_turns_also_where_the_default_gap_is_0(world: World) -> None:
    store = world.later(0, gap_s=0.0)
    await store.create(CrawlId("c"), CrawlKind.CRAWL, CrawlOptions(), page(1, depth=0))

    assert 0 < (await turn_of(store, "c")).gap_s < 0.01


async def test_a_turn_lasts_until_it_is_ended_or_has_no_pages(world: World) -> None:
    await crawled(world, *map(page, MANY), delay_ms=250)
    start = world.later(10)
    turn = await turn_of(start, "c")
    first, last = turn.tasks

    await report(start, turn, done(first))
    held = await take(world.later(12), TWO, 9)
    await report(world.later(12), turn, done(last))

    assert held.batches == ()
    assert (await take(world.later(13), TWO, 9)).batches


async def test_a_crawl_that_no_worker_asks_for_is_waited_for_once(world: World) -> None:
    await crawled(world, page(2), name="held", delay_ms=1000)
    for name in ("first", "second", "third"):
        await world.crawl(name, delay_ms=1000)
    start = world.later(10)
    held = await turn_of(start, "held")
    await wait_for_host(start, "first", "second", "third")
    await report(start, held, done(held.tasks[0]), turn_end=TurnEnd(0.0))

    second = await turn_of(world.later(11.1), "second")
    await report(world.later(11.1), second, done(second.tasks[0]), turn_end=TurnEnd(0.0))

    assert (await turn_of(world.later(12.105), "third")).crawl == "third"


async def test_the_largest_gap_holds_after_the_turn_of_another_crawl(world: World) -> None:
    await crawled(world, page(2), name="slow", delay_ms=2000)
    await crawled(world, *map(page, MANY), name="fast", at_s=10, delay_ms=100)
    turn = await turn_of(world.later(20), "fast")

    await report(world.later(20), turn, *map(done, turn.tasks), turn_end=TurnEnd(0.0))

    assert (await take(world.later(21), TWO, 9)).batches == ()
    assert (await take(world.later(22.1), TWO, 9)).batches


async def test_a_gap_of_robots_txt_does_not_shorten_another(world: World) -> None:
    await crawled(world, page(2), delay_ms=5000)

    await world.later(1).put_robots("http://a.example", "a.example", ROBOTS, 0.5)

    assert (await take(world.later(3), ONE, 9)).batches == ()
    assert ids((await take(world.later(5.1), ONE, 9)).batches) == [2]


async def test_a_gap_of_robots_txt_does_not_shorten_that_of_a_crawl_without_pages_left(
    world: World,
) -> None:
    await crawled(world, page(2, host="b.example"), delay_ms=1000)
    other = await world.crawl("other", delay_ms=1000)

    await world.later(0.1).put_robots("http://a.example", "a.example", ROBOTS, 0.2)

    assert (await take(world.later(0.5), ONE, 9, other)).batches == ()
    assert len((await take(world.later(1.1), ONE, 9, other)).batches) == 1


async def test_of_several_other_crawls_the_strictest_decides(world: World) -> None:
    for number, delay_ms in enumerate((1000, 2000, 500, 100)):
        await crawled(world, page(2), name=f"{delay_ms}", at_s=10 * number, delay_ms=delay_ms)

    assert (await turn_of(world.later(50), "100")).gap_s == 2.0


async def test_the_gap_of_a_crawl_that_is_over_closes_its_host_no_longer(world: World) -> None:
    slow = await world.crawl("slow", delay_ms=86_400_000)
    [root] = (await take(world.store, ONE, 1)).batches
    await report(world.store, root, done(root.tasks[0]), turn_end=TurnEnd(0.0))
    await world.store.set_status(slow, CrawlStatus.CANCELLED)
    await world.crawl("other", delay_ms=100)

    early = await take(world.store, ONE, 1)
    later = await take(world.later(2), ONE, 1)

    assert early.batches == ()
    assert ids(later.batches) == [1]
