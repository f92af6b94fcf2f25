"""The share of a worker: how many pages a claim gives, of which crawls and hosts, to how many."""

import pytest

from contract.conftest import (
    LEASE_S,
    ONE,
    TWO,
    World,
    crawled,
    done,
    ids,
    page,
    pages_on,
    report,
    report_done,
    take,
)
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.outcomes import Discovered, Failed, Report

HOSTS = (("x", 100), ("y", 200), ("z", 300))


async def test_a_batch_has_at_most_128_pages(world: World) -> None:
    await crawled(world, *map(page, range(2, 300)))

    [batch] = (await take(world.store, ONE, 1000)).batches

    assert len(batch.tasks) == 128


async def test_a_claim_gives_no_more_than_was_asked_for_whatever_the_number_of_crawls(
    world: World,
) -> None:
    for name in "xy":
        await crawled(world, *map(page, range(2, 7)), name=name)

    claim = await take(world.store, ONE, 6)

    assert len(ids(claim.batches)) == 6
    assert {batch.crawl for batch in claim.batches} == {"x", "y"}


@pytest.mark.parametrize(("silent_s", "share"), [(30, 25), (90, 50)])
async def test_a_worker_has_a_share_for_a_minute_after_it_was_seen(
    world: World, silent_s: float, share: int
) -> None:
    await crawled(world, *map(page, range(2, 52)))
    await world.store.renew(TWO, [])

    claim = await take(world.later(silent_s), ONE, 50)

    assert len(ids(claim.batches)) == share


async def test_a_worker_that_gets_nothing_has_a_share_too(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)))
    await take(world.store, TWO, 0)

    assert len(ids((await take(world.store, ONE, 50)).batches)) == 25


async def test_a_worker_that_claims_in_vain_for_long_keeps_its_share(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)))
    for at_s in (0, 50):
        await take(world.later(at_s), TWO, 0)
    await world.later(90).renew(ONE, [])

    assert len(ids((await take(world.later(100), ONE, 50)).batches)) == 25


async def test_a_worker_that_died_has_no_share(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)))
    await world.store.renew(TWO, [])
    await world.store.end_worker(TWO)

    assert len(ids((await take(world.store, ONE, 50)).batches)) == 50


async def test_a_worker_of_one_crawl_has_no_share_of_another(world: World) -> None:
    await crawled(world, *map(page, range(2, 52)))
    await take(world.store, TWO, 0, CrawlId("other"))

    assert len(ids((await take(world.store, ONE, 50)).batches)) == 50


async def test_the_page_limit_counts_what_a_claim_takes_from_several_hosts(world: World) -> None:
    hosts = (*pages_on("x.example", *range(2, 7)), *pages_on("y.example", *range(7, 12)))
    await crawled(world, *hosts, max_pages=4)

    assert len(ids((await take(world.store, ONE, 20)).batches)) == 3


async def test_a_worker_spreads_its_share_of_concurrency_over_the_hosts(world: World) -> None:
    hosts = (*pages_on("x.example", *range(2, 12)), *pages_on("y.example", *range(12, 22)))
    await crawled(world, *hosts, concurrency=10)

    claim = await take(world.store, ONE, 64)

    assert [batch.parallel for batch in claim.batches] == [5, 5]


async def test_a_claim_of_several_hosts_stays_within_the_concurrency(world: World) -> None:
    hosts = [pages_on(f"{name}.example", *range(start, start + 9)) for name, start in HOSTS]
    await crawled(world, *(each for pages in hosts for each in pages), concurrency=10)

    claim = await take(world.store, ONE, 64)

    assert sum(batch.parallel for batch in claim.batches) == 10


async def test_a_worker_gets_no_other_page_before_the_root_has_ended(world: World) -> None:
    await world.crawl()
    [root] = (await take(world.store, ONE, 1)).batches
    await report(world.store, root, Discovered(root.tasks[0].id, (page(2),)))

    while_in_work = await take(world.store, ONE, 9)
    again = Failed(root.tasks[0].id, "TimedOut", "slow", retry_in_s=30)
    await report(world.store, root, again)
    while_waiting = await take(world.store, ONE, 9)
    [root] = (await take(world.later(31), ONE, 9)).batches

    assert while_in_work.batches == while_waiting.batches == ()
    assert ids([root]) == [1]
    await report_done(world.later(31), [root])
    assert ids((await take(world.later(31), ONE, 9)).batches) == [2]


