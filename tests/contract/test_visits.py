"""Turns that an open page takes again, on its own host and on those that redirects lead to."""

from dataclasses import replace

import pytest

from answers import ANSWER
from contract.conftest import (
    LEASE_S,
    ONE,
    TWO,
    World,
    crawled,
    done,
    gone,
    ids,
    page,
    pages_on,
    report,
    take,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import LeaseLost
from leadline.domain.outcomes import Completed, Failed, HostAt, Report, TurnEnd
from leadline.domain.pages import Batch, Token
from leadline.store.contract import Store


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


async def test_a_visit_is_opened_by_the_worker_that_holds_the_lease(world: World) -> None:
    root = await root_after_its_turn(world, world.later(10))

    with pytest.raises(LeaseLost):
        await world.later(10).visit(TWO, root.token, "b.example", "example")


async def test_a_turn_is_taken_again_by_the_worker_that_holds_the_lease(world: World) -> None:
    root = await root_after_its_turn(world, world.later(10))

    with pytest.raises(LeaseLost):
        await world.later(20).retake_turn(TWO, root.token)


@pytest.mark.parametrize(("is_left", "gap_s"), [(False, 1.0), (True, 0.1)])
async def test_a_crawl_has_a_say_in_the_gap_of_a_host_during_a_visit(
    world: World, *, is_left: bool, gap_s: float
) -> None:
    _, visit = await visiting_root(world, world.later(10))
    left = [Report(visit.token, visit.crawl, visit.host, (), is_left=is_left)]
    await world.later(11).complete(ONE, 1_000_000, left)
    await world.store.create(
        CrawlId("next"), CrawlKind.CRAWL, CrawlOptions(), page(1, depth=0, host="b.example")
    )

    [turn] = (await take(world.later(20), TWO, 1, CrawlId("next"))).batches

    assert turn.gap_s == gap_s


async def test_a_crawl_has_no_pages_on_a_host_that_needs_no_visit(world: World) -> None:
    crawl = await world.crawl("fast", delay_ms=0)
    [root] = (await take(world.store, ONE, 1)).batches
    await world.store.visit(ONE, root.token, "b.example", "example")

    assert [each.host for each in await world.store.busiest_hosts(crawl, 9)] == ["a.example"]


async def test_a_lease_of_several_pages_keeps_its_slots_during_a_visit(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)), delay_ms=250)
    start = world.later(10)
    [turn] = (await take(start, ONE, 9)).batches
    await report(start, turn, turn_end=TurnEnd(0.0))
    await start.visit(ONE, turn.token, "b.example", "example")

    assert len(turn.tasks) == 2
    assert (await take(world.later(20), TWO, 9)).batches == ()


async def test_a_page_and_its_visit_take_from_the_concurrency_once(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)), delay_ms=100, concurrency=2)
    start = world.later(10)
    [turn] = (await take(start, ONE, 1)).batches
    await report(start, turn, turn_end=TurnEnd(0.0))
    visit = await start.visit(ONE, turn.token, "b.example", "example")
    assert visit is not None
    assert (await start.retake_turn(ONE, visit.token)).is_held

    [other] = (await take(world.later(20), ONE, 64)).batches

    assert other.parallel == 1


async def test_a_page_that_kills_its_worker_on_a_visit_is_poison(world: World) -> None:
    crawl = await world.crawl("r", delay_ms=1000)
    for at_s in (10, 20, 30):
        store = world.later(at_s)
        [root] = (await take(store, ONE, 1)).batches
        assert await store.visit(ONE, root.token, "b.example", "example")
        await store.end_worker(ONE)

    assert (await world.get(crawl)).status is CrawlStatus.FAILED


async def dead_host(world: World, host: str) -> None:
    """A host that has just begun not to answer."""
    crawl = await crawled(world, *pages_on(host, *range(2, 12)), name=host, delay_ms=0)
    [batch] = (await take(world.store, ONE, 9, crawl)).batches
    await report(world.store, batch, *(gone(task.id) for task in batch.tasks))


async def test_a_visit_is_made_although_its_host_does_not_answer(world: World) -> None:
    await dead_host(world, "b.example")
    await world.crawl("r", delay_ms=1000)
    store = world.later(1)
    [root] = (await take(store, TWO, 1, CrawlId("r"))).batches
    visit = await store.visit(TWO, root.token, "b.example", "example")

    assert visit is not None
    assert (await store.retake_turn(TWO, visit.token)).is_held


