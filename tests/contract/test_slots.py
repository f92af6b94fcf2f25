"""Slots of a host with a gap: how they are shared, and how workers learn that one is free."""

import pytest

from contract.conftest import HTTP, LEASE_S, ONE, TWO, World, done, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Failed, TurnEnd
from leadline.domain.pages import Batch, WorkerId
from leadline.store.contract import Store

WAITING = 300
THREE = WorkerId("three")


async def found(
    world: World, count: int, name: str = "c", in_s: float = 0, **options: object
) -> None:
    """A crawl whose root has been fetched and links to pages 2, 3 and so on."""
    await world.crawl(name, **options)
    store = world.later(in_s)
    [batch] = (await take(store, ONE, 1, CrawlId(name))).batches
    pages = [page(n) for n in range(2, count + 2)]
    await report(store, batch, done(batch.tasks[0], *pages), turn_end=TurnEnd(0.0))


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


async def test_no_client_waits_for_the_root_of_a_job(world: World) -> None:
    await world.crawl("busy", delay_ms=100)
    [busy] = (await take(world.store, ONE, 1)).batches
    for number in range(3):
        await world.store.create(
            CrawlId(f"j{number}"),
            CrawlKind.CRAWL,
            CrawlOptions(delay_ms=100),
            page(1, depth=0),
            is_awaited=False,
        )
    scrape = CrawlId("scrape")
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(delay_ms=100), page(1, depth=0))
    for crawl in ("j0", "j1", "j2", "scrape"):
        assert (await take(world.later(0.05), TWO, 1, CrawlId(crawl))).batches == ()
    await report(world.later(0.1), busy, done(busy.tasks[0]), turn_end=TurnEnd(0.0))

    [first] = (await take(world.later(0.205), TWO, 1)).batches

    assert first.crawl == scrape


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


async def test_what_clients_wait_for_has_every_second_turn(world: World) -> None:
    for number, name in enumerate(("held", "a", "b", "c")):
        await found(world, 50, name, in_s=number, delay_ms=100)
    start = world.later(10)
    [turn] = (await take(start, ONE, 1, CrawlId("held"))).batches
    for name in ("a", "b", "c"):
        assert (await take(start, TWO, 1, CrawlId(name))).batches == ()
    await world.crawl("root", delay_ms=100)
    for number in range(2):
        scrape = CrawlId(f"scrape{number}")
        await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(), page(7, depth=0))
    # All that are ready find the host held.
    assert (await take(start, TWO, 64)).batches == ()

    served = []
    for number in range(7):
        ended = done(turn.tasks[0])
        await report(world.later(10 + number), turn, ended, turn_end=TurnEnd(0.0))
        [turn] = (await take(world.later(10.105 + number), ONE, 1)).batches
        served.append(turn.crawl)

    assert served[:5:2] == ["root", "scrape0", "scrape1"]
    assert set(served[1::2]) == {"a", "b", "c"}
