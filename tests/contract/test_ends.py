"""The end of crawls and of their roots, and what can still be done with a crawl after its end."""

import pytest

from answers import ANSWER
from contract.conftest import (
    ONE,
    World,
    crawled,
    done,
    ids,
    page,
    report,
    report_done,
    root,
    take,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageFigures, PageId
from leadline.domain.outcomes import Completed, Escalated, Failed, Outcome, Returned
from leadline.domain.pages import Closed, Lead, PageKind, PageState

C = CrawlId("c")


async def test_a_root_that_is_opened_again_has_not_ended(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, Failed(batch.tasks[0].id, "TimedOut", "?"))
    failed, ended = await world.get(C), await world.store.ended_roots([C])

    assert await world.store.reopen(C, Closed(PageState.FAILED), 9) == 1

    crawl = await world.get(C)
    assert (failed.status, failed.reason) == (CrawlStatus.FAILED, "TimedOut: ?")
    assert (ended, await world.store.ended_roots([C])) == ({C}, set())
    assert (crawl.status, crawl.figures) == (
        CrawlStatus.RUNNING,
        PageFigures(found=1, queued=1),
    )
    assert (crawl.counts.pending, crawl.counts.failed) == (0, 0)
    assert ids((await take(world.store, ONE, 9)).batches) == [1]


@pytest.mark.parametrize(
    "outcome",
    [
        Returned(PageId(1)),
        Escalated(PageId(1), "empty mount point"),
        Failed(PageId(1), "TimedOut", "?", retry_in_s=30),
    ],
    ids=["returned", "escalated", "tried again"],
)
async def test_a_root_that_goes_back_to_the_queue_is_queued(world: World, outcome: Outcome) -> None:
    batch = await root(world)

    await report(world.store, batch, outcome)

    crawl = await world.get(C)
    assert crawl.figures == PageFigures(found=1, queued=1)
    assert (crawl.counts.pending, crawl.counts.in_progress) == (0, 0)


@pytest.mark.parametrize("is_in_work", [True, False])
async def test_a_root_is_cancelled_with_its_crawl(world: World, *, is_in_work: bool) -> None:
    await world.crawl()
    if is_in_work:
        await take(world.store, ONE, 1)

    await world.store.set_status(C, CrawlStatus.CANCELLED)
    while await world.store.sweep(C, 9):
        pass

    crawl = await world.get(C)
    assert crawl.figures == PageFigures(found=1, cancelled=1, queued=0)
    assert (crawl.counts.pending, crawl.counts.in_progress, crawl.counts.cancelled) == (0, 0, 0)
    assert await world.store.ended_roots([C]) == {C}


@pytest.mark.parametrize("status", [CrawlStatus.CANCELLED, CrawlStatus.FAILED])
async def test_the_options_of_a_crawl_that_is_lost_do_not_change(
    world: World, status: CrawlStatus
) -> None:
    await world.crawl()
    await world.store.set_status(C, status)
    before = (await world.get(C)).options

    assert not await world.store.set_options(C, CrawlOptions(concurrency=7))
    assert (await world.get(C)).options == before


async def test_a_crawl_that_is_not_over_is_not_deleted(world: World) -> None:
    await crawled(world, page(2))

    assert await world.store.delete(C, 100) == 0
    assert len(await world.store.pages(C, 9)) == 2


async def test_a_crawl_is_deleted_in_chunks_and_is_there_until_the_last(world: World) -> None:
    batch = await root(world)
    leads = (Lead(page(2).id, "two"),)
    outcome = Completed(batch.tasks[0].id, ANSWER, leads, (page(2),), {"text": b"zip"})
    await report(world.store, batch, outcome)
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    removed = []
    while count := await world.store.delete(C, 3):
        removed.append(count)
        is_last = await world.store.get(C) is None

    assert max(removed) == 3
    assert removed[-1] == 1
    assert is_last


async def test_a_deleted_crawl_takes_its_idempotency_key_along(world: World) -> None:
    async def create(name: str) -> CrawlId:
        new = CrawlId(name), CrawlKind.CRAWL, CrawlOptions(), page(1, depth=0)
        return await world.store.create(*new, ("key", "digest"))

    await create("x")
    await world.store.set_status(CrawlId("x"), CrawlStatus.CANCELLED)
    while await world.store.delete(CrawlId("x"), 9):
        pass

    assert await create("y") == "y"


async def test_a_page_that_waited_when_the_limit_skipped_it_can_be_claimed_after_all(
    world: World,
) -> None:
    await crawled(world, page(2), page(3), max_pages=2)
    [batch] = (await take(world.store, ONE, 1)).batches
    slow = Failed(batch.tasks[0].id, "TimedOut", "slow", retry_in_s=30)
    await report(world.store, batch, slow)
    await report_done(world.store, (await take(world.store, ONE, 1)).batches)
    assert await world.store.sweep(C, 9) == 1

    await world.store.set_options(C, CrawlOptions(delay_ms=0))
    await world.store.sweep(C, 9)

    assert ids((await take(world.store, ONE, 9)).batches) == [2]


async def test_a_page_that_waits_for_another_attempt_is_not_ready(world: World) -> None:
    await crawled(world, page(2))
    [batch] = (await take(world.store, ONE, 1)).batches
    slow = Failed(batch.tasks[0].id, "TimedOut", "slow", retry_in_s=30)

    await report(world.store, batch, slow)
    waiting = await world.store.overview()
    await report_done(world.later(31), (await take(world.later(31), ONE, 1)).batches)
    ended = await world.store.overview()

    assert (waiting.ready_queues, ended.ready_queues) == (0, 0)
    assert await world.store.idle() == [C]


async def test_a_crawl_started_with_its_first_claim(world: World) -> None:
    await world.crawl()
    before = (await world.get(C)).started_at
    [batch] = (await take(world.later(10), ONE, 1)).batches
    first = (await world.get(C)).started_at
    await report(world.later(20), batch, done(batch.tasks[0], page(2)))
    await take(world.later(20), ONE, 1)

    crawl = await world.get(C)
    assert before is None
    assert crawl.started_at == first == pytest.approx(crawl.created_at + 10, abs=2)


@pytest.mark.parametrize("kind", [PageKind.PAGE, PageKind.SITEMAP])
@pytest.mark.parametrize("is_in_work", [True, False])
async def test_a_crawl_with_something_left_is_not_finished(
    world: World, kind: PageKind, *, is_in_work: bool
) -> None:
    await crawled(world, page(2, kind=kind))
    if is_in_work:
        assert (await world.store.claim(ONE, [kind], 1, 1)).batches

    assert not await world.store.finish(C)
    assert (await world.get(C)).status is CrawlStatus.RUNNING


async def test_a_paused_crawl_is_not_finished(world: World) -> None:
    await crawled(world)
    await world.store.set_status(C, CrawlStatus.PAUSED)

    assert not await world.store.finish(C)


async def test_a_sample_has_the_pages_that_were_fetched(world: World) -> None:
    await crawled(world, page(2, depth=2, is_fetched=False))

    assert [sample.fetched for sample in await world.store.samples(C)] == [1]


async def test_the_pages_of_a_crawl_are_deleted_as_they_were_found(world: World) -> None:
    await crawled(world, *map(page, (9, 8, 7, 6)))
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    await world.store.delete(C, 2)

    assert [each.id for each in await world.store.pages(C, 9)] == [8, 7, 6]


async def test_a_page_is_not_ready_because_the_time_of_another_has_come(world: World) -> None:
    await crawled(world, page(2), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches
    for task, retry_in_s in zip(batch.tasks, (10, 30), strict=True):
        slow = Failed(task.id, "TimedOut", "slow", retry_in_s=retry_in_s)
        await report(world.store, batch, slow)

    assert ids((await take(world.later(11), ONE, 9)).batches) == [2]
    assert ids((await take(world.later(31), ONE, 9)).batches) == [3]
