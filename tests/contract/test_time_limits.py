"""How long crawls may take, and how long they wait for hosts that stop answering."""

from contract.conftest import ONE, World, crawled, done, ids, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.outcomes import Escalated, Failed
from leadline.domain.pages import PageKind
from leadline.domain.skips import SkipReason

C = CrawlId("c")


async def begun(world: World, *pages: int, **options: object) -> None:
    """A crawl whose root was fetched, and has led to pages."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], *map(page, pages)))
    await world.store.count_time()


async def work_for(world: World, seconds: int, start: int = 0) -> None:
    """Count the time of crawls once a second, as a supervisor does."""
    for second in range(start, start + seconds + 1):
        await world.later(second).count_time()


async def swept(world: World) -> None:
    while await world.store.sweep(C, 3):
        pass


async def test_when_its_time_is_over_the_rest_is_skipped_and_the_crawl_says_so(
    world: World,
) -> None:
    await begun(world, *range(2, 12), max_time_s=10)
    await work_for(world, 9)
    assert (await world.store.unswept_crawls(), await world.store.sweep(C, 9)) == ([], 0)

    await work_for(world, 2, start=9)
    claim = await take(world.store, ONE, 10)
    assert await world.store.unswept_crawls() == [C]
    await swept(world)

    counts = (await world.get(C)).counts
    assert claim.batches == ()
    assert (counts.total, counts.skipped_by[SkipReason.LIMIT]) == (10, 10)
    [skip] = await world.store.skips(C)
    assert (skip.rule, skip.pages) == ("max_time", 10)
    assert await world.store.finish(C)
    ended = await world.get(C)
    assert (ended.status, ended.reason) == (
        CrawlStatus.COMPLETED,
        "its time of 10 s was over (max_time)",
    )


async def test_a_crawl_that_was_done_in_time_says_nothing_of_it(world: World) -> None:
    await begun(world, max_time_s=10)
    await work_for(world, 11)

    assert await world.store.finish(C)
    assert (await world.get(C)).reason == ""


async def test_what_is_in_work_is_finished_and_what_is_not_begun_is_given_back(
    world: World,
) -> None:
    await begun(world, 2, 3, 4, max_time_s=10)
    [batch] = (await take(world.store, ONE, 10)).batches
    await work_for(world, 11)

    answer = await report(world.store, batch, done(batch.tasks[0], page(9)))
    await swept(world)

    counts = (await world.get(C)).counts
    assert answer.resting == {batch.host}
    assert (answer.stale, counts.completed, counts.in_progress) == (0, 1, 2)
    assert counts.skipped_by[SkipReason.LIMIT] == 1


async def test_neither_a_pause_nor_a_time_without_workers_counts(world: World) -> None:
    await begun(world, 2, max_time_s=10)
    await work_for(world, 4)
    await world.store.set_status(C, CrawlStatus.PAUSED)
    await world.store.set_status(C, CrawlStatus.RUNNING)

    await work_for(world, 4, start=3600)
    assert ids((await take(world.later(3605), ONE, 9)).batches) == [2]
    assert await world.store.unswept_crawls() == []
    # Killed, and begun again hours later: a few seconds are lost, and nothing else.
    await world.later(9999).count_time()
    assert (await world.store.unswept_crawls(), (await world.get(C)).counts.skipped) == ([], 0)


async def test_another_crawl_that_somebody_works_on_does_not_count(world: World) -> None:
    await begun(world, 2, max_time_s=10)
    await world.crawl("other", max_time_s=10)
    for second in range(12):
        await world.later(second).count_time(CrawlId("other"))

    assert await world.store.unswept_crawls() == []


async def test_raising_it_lets_the_rest_in_also_after_the_end(world: World) -> None:
    await begun(world, 2, 3, max_time_s=10)
    await work_for(world, 11)
    await swept(world)
    await world.store.finish(C)

    assert not await world.store.set_options(C, CrawlOptions(delay_ms=0, max_time_s=9))
    assert await world.store.set_options(C, CrawlOptions(delay_ms=0, max_time_s=60))

    crawl = await world.get(C)
    assert (crawl.status, crawl.reason) == (CrawlStatus.RUNNING, "")
    assert (crawl.counts.pending, crawl.counts.skipped) == (2, 0)
    assert not await world.store.finish(C)
    assert ids((await take(world.later(12), ONE, 9)).batches) == [2, 3]


async def test_sitemaps_and_external_pages_end_with_it(world: World) -> None:
    await world.crawl(max_time_s=1)
    [batch] = (await take(world.store, ONE, 1)).batches
    others = (page(5, kind=PageKind.SITEMAP), page(6, kind=PageKind.EXTERNAL))
    await report(world.store, batch, done(batch.tasks[0], *others))
    await work_for(world, 2)
    await swept(world)

    assert (await world.get(C)).sitemaps.skipped == 1
    assert (await world.get(C)).counts.skipped_by[SkipReason.LIMIT] == 1
    assert await world.store.unswept_crawls() == []
    assert await world.store.finish(C)


async def test_without_its_root_a_crawl_has_failed_when_its_time_is_over(world: World) -> None:
    await world.crawl(max_time_s=3)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, Failed(batch.tasks[0].id, "TimedOut", "?", retry_in_s=60))
    await work_for(world, 4)
    await swept(world)

    crawl = await world.get(C)
    assert crawl.status is CrawlStatus.FAILED
    assert crawl.reason == "the root was not fetched within 3 s (max_time)"


async def fail(world: World, at: int) -> list[int]:
    """A page is tried at a time, and its host does not answer; gives what was tried."""
    store = world.later(at)
    claim = await store.claim(ONE, frozenset([PageKind.PAGE]), 1, 1000)
    tried = ids(claim.batches)
    for batch in claim.batches:
        gone = Failed(batch.tasks[0].id, "ConnectFailed", "refused", retry_in_s=0, is_of_host=True)
        await report(store, batch, gone)
    return tried


async def test_a_crawl_says_how_long_a_host_is_waited_for(world: World) -> None:
    await begun(world, 2, 3, host_outage_max_s=60)
    seconds = [at for at in range(90) if await fail(world, at)]

    assert (await world.get(C)).counts.failed == 2
    assert max(seconds) == 60


async def test_up_to_5_s_count_between_two_counts(world: World) -> None:
    await begun(world, 2, max_time_s=11)
    for second in (4, 8):
        await world.later(second).count_time()
    in_time = await world.store.unswept_crawls()
    await world.later(60).count_time()

    assert in_time == []
    assert await world.store.unswept_crawls() == [C]


async def test_the_time_is_over_when_it_has_come(world: World) -> None:
    await begun(world, 2, 3, max_time_s=10)
    # Each of these counts 5 s.
    for second in (60, 120):
        await world.later(second).count_time()

    assert (await take(world.store, ONE, 9)).batches == ()
    assert await world.store.unswept_crawls() == [C]
    assert await world.store.sweep(C, 9) == 2


async def test_a_late_crawl_gives_nothing_to_a_worker_that_asks_for_it(world: World) -> None:
    await begun(world, 2, max_time_s=5)
    await world.later(60).count_time()

    assert (await take(world.store, ONE, 9, C)).batches == ()


async def test_a_late_crawl_gives_nothing_to_browsers(world: World) -> None:
    await begun(world, 2, max_time_s=5)
    [batch] = (await take(world.store, ONE, 9)).batches
    await report(world.store, batch, Escalated(batch.tasks[0].id, "empty mount point"))
    await world.later(60).count_time()

    assert (await world.store.claim(ONE, [PageKind.BROWSER], 9, 9)).batches == ()


async def test_no_time_counts_before_a_page_was_claimed(world: World) -> None:
    await world.crawl(max_time_s=5)
    for second in (0, 60, 120):
        await world.later(second).count_time()

    assert ids((await take(world.store, ONE, 9)).batches) == [1]


async def test_a_late_crawl_with_nothing_but_a_sitemap_left_is_swept(world: World) -> None:
    await crawled(world, page(2, kind=PageKind.SITEMAP), max_time_s=5)
    for second in (0, 60):
        await world.later(second).count_time()

    assert await world.store.unswept_crawls() == [C]
    assert await world.store.sweep(C, 9) == 1
    assert await world.store.unswept_crawls() == []


async def test_no_time_of_a_paused_crawl_counts_while_another_runs(world: World) -> None:
    await begun(world, 2, max_time_s=10)
    await crawled(world, page(2), name="other", max_time_s=1000)
    await world.store.set_status(C, CrawlStatus.PAUSED)
    for second in (60, 120, 180):
        await world.later(second).count_time()
    await world.store.set_status(C, CrawlStatus.RUNNING)

    assert ids((await take(world.later(180), ONE, 9, C)).batches) == [2]


async def test_no_time_counts_between_a_limit_and_the_next_one(world: World) -> None:
    await begun(world, 2, max_time_s=60)
    await world.later(1).set_options(C, CrawlOptions(delay_ms=0))
    await world.later(100).set_options(C, CrawlOptions(delay_ms=0, max_time_s=4))

    await world.later(100).count_time()

    assert ids((await take(world.store, ONE, 9)).batches) == [2]


async def test_a_change_of_options_does_not_interrupt_the_count_of_time(world: World) -> None:
    await begun(world, 2, max_time_s=60)
    await world.later(3).set_options(C, CrawlOptions(delay_ms=0, max_time_s=4))

    await world.later(4).count_time()

    assert (await take(world.store, ONE, 9)).batches == ()


async def test_a_crawl_whose_time_was_raised_does_not_say_that_it_was_over(world: World) -> None:
    await begun(world, 2, max_time_s=4)
    await world.later(5).count_time()
    await swept(world)
    await world.store.set_options(C, CrawlOptions(delay_ms=0, max_time_s=60, max_pages=1))

    assert await world.store.finish(C)
    assert (await world.get(C)).reason == ""