async def test_an_open_page_waits_for_its_turn_while_its_host_does_not_answer(
    world: World,
) -> None:
    await crawled(world, *map(page, range(2, 52)), delay_ms=100)
    store = world.later(10)
    [turn] = (await take(store, ONE, 9)).batches
    open_, *others = turn.tasks
    ended = [gone(task.id) for task in others]

    await report(store, turn, *ended, turn_end=TurnEnd(0.0))

    again = await world.later(11).retake_turn(ONE, turn.token)
    assert not again.is_held
    assert again.in_s == pytest.approx(4, abs=1)
    assert open_.id == 2


async def test_the_room_of_a_page_that_visits_another_host_is_given_once(world: World) -> None:
    await world.crawl("c", delay_ms=0, concurrency=1)
    [root] = (await take(world.store, ONE, 1)).batches
    pages = [page(2), page(3, host="b.example"), page(4)]
    await report(world.store, root, done(root.tasks[0], *pages))
    [first] = (await take(world.store, ONE, 1)).batches
    await world.store.visit(ONE, first.token, "v.example", "example")

    batches = (await take(world.later(1), ONE, 9)).batches

    assert sum(batch.parallel for batch in batches) == 1


async def test_a_turn_that_was_taken_again_and_ends_soon_is_passed_on_at_once(
    world: World,
) -> None:
    await crawled(world, *map(page, range(2, 52)), name="s", delay_ms=10)
    await world.crawl("r", delay_ms=10)
    start, soon = world.later(11), world.later(11.015)
    [root] = (await take(world.later(10), ONE, 1, CrawlId("r"))).batches
    await report(world.later(10), root, turn_end=TurnEnd(0.0))
    [other] = (await take(start, TWO, 1, CrawlId("s"))).batches
    assert not (await start.retake_turn(ONE, root.token)).is_held
    await report(start, other, done(other.tasks[0]), turn_end=TurnEnd(0.0))
    assert (await soon.retake_turn(ONE, root.token)).is_held

    await report(soon, root, turn_end=TurnEnd(0.0))

    assert len((await take(world.later(11.03), TWO, 1, CrawlId("s"))).batches) == 1


async def test_the_host_of_a_visit_has_a_domain(world: World) -> None:
    root, _ = await visiting_root(world, world.later(10))

    domains = {pace.host: pace.domain for pace in await world.store.hosts(root.crawl, 9)}

    assert domains == {"a.example": "example", "b.example": "example"}


async def test_a_visit_expires_as_other_leases_do(world: World) -> None:
    _, visit = await visiting_root(world, world.later(10))

    in_time = await world.later(9 + LEASE_S).renew(TWO, [visit.token])
    late = await world.later(11 + LEASE_S).renew(ONE, [visit.token])

    assert in_time == late == {visit.token}


async def test_visits_that_a_client_waits_for_have_every_second_turn(world: World) -> None:
    store = world.later(10)
    visits: dict[str, Batch] = {}
    for name, is_awaited in (("j0", False), ("j1", False), ("s0", True), ("s1", True)):
        root = page(1, depth=0, host=f"{name}.example")
        options = CrawlOptions(delay_ms=100)
        await world.store.create(
            CrawlId(name), CrawlKind.CRAWL, options, root, is_awaited=is_awaited
        )
        [batch] = (await take(store, ONE, 1, CrawlId(name))).batches
        assert batch.is_awaited is is_awaited
        visit = await store.visit(ONE, batch.token, "busy.example", "example")
        assert visit is not None
        assert visit.is_awaited is is_awaited
        visits[name] = visit
    held = await store.retake_turn(ONE, visits["j0"].token)
    assert held.is_held
    turn = visits.pop("j0")

    served = []
    for number in range(3):
        at = world.later(11 + number)
        for visit in visits.values():
            assert not (await at.retake_turn(ONE, visit.token)).is_held
        left = Report(turn.token, turn.crawl, turn.host, (), TurnEnd(0.0), is_left=True)
        await at.complete(ONE, 500 + number, [left])
        asked = world.later(11.11 + number)
        taken = [n for n, v in visits.items() if (await asked.retake_turn(ONE, v.token)).is_held]
        assert len(taken) == 1
        served += taken
        turn = visits.pop(taken[0])

    assert served[::2] == ["s0", "s1"]
