"""The concurrency of a crawl: what batches and turns take from it."""

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
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.domain.outcomes import Escalated, TurnEnd
from leadline.domain.pages import PageKind, WorkerId


async def test_hosts_with_few_pages_leave_concurrency_to_others(world: World) -> None:
    few = [page(number, host=f"{number}.example") for number in (2, 3, 4)]
    await crawled(world, *few, concurrency=4)

    assert sorted(ids((await take(world.store, ONE, 20)).batches)) == [2, 3, 4]


async def test_a_browser_that_gets_nothing_puts_no_crawl_off(world: World) -> None:
    await crawled(world, page(2), page(3), page(4), concurrency=1)
    [first] = (await take(world.store, ONE, 1)).batches
    await report(world.store, first, Escalated(first.tasks[0].id, "empty mount point"))
    await take(world.store, ONE, 1)

    browser = await world.store.claim(TWO, [PageKind.BROWSER], 9, 9)
    further = await take(world.store, ONE, 1)

    assert browser.batches == ()
    assert ids(further.batches) == [4]


async def test_batches_of_one_host_share_what_a_worker_may_open(world: World) -> None:
    sitemap = page(9, depth=0, kind=PageKind.SITEMAP)
    await crawled(world, page(2), sitemap, concurrency=1)

    claim = await world.store.claim(ONE, [PageKind.PAGE, PageKind.SITEMAP], 9, 9)

    assert ids(claim.batches) == [9, 2]


async def test_a_crawl_has_no_part_in_what_a_worker_may_open_for_another_one(world: World) -> None:
    busy = await crawled(world, page(2), page(3), name="busy", concurrency=1)
    await crawled(world, page(2), page(3), name="other")
    assert len(ids((await take(world.store, TWO, 1, busy)).batches)) == 1
    assert len(ids((await take(world.store, ONE, 1, CrawlId("other"))).batches)) == 1

    assert (await take(world.store, ONE, 9, busy)).batches == ()


async def test_requests_from_before_a_gap_ended_take_from_the_concurrency(world: World) -> None:
    crawl = await crawled(world, page(2), page(3), delay_ms=100, concurrency=1)
    start = world.later(10)
    [turn] = (await take(start, ONE, 1)).batches
    await report(start, turn, turn_end=TurnEnd(0.0))
    await start.set_options(crawl, CrawlOptions(delay_ms=0, concurrency=1))

    assert (await take(world.later(20), ONE, 9)).batches == ()


async def test_workers_on_one_host_each_take_from_the_concurrency(world: World) -> None:
    await crawled(world, *map(page, range(2, 12)), concurrency=2)
    await world.store.renew(TWO, [])
    for worker in (ONE, TWO):
        assert len((await take(world.store, worker, 1)).batches) == 1

    assert (await take(world.store, WorkerId("three"), 1)).batches == ()


async def test_batches_on_several_hosts_each_take_from_the_concurrency(world: World) -> None:
    hosts = (*pages_on("x.example", 2, 3), *pages_on("y.example", 4, 5))
    await crawled(world, *hosts, concurrency=2)
    for _ in range(2):
        assert len((await take(world.store, ONE, 1)).batches) == 1

    assert (await take(world.store, TWO, 1)).batches == ()


async def test_a_raised_concurrency_holds_from_the_next_claim_on(world: World) -> None:
    crawl = await crawled(world, page(2), page(3), concurrency=1)
    await take(world.store, ONE, 1)
    full = await take(world.store, TWO, 1)

    await world.store.set_options(crawl, CrawlOptions(delay_ms=0, concurrency=2))

    assert full.batches == ()
    assert ids((await take(world.store, TWO, 1)).batches) == [3]


async def test_a_turn_takes_no_more_from_the_concurrency_than_it_has_pages(world: World) -> None:
    await crawled(world, *map(page, MANY), delay_ms=250, concurrency=2)
    turn = await turn_of(world.later(10), "c")
    found = pages_on("b.example", *range(100, 110))
    await report(world.later(10), turn, done(turn.tasks[0], *found))

    [other] = (await take(world.later(10), TWO, 9)).batches

    assert (turn.parallel, other.host, other.parallel) == (2, "b.example", 1)