async def test_crawls_take_turns_however_many_pages_and_hosts_they_have(world: World) -> None:
    hosts = [page(number, host=f"{number}.example") for number in range(2, 7)]
    await crawled(world, *hosts, name="broad")
    await crawled(world, *map(page, range(2, 22)), name="deep")

    served = [(await take(world.store, ONE, 1)).batches[0].crawl for _ in range(6)]

    assert sorted(served[:2]) == ["broad", "deep"]
    assert served == served[:2] * 3


async def test_a_paused_crawl_gives_nothing_beside_one_that_runs(world: World) -> None:
    for name in ("paused", "running"):
        await crawled(world, page(2), page(3), name=name)
    await world.store.set_status(CrawlId("paused"), CrawlStatus.PAUSED)

    claim = await take(world.store, ONE, 9)

    assert [batch.crawl for batch in claim.batches] == ["running"]


async def test_a_late_crawl_gives_nothing_beside_one_that_has_time(world: World) -> None:
    for name, max_time_s in (("late", 5), ("running", 60)):
        await crawled(world, page(2), page(3), name=name, max_time_s=max_time_s)
    for at_s in (0, 60):
        await world.later(at_s).count_time()

    claim = await take(world.store, ONE, 9)

    assert [batch.crawl for batch in claim.batches] == ["running"]


async def test_the_host_that_has_been_ready_longest_is_first(world: World) -> None:
    hosts = ("x.example", "y.example")
    pages = (*pages_on(hosts[0], *range(2, 7)), *pages_on(hosts[1], *range(7, 12)))
    await crawled(world, *pages)

    served = [(await take(world.store, ONE, 1)).batches[0].host for _ in range(6)]

    assert sorted(served[:2]) == [*hosts]
    assert served == served[:2] * 3


async def test_a_worker_that_finds_nothing_for_long_keeps_its_share(world: World) -> None:
    crawl = await crawled(world, *map(page, range(2, 52)))
    await world.store.set_status(crawl, CrawlStatus.PAUSED)
    for at_s in (0, 50):
        await take(world.later(at_s), TWO, 9)
    await world.store.set_status(crawl, CrawlStatus.RUNNING)
    await world.later(90).renew(ONE, [])

    assert len(ids((await take(world.later(100), ONE, 50)).batches)) == 25


async def test_a_worker_that_finds_nothing_gets_pages_when_a_lease_expires(world: World) -> None:
    await crawled(world, page(2))
    await take(world.store, ONE, 9)

    early = await take(world.later(LEASE_S - 1), TWO, 9)
    late = await take(world.later(LEASE_S + 1), TWO, 9)

    assert early.batches == ()
    assert ids(late.batches) == [2]


async def test_a_claim_goes_on_to_the_next_host_after_a_suspect_page(world: World) -> None:
    await crawled(world, *pages_on("x.example", 2, 3), page(9))
    batches = {batch.host: batch for batch in (await take(world.store, ONE, 9)).batches}
    other = batches["a.example"]
    await report(world.store, other, done(other.tasks[0], page(10)))
    [last] = (await take(world.store, ONE, 9)).batches
    await report(world.store, last, done(last.tasks[0], *pages_on("y.example", 4, 5)))
    await world.store.end_worker(ONE)

    claim = await take(world.store, ONE, 2)

    assert [(batch.host, ids([batch])) for batch in claim.batches] == [
        ("x.example", [2]),
        ("y.example", [4]),
    ]


async def test_hosts_with_few_pages_leave_room_of_the_page_limit_to_others(world: World) -> None:
    few = [page(number, host=f"{number}.example") for number in (2, 3, 4)]
    await crawled(world, *few, max_pages=4)

    assert sorted(ids((await take(world.store, ONE, 20)).batches)) == [2, 3, 4]


async def test_a_worker_that_commits_keeps_its_share(world: World) -> None:
    await crawled(world, *map(page, range(2, 53)))
    [batch] = (await take(world.store, TWO, 1)).batches
    reports = [Report(batch.token, batch.crawl, batch.host, (done(batch.tasks[0]),))]

    await world.later(50).complete(TWO, 1, reports)
    await world.later(90).renew(ONE, [])

    assert len(ids((await take(world.later(100), ONE, 50)).batches)) == 25
