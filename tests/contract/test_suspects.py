"""Suspect pages: how a page that kills its workers is found, and what it costs the others."""

from contract.conftest import (
    HTTP,
    LEASE_S,
    ONE,
    TWO,
    World,
    crawled,
    done,
    ids,
    page,
    report,
    report_done,
    take,
)
from leadline.domain.crawls import CrawlId, CrawlStatus, PageFigures, PageId
from leadline.domain.outcomes import Failed
from leadline.domain.pages import Batch, Closed, PageState, WorkerId


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


async def test_a_page_that_kills_its_workers_alone_is_poison(world: World) -> None:
    crawl = await world.crawl()

    for attempt in range(3):
        claim = await take(world.store, ONE, 10)
        assert ids(claim.batches) == [1], attempt
        await world.store.end_worker(ONE)

    assert (await take(world.store, ONE, 10)).batches == ()
    ended = await world.get(crawl)
    assert (ended.status, "poison" in ended.reason) == (CrawlStatus.FAILED, True)


async def take_all(world: World, worker: WorkerId) -> list[Batch]:
    """All that a worker can get, claim after claim."""
    taken: list[Batch] = []
    while batches := (await take(world.store, worker, 64)).batches:
        taken += batches
    return taken


async def test_of_pages_that_die_together_only_the_one_that_kills_is_poison(world: World) -> None:
    await crawled(world, *map(page, range(2, 22)))
    deaths = 0

    while batches := await take_all(world, ONE):
        if 7 in ids(batches):
            deaths += 1
            await world.store.end_worker(ONE)
        else:
            await report_done(world.store, batches)

    counts = (await world.get(CrawlId("c"))).counts
    assert (counts.completed, counts.failed) == (19, 1)
    assert deaths == 5, "in a batch, among suspects, and three times alone"


async def test_a_sleeper_with_many_pages_makes_none_of_them_poison(world: World) -> None:
    await crawled(world, *map(page, range(2, 10)))

    for night in range(4):
        store = world.later((LEASE_S + 1) * night)
        while (await take(store, ONE, 64)).batches:
            pass

    await world.later((LEASE_S + 1) * 4).claim(TWO, HTTP, 1, 1)
    assert (await world.get(CrawlId("c"))).counts.failed == 0


async def test_a_page_on_trial_is_all_that_its_worker_holds(world: World) -> None:
    await crawled(world, page(2), page(3), page(4))
    for _ in range(2):
        await take_all(world, ONE)
        await world.store.end_worker(ONE)
    [root] = (await take(world.store, TWO, 1, await world.crawl("other"))).batches

    with_full_hands = await take(world.store, TWO, 64)
    alone = await take_all(world, ONE)
    await report_done(world.store, [root])
    next_one = await take_all(world, TWO)

    assert with_full_hands.batches == ()
    assert ids(alone) == [2]
    assert ids(next_one) == [3]


async def test_innocent_pages_survive_the_death_of_their_worker(world: World) -> None:
    await crawled(world, *map(page, range(2, 6)))
    await take(world.store, ONE, 4)
    await world.store.end_worker(ONE)

    seen = []
    while batches := (await take(world.store, ONE, 4)).batches:
        seen += ids(batches)
        await report_done(world.store, batches)

    assert sorted(seen) == [2, 3, 4, 5]


async def test_a_suspect_page_is_not_leased_behind_others(world: World) -> None:
    await crawled(world, page(2), page(3, depth=2))
    await world.store.renew(TWO, [])
    [first] = (await take(world.store, ONE, 1)).batches
    assert ids((await take(world.store, TWO, 1)).batches) == [3]
    await world.store.end_worker(TWO)

    await report(world.store, first, done(first.tasks[0], page(4)))

    others = (await take(world.store, ONE, 9)).batches
    await report_done(world.store, others)
    assert ids(others) == [4]
    assert ids((await take(world.store, ONE, 9)).batches) == [3]


async def test_a_claim_that_gives_other_pages_gives_no_page_on_trial(world: World) -> None:
    await crawled(world, page(2), name="other")
    suspect = await crawled(world, page(2), name="suspect")
    for _ in range(2):
        assert ids((await take(world.store, ONE, 9, suspect)).batches) == [2]
        await world.store.end_worker(ONE)

    claim = await take(world.store, ONE, 9)

    assert [batch.crawl for batch in claim.batches] == ["other"]
