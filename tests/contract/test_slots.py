"""Slots of a host with a gap: how they are shared, and how workers learn that one is free."""

import pytest

from contract.conftest import ANSWER, HTTP, LEASE_S, ONE, TWO, World, done, ids, page, report, take
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlOptions, CrawlStatus
from leadline.domain.errors import LeaseLost
from leadline.domain.pages import Batch, WorkerId
from leadline.domain.results import Completed, Failed, Report, TurnEnd
from leadline.store.contract import Store

WAITING = 300
THREE = WorkerId("three")


async def found(world: World, count: int, name: str = "c", **options: object) -> None:
    """A crawl whose root has been fetched and links to pages 2, 3 and so on."""
    await world.crawl(name, **options)
    [batch] = (await take(world.store, ONE, 1, CrawlId(name))).batches
    pages = [page(n) for n in range(2, count + 2)]
    await report(world.store, batch, done(batch.tasks[0], *pages), turn_end=TurnEnd(0.0))


async def one_left_open(world: World, store: Store) -> Batch:
    """A turn of the worker ONE that is over, of which one of two requests is open."""
    await found(world, 50, delay_ms=250)
    [turn] = (await take(store, ONE, 64)).batches
    await report(store, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))
    return turn


async def test_the_holder_of_a_turn_learns_that_a_request_of_another_worker_has_ended(
    world: World,
) -> None:
    old = await one_left_open(world, world.later(10))
    later = world.later(20)
    [turn] = (await take(later, TWO, 64)).batches
    assert turn.parallel == 1

    unchanged = await take(later, TWO, 0)
    await report(later, old, done(old.tasks[1]))
    widened = await take(later, TWO, 0)
    again = await take(later, TWO, 0)

    assert unchanged.parallel == again.parallel == {}
    assert widened.parallel == {turn.token: 2}


async def test_the_holder_of_a_turn_learns_at_once_that_its_own_earlier_request_has_ended(
    world: World,
) -> None:
    old = await one_left_open(world, world.later(10))
    later = world.later(20)
    [turn] = (await take(later, ONE, 64)).batches

    committed = await report(later, old, done(old.tasks[1]))

    assert turn.parallel == 1
    assert committed.parallel == {turn.token: 2}


async def test_a_crawl_of_one_request_at_a_time_has_no_more_open_in_several_turns(
    world: World,
) -> None:
    await found(world, 50, delay_ms=250, concurrency=1)
    start = world.later(10)
    [turn] = (await take(start, ONE, 64)).batches
    assert turn.parallel == 1
    first, *others = turn.tasks
    ended = await report(start, turn, *(done(task) for task in others), turn_end=TurnEnd(0.0))

    full = await take(world.later(20), ONE, 64)
    await report(world.later(20), turn, done(first))
    [free] = (await take(world.later(20), ONE, 64)).batches

    assert ended.parallel == {}
    assert full.batches == ()
    assert free.parallel == 1


@pytest.mark.parametrize(("pages", "is_contended"), [(2, False), (20, True)])
async def test_a_turn_says_whether_others_wait_for_its_slots(
    world: World,
    pages: int,
    is_contended: bool,  # noqa: FBT001 -- a parameter of a test
) -> None:
    await found(world, pages, delay_ms=100)

    [turn] = (await take(world.later(1), ONE, 64)).batches

    assert turn.is_contended == is_contended


async def root_after_its_turn(world: World, store: Store) -> Batch:
    """A root whose request is open and whose turn is over."""
    await world.crawl("r", delay_ms=1000)
    [root] = (await take(store, ONE, 1)).batches
    await report(store, root, turn_end=TurnEnd(0.0))
    return root


async def test_a_page_that_is_open_takes_the_turn_of_its_host_again(world: World) -> None:
    start = world.later(10)
    root = await root_after_its_turn(world, start)

    early = await world.later(10.5).retake_turn(ONE, root.token)
    later = world.later(11.1)
    again = await later.retake_turn(ONE, root.token)
    await report(later, root, done(root.tasks[0], page(2)), turn_end=TurnEnd(0.0))

    assert not early.is_held
    assert early.in_s == pytest.approx(0.5, abs=0.1)
    assert again.is_held
    assert again.in_s == 0
    assert (await take(world.later(11.5), TWO, 1)).batches == ()
    assert ids((await take(world.later(12.2), TWO, 1)).batches) == [2]


