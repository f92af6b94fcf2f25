"""Slots of a host with a gap: how they are shared, and how workers learn that one is free."""

from dataclasses import replace

import pytest

from answers import ANSWER
from contract.conftest import HTTP, LEASE_S, ONE, TWO, World, done, ids, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import LeaseLost
from leadline.domain.outcomes import Completed, Failed, HostAt, Report, TurnEnd
from leadline.domain.pages import Batch, Token, WorkerId
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


async def visiting_root(world: World, store: Store) -> tuple[Batch, Batch]:
    """A root that was redirected to another host, and its visit there."""
    root = await root_after_its_turn(world, store)
    visit = await store.visit(ONE, root.token, "b.example", "example")
    assert visit is not None
    return root, visit


async def test_a_visit_takes_a_turn_of_its_host(world: World) -> None:
    _, visit = await visiting_root(world, world.later(10))
    later = world.later(11)

    first = await later.retake_turn(ONE, visit.token)
    await report(later, visit, turn_end=TurnEnd(0.0))

    assert visit.gap_s == 1.0
    assert visit.host == "b.example"
    assert first.is_held
    assert not (await world.later(11.5).retake_turn(ONE, visit.token)).is_held
    assert (await world.later(12.1).retake_turn(ONE, visit.token)).is_held


async def test_visits_have_no_more_requests_open_than_the_host_allows(world: World) -> None:
    start = world.later(10)
    visits = []
    for number in range(3):
        host = f"{number}.example"
        await world.store.create(
            CrawlId(host),
            CrawlKind.SCRAPE,
            CrawlOptions(delay_ms=100),
            page(1, depth=0, host=host),
        )
        [root] = (await take(start, ONE, 1, CrawlId(host))).batches
        visit = await start.visit(ONE, root.token, "b.example", "example")
        assert visit is not None
        visits.append(visit)
    for number, visit in enumerate(visits[:2]):
        at = world.later(11 + number)
        assert (await at.retake_turn(ONE, visit.token)).is_held
        await report(at, visit, turn_end=TurnEnd(0.0))

    full = await world.later(20).retake_turn(ONE, visits[2].token)
    left = [Report(visits[0].token, visits[0].crawl, visits[0].host, (), is_left=True)]
    await world.later(20).complete(ONE, 1_000_000, left)
    free = await world.later(20).retake_turn(ONE, visits[2].token)

    assert not full.is_held
    assert free.is_held


async def test_a_page_that_visits_another_host_leaves_its_slot(world: World) -> None:
    start = world.later(10)
    root, _ = await visiting_root(world, start)
    for name in "st":
        await world.crawl(name, delay_ms=1000)
    [first] = (await take(world.later(12), TWO, 1)).batches
    await world.later(12).complete(
        TWO, 1, [Report(first.token, first.crawl, first.host, (), TurnEnd(0.0))]
    )

    [second] = (await take(world.later(14), TWO, 1)).batches

    assert root.host == first.host == second.host


async def test_a_visit_of_a_worker_that_died_ends_with_its_page(world: World) -> None:
    root, visit = await visiting_root(world, world.later(10))
    assert (await world.later(11).retake_turn(ONE, visit.token)).is_held

    freed = await world.later(11).end_worker(ONE)
    again = await world.later(20).visit(TWO, await _token(world, 20), "b.example", "example")

    assert freed == 1
    assert again is not None
    assert (await world.later(20).retake_turn(TWO, again.token)).is_held
    with pytest.raises(LeaseLost):
        await world.later(20).visit(ONE, root.token, "c.example", "example")


async def _token(world: World, at_s: float) -> Token:
    [batch] = (await take(world.later(at_s), TWO, 1)).batches
    return batch.token


async def test_the_room_of_a_page_that_visits_another_host_is_given_once(world: World) -> None:
    await world.crawl("c", delay_ms=0, concurrency=1)
    [root] = (await take(world.store, ONE, 1)).batches
    pages = [page(2), page(3, host="b.example"), page(4)]
    await report(world.store, root, done(root.tasks[0], *pages))
    [first] = (await take(world.store, ONE, 1)).batches
    await world.store.visit(ONE, first.token, "v.example", "example")

    batches = (await take(world.later(1), ONE, 9)).batches

    assert sum(batch.parallel for batch in batches) == 1


