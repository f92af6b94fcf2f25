"""Suspect pages: how a page that kills its workers is found, and what it costs the others."""

from contract.conftest import LEASE_S, ONE, World, crawled, ids, page, report, report_done, take
from leadline.domain.crawls import CrawlStatus, PageFigures, PageId
from leadline.domain.outcomes import Failed
from leadline.domain.pages import Closed, PageState


async def test_a_worker_with_a_page_on_trial_gets_no_other_page(world: World) -> None:
    await crawled(world, page(2))
    for _ in range(2):
        await take(world.store, ONE, 9)
        await world.store.end_worker(ONE)
    on_trial = await take(world.store, ONE, 9)
    await world.crawl("other")

    assert ids(on_trial.batches) == [2]
    assert (await take(world.store, ONE, 9)).batches == ()


async def test_a_page_whose_lease_expires_alone_three_times_is_poison(world: World) -> None:
    crawl = await world.crawl()

    for night in range(3):
        claim = await take(world.later((LEASE_S + 1) * night), ONE, 9)
        assert ids(claim.batches) == [1], night
    await take(world.later((LEASE_S + 1) * 3), ONE, 9)

    assert (await world.get(crawl)).status is CrawlStatus.FAILED


async def test_poison_ends_as_other_pages_do(world: World) -> None:
    crawl = await crawled(world, page(2), page(3))
    for _ in range(3):
        assert ids((await take(world.store, ONE, 1)).batches) == [2]
        await world.store.end_worker(ONE)
    await report_done(world.store, (await take(world.store, ONE, 1)).batches)

    ended = await world.store.ended_pages(crawl, 9)

    assert [(each.id, each.seq) for each in ended] == [(1, 1), (2, 2), (3, 3)]
    assert (ended[1].state, ended[1].error) == (PageState.FAILED, "poison")
    assert (await world.get(crawl)).seq == 3


async def test_a_root_whose_worker_died_is_queued(world: World) -> None:
    crawl = await world.crawl()
    await take(world.store, ONE, 1)

    await world.store.end_worker(ONE)

    found = await world.get(crawl)
    assert found.figures == PageFigures(found=1, queued=1)
    assert (found.counts.pending, found.counts.in_progress) == (0, 0)


async def test_poison_makes_no_room_when_it_is_opened_again(world: World) -> None:
    crawl = await crawled(world, page(2))
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, Failed(PageId(2), "HttpError", "HTTP 500", 500, 0.0))
    for _ in range(3):
        await take(world.store, ONE, 1)
        await world.store.end_worker(ONE)
    failed = await world.get(crawl)

    assert await world.store.reopen(crawl, Closed(PageState.FAILED), 9) == 1

    assert (failed.figures.failed, failed.answered) == (1, 1)
    assert (await world.get(crawl)).answered == 1


async def test_a_page_that_is_opened_again_is_no_longer_suspect(world: World) -> None:
    crawl = await crawled(world, page(2), page(3))
    for _ in range(3):
        assert ids((await take(world.store, ONE, 1)).batches) == [2]
        await world.store.end_worker(ONE)

    await world.store.reopen(crawl, Closed(PageState.FAILED), 9)

    assert ids((await take(world.store, ONE, 9)).batches) == [2, 3]