async def test_a_turn_that_another_crawl_has_is_waited_for(world: World) -> None:
    root = await root_after_its_turn(world, world.later(10))
    await world.crawl("s", delay_ms=1000)
    later = world.later(11.5)
    [other] = (await take(later, TWO, 1)).batches

    held = await later.retake_turn(ONE, root.token)
    again = await later.retake_turn(ONE, root.token)
    done_ = Completed(other.tasks[0].id, ANSWER, found=(page(2), page(3)))
    await later.complete(
        TWO, 1, [Report(other.token, other.crawl, other.host, (done_,), TurnEnd(0.0))]
    )
    free = world.later(12.505)

    assert not held.is_held
    assert not again.is_held
    assert (await take(free, TWO, 1)).batches == (), "the page that waits longer is first"
    assert (await free.retake_turn(ONE, root.token)).is_held


async def test_no_turn_is_taken_of_a_host_that_asked_for_patience(world: World) -> None:
    root = await root_after_its_turn(world, world.later(10))
    await world.crawl("s", delay_ms=1000)
    later = world.later(12)
    [other] = (await take(later, ONE, 1)).batches
    busy = Failed(other.tasks[0].id, "HttpError", "HTTP 429", status=429, host_wait_s=100)
    await report(later, other, busy, turn_end=TurnEnd(0.0))

    answer = await world.later(20).retake_turn(ONE, root.token)

    assert not answer.is_held
    assert answer.in_s == pytest.approx(92, abs=1)


async def test_a_lost_lease_takes_no_turn(world: World) -> None:
    root = await root_after_its_turn(world, world.later(10))
    await world.store.end_worker(ONE)

    with pytest.raises(LeaseLost):
        await world.later(20).retake_turn(ONE, root.token)


async def test_crawls_that_wait_for_their_host_starve_no_other(world: World) -> None:
    for number in range(WAITING):
        await world.crawl(f"w{number}", delay_ms=100)
    [busy] = (await take(world.store, ONE, 64)).batches
    answer = Failed(
        busy.tasks[0].id, "HttpError", "HTTP 429", status=429, retry_in_s=0, host_wait_s=3600
    )
    await report(world.store, busy, answer, turn_end=TurnEnd(0.0))
    scrape = CrawlId("scrape")
    root = page(7, depth=0, host="idle.example")
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(), root)

    claimed = await take(world.later(1), ONE, 64)
    then = await take(world.later(1), TWO, 64)

    assert [batch.crawl for batch in claimed.batches] == [scrape]
    assert then.batches == ()
    assert then.ready_in_s == pytest.approx(3599, abs=2)


async def test_a_crawl_that_cannot_use_its_turn_holds_up_no_other(world: World) -> None:
    await found(world, 50, "held", delay_ms=1000)
    for name in ("dead", "alive"):
        await world.crawl(name, delay_ms=1000)
    start = world.later(10)
    [turn] = (await take(start, ONE, 1, CrawlId("held"))).batches
    for name in ("dead", "alive"):
        assert (await take(start, TWO, 1, CrawlId(name))).batches == ()
    await start.set_status(CrawlId("dead"), CrawlStatus.PAUSED)
    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

    [served] = (await take(world.later(11.005), THREE, 1)).batches

    assert served.crawl == "alive"


async def test_an_expired_lease_frees_its_slots(world: World) -> None:
    await one_left_open(world, world.later(10))
    [turn] = (await take(world.later(20), TWO, 64)).batches
    assert turn.parallel == 1
    await world.later(20 + LEASE_S / 2).renew(TWO, [turn.token])

    claim = await world.later(11 + LEASE_S).claim(TWO, HTTP, 0, 64)

    assert claim.parallel == {turn.token: 2}


async def test_the_gap_holds_after_the_last_page_of_a_host(world: World) -> None:
    await found(world, 1, delay_ms=1000)
    start = world.later(10)
    [last] = (await take(start, ONE, 9)).batches
    await report(start, last, done(last.tasks[0]), turn_end=TurnEnd(0.0))
    await world.crawl("next", delay_ms=10)

    early = await take(world.later(10.5), TWO, 1)
    late = await take(world.later(11.1), TWO, 1)

    assert early.batches == ()
    assert [batch.crawl for batch in late.batches] == ["next"]


async def test_the_gap_holds_after_a_crawl_was_cancelled(world: World) -> None:
    await found(world, 5, delay_ms=1000)
    start = world.later(10)
    await take(start, ONE, 1)
    await start.set_status(CrawlId("c"), CrawlStatus.CANCELLED)
    await world.crawl("next", delay_ms=10)

    early = await take(world.later(10.5), TWO, 1)
    late = await take(world.later(11.1), TWO, 1)

    assert early.batches == ()
    assert [batch.crawl for batch in late.batches] == ["next"]
