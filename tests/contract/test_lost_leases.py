"""Leases of crawls that were cancelled: their requests count until their worker reports."""

import pytest

from contract.conftest import HTTP, LEASE_S, ONE, TWO, World, done, page, report, take
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.errors import LeaseLost
from leadline.domain.outcomes import Discovered, Report, Returned, TurnEnd
from leadline.domain.pages import Batch
from leadline.store.contract import Store


async def cancelled(
    world: World, name: str, at_s: float, status: CrawlStatus = CrawlStatus.CANCELLED
) -> Batch:
    """The root of a crawl that was cancelled while the worker ONE had its request open."""
    crawl, store = await world.crawl(name, delay_ms=100), world.later(at_s)
    [batch] = (await take(store, ONE, 1, crawl)).batches
    await report(store, batch, turn_end=TurnEnd(0.0))
    await store.set_status(crawl, status)
    return batch


async def leave(store: Store, batch: Batch, commit: int = 999) -> None:
    """Report that no request of a lost lease is open."""
    left = Report(batch.token, batch.crawl, batch.host, (), None, is_left=True)
    await store.complete(ONE, commit, [left])


async def delete(world: World, crawl: CrawlId) -> None:
    while await world.store.delete(crawl, 100):
        pass
    assert await world.store.get(crawl) is None


@pytest.mark.parametrize("status", [CrawlStatus.CANCELLED, CrawlStatus.FAILED])
@pytest.mark.parametrize("is_deleted", [False, True])
async def test_requests_of_lost_leases_count_for_the_limit_of_their_host(
    world: World, status: CrawlStatus, *, is_deleted: bool
) -> None:
    first = await cancelled(world, "a", 10, status)
    second = await cancelled(world, "b", 20, status)
    if is_deleted:
        await delete(world, first.crawl)
        await delete(world, second.crawl)
    await world.crawl("next", delay_ms=100)

    full = await take(world.later(30), TWO, 1)
    await leave(world.later(32), first)
    [free] = (await take(world.later(34), TWO, 1)).batches

    assert full.batches == ()
    assert free.crawl == "next"


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_worker_learns_which_of_its_leases_are_lost_until_it_reports(
    world: World, *, is_deleted: bool
) -> None:
    batch = await cancelled(world, "c", 10)
    if is_deleted:
        await delete(world, batch.crawl)
    store = world.later(20)

    of_others = await take(store, TWO, 0)
    first, again = await take(store, ONE, 0), await take(store, ONE, 0)
    await leave(store, batch)
    after = await take(store, ONE, 0)

    assert first.lost == again.lost == {batch.token}
    assert of_others.lost == after.lost == frozenset()


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_lost_lease_ends_when_all_its_pages_are_reported(
    world: World, *, is_deleted: bool
) -> None:
    crawl, store = await world.crawl(), world.later(10)
    [batch] = (await take(store, ONE, 1)).batches
    await report(store, batch, done(batch.tasks[0], page(2), page(3), page(4)))
    [batch] = (await take(store, ONE, 3)).batches
    await store.set_status(crawl, CrawlStatus.CANCELLED)
    if is_deleted:
        await delete(world, crawl)
    one, two, three = batch.tasks

    await report(store, batch, Discovered(one.id, ()), done(one))
    partly = await report(store, batch, Returned(two.id))
    held = await take(store, ONE, 0)
    await report(store, batch, done(three))

    assert (partly.accepted, partly.stale) == (0, 1)
    assert held.lost == {batch.token}
    assert (await take(store, ONE, 0)).lost == frozenset()


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_lost_lease_is_not_renewed_and_expires(world: World, *, is_deleted: bool) -> None:
    first, second = await cancelled(world, "a", 10), await cancelled(world, "b", 20)
    if is_deleted:
        await delete(world, first.crawl)
        await delete(world, second.crawl)
    await world.crawl("next", delay_ms=100)
    lost = await world.later(30).renew(ONE, [first.token, second.token])

    full = await take(world.later(9 + LEASE_S), TWO, 1)
    await take(world.later(12 + LEASE_S), TWO, 0)
    free = await take(world.later(14 + LEASE_S), TWO, 1)

    assert lost == {first.token, second.token}
    assert full.batches == ()
    assert [batch.crawl for batch in free.batches] == ["next"]


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_the_lost_leases_of_a_worker_end_with_it(world: World, *, is_deleted: bool) -> None:
    first, second = await cancelled(world, "a", 10), await cancelled(world, "b", 20)
    if is_deleted:
        await delete(world, first.crawl)
        await delete(world, second.crawl)
    await world.crawl("next", delay_ms=100)

    pages = await world.later(30).end_worker(ONE)
    [free] = (await take(world.later(32), TWO, 1)).batches

    assert pages == 0
    assert (free.crawl, await world.store.workers()) == ("next", [TWO])


async def test_a_turn_that_was_lost_counts_with_the_requests_that_it_was_allowed(
    world: World,
) -> None:
    crawl, start = await world.crawl(delay_ms=100, concurrency=1), world.later(10)
    [root] = (await take(start, ONE, 1)).batches
    pages = [page(number) for number in range(2, 6)]
    await report(start, root, done(root.tasks[0], *pages), turn_end=TurnEnd(0.0))
    [turn] = (await take(world.later(20), ONE, 4)).batches
    await world.store.set_status(crawl, CrawlStatus.CANCELLED)
    await world.crawl("next", delay_ms=100)

    [free] = (await take(world.later(30), TWO, 1)).batches

    assert (turn.parallel, len(turn.tasks)) == (1, 4)
    assert free.crawl == "next"


async def test_a_lost_lease_visits_no_host_and_takes_no_turn(world: World) -> None:
    crawl, store = await world.crawl(delay_ms=100), world.later(10)
    [root] = (await take(store, ONE, 1)).batches
    visit = await store.visit(ONE, root.token, "b.example", "example")
    assert visit is not None
    await store.set_status(crawl, CrawlStatus.CANCELLED)

    with pytest.raises(LeaseLost):
        await store.visit(ONE, root.token, "c.example", "example")
    with pytest.raises(LeaseLost):
        await store.retake_turn(ONE, visit.token)
    assert (await take(store, ONE, 0)).lost == {root.token, visit.token}


async def test_pages_of_lost_leases_are_not_in_progress(world: World) -> None:
    await cancelled(world, "c", 10)

    overview = await world.store.overview()
    claim = await world.later(20).claim(ONE, HTTP, 0, 1)

    assert (overview.leases, overview.leased_pages) == (0, 0)
    assert (await world.get(CrawlId("c"))).counts.in_progress == 0
    assert claim.lost


async def test_requests_of_a_deleted_crawl_do_not_count_for_the_next_crawl(world: World) -> None:
    batch = await cancelled(world, "c", 10)
    await delete(world, batch.crawl)
    await world.crawl("next", delay_ms=100, concurrency=1)

    [free] = (await take(world.later(20), TWO, 1)).batches

    assert free.crawl == "next"