async def test_a_host_without_a_gap_needs_no_visit(world: World) -> None:
    await world.crawl("fast", delay_ms=0)
    [root] = (await take(world.store, ONE, 1)).batches

    assert await world.store.visit(ONE, root.token, "b.example", "example") is None


async def test_a_visit_waits_for_a_host_that_asked_for_patience_also_without_a_gap(
    world: World,
) -> None:
    await rest(world, "b.example", 100)
    await world.crawl("fast", delay_ms=0)
    [root] = (await take(world.later(1), TWO, 1, CrawlId("fast"))).batches
    visit = await world.later(1).visit(TWO, root.token, "b.example", "example")

    assert visit is not None
    assert not (await world.later(1).retake_turn(TWO, visit.token)).is_held
    assert (await world.later(101).retake_turn(TWO, visit.token)).is_held


async def rest(world: World, host: str, wait_s: float) -> None:
    """Let a host ask for patience."""
    root = page(9, depth=0, host=host)
    await world.store.create(CrawlId(host), CrawlKind.SCRAPE, CrawlOptions(delay_ms=100), root)
    [batch] = (await take(world.store, ONE, 1, CrawlId(host))).batches
    busy = Failed(batch.tasks[0].id, "HttpError", "HTTP 429", status=429, host_wait_s=wait_s)
    await report(world.store, batch, busy, turn_end=TurnEnd(0.0))


async def claimed(world: World, host: str, at_s: float) -> bool:
    """Return whether a page of a host may be claimed at a time."""
    crawl = CrawlId(f"{host} at {at_s}")
    await world.store.create(
        crawl, CrawlKind.CRAWL, CrawlOptions(delay_ms=100), page(8, depth=0, host=host)
    )
    return bool((await take(world.later(at_s), TWO, 1, crawl)).batches)


@pytest.mark.parametrize("is_fetched", [True, False])
async def test_patience_is_due_to_the_host_that_redirects_led_to(
    world: World,
    is_fetched: bool,  # noqa: FBT001 -- a parameter of a test
) -> None:
    scrape = CrawlId("scrape")
    root = page(1, depth=0)
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(delay_ms=100), root)
    [batch] = (await take(world.store, ONE, 1)).batches
    task = batch.tasks[0]
    led_to = page(2, depth=0, host="busy.example")
    busy = Failed(task.id, "HttpError", "HTTP 429", status=429, host_wait_s=60)
    outcome = (
        done(task, moved_to=led_to, host_wait_s=60)
        if is_fetched
        else replace(busy, at=HostAt("busy.example", "example"))
    )
    await report(world.store, batch, outcome, turn_end=TurnEnd(0.0))

    assert await claimed(world, "a.example", 5)
    assert not await claimed(world, "busy.example", 5)


async def test_an_outage_is_that_of_the_host_that_redirects_led_to(world: World) -> None:
    for number in range(3):
        crawl = CrawlId(f"s{number}")
        root = page(number + 1, depth=0)
        await world.store.create(crawl, CrawlKind.SCRAPE, CrawlOptions(delay_ms=0), root)
        [batch] = (await take(world.later(number), ONE, 1, crawl)).batches
        dead = Failed(
            batch.tasks[0].id,
            "ConnectRefused",
            "refused",
            is_of_host=True,
            at=HostAt("dead.example", "example"),
        )
        await report(world.later(number), batch, dead)
    failures: dict[str, int] = {}
    for host in ("a.example", "dead.example"):
        crawl = CrawlId(host)
        root = page(9, depth=0, host=host)
        await world.store.create(crawl, CrawlKind.CRAWL, CrawlOptions(), root)
        failures |= {pace.host: pace.failures for pace in await world.store.hosts(crawl, 1)}

    assert failures == {"a.example": 0, "dead.example": 3}


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
