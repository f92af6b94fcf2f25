"""What every store does with pages that changed options let in, or leave out."""

from dataclasses import replace

import pytest

from contract.conftest import ONE, World, done, ids, page, report, report_done, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.outcomes import Failed, SkippedPage
from leadline.domain.pages import Closed, NewPage, PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason

C = CrawlId("c")
EXCLUDED = (SkipReason.SCOPE, "exclude")


async def crawled(world: World, *found: NewPage, **options: object) -> None:
    """A crawl whose root has been fetched and links to these pages."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], *found))


async def states(world: World) -> dict[int, str]:
    return {each.id: each.state for each in await world.store.pages(C, 100)}


async def skips(world: World) -> dict[str, int]:
    return {each.rule: each.pages for each in await world.store.skips(C)}


async def test_pages_of_a_rule_come_as_they_were_found(world: World) -> None:
    kept_out = [page(n, skipped=EXCLUDED) for n in (5, 3, 9)]
    await crawled(world, *kept_out, page(4, skipped=(SkipReason.SCOPE, "host")), page(2))

    first = await world.store.skipped_pages(C, EXCLUDED, 2)
    rest = await world.store.skipped_pages(C, EXCLUDED, 2, first[-1].id)

    assert [each.id for each in (*first, *rest)] == [5, 3, 9]
    assert await world.store.skipped_pages(C, (SkipReason.TRAP, "exclude"), 9) == []


async def test_what_no_rule_keeps_out_is_fetched_and_counted(world: World) -> None:
    await crawled(world, *(page(n, skipped=EXCLUDED) for n in (2, 3, 4)), page(5))

    let_in = [page(2), page(3), page(5), page(77)]
    moved = await world.store.readmit(C, let_in)
    again = await world.store.readmit(C, let_in)

    counts = (await world.get(C)).counts
    assert (moved, again) == (2, 0)
    assert (counts.total, counts.pending, counts.skipped) == (4, 3, 1)
    assert await skips(world) == {"exclude": 1}
    assert sorted(ids((await take(world.store, ONE, 9)).batches)) == [2, 3, 5]


async def test_what_is_too_deep_is_recorded_and_what_another_rule_keeps_out_has_that(
    world: World,
) -> None:
    await crawled(world, *(page(n, skipped=EXCLUDED) for n in (2, 3, 4)))

    moved = await world.store.readmit(
        C,
        [
            page(2, is_fetched=False),
            page(3, skipped=Rule.NOFOLLOW.pair),
            page(4, skipped=EXCLUDED),
        ],
    )

    counts = (await world.get(C)).counts
    assert moved == 0
    assert await states(world) == {1: "COMPLETED", 2: "COMPLETED", 3: "SKIPPED", 4: "SKIPPED"}
    assert await skips(world) == {Rule.NOFOLLOW: 1, "exclude": 1}
    assert (counts.completed, counts.skipped) == (1, 2)
    assert (await world.get(C)).figures.too_deep == 1


async def test_a_budget_that_was_raised_lets_in_as_many_more(world: World) -> None:
    days = [page(n, shape="/day/{n}") for n in range(2, 12)]
    await crawled(world, *days, max_per_shape=2)
    [shape] = await world.store.trapped_shapes(C, 9)
    assert (shape.taken, shape.skipped) == (2, 8)

    await world.store.set_options(C, replace((await world.get(C)).options, max_per_shape=5))
    chunk = await world.store.skipped_pages(C, (SkipReason.TRAP, "max_per_shape"), 100)
    moved = await world.store.readmit(C, [page(each.id, shape="/day/{n}") for each in chunk])

    assert moved == 3
    assert await skips(world) == {"max_per_shape": 5}
    [shape] = await world.store.trapped_shapes(C, 9)
    assert (shape.taken, shape.skipped) == (5, 5)


@pytest.mark.parametrize(
    ("status", "after", "moved"),
    [
        (CrawlStatus.COMPLETED, CrawlStatus.RUNNING, 1),
        (CrawlStatus.PAUSED, CrawlStatus.PAUSED, 1),
        (CrawlStatus.CANCELLED, CrawlStatus.CANCELLED, 0),
    ],
)
async def test_a_crawl_that_was_done_runs_again(
    world: World, status: CrawlStatus, after: CrawlStatus, moved: int
) -> None:
    await crawled(world, page(2, skipped=EXCLUDED))
    if status is CrawlStatus.COMPLETED:
        assert await world.store.finish(C)
    else:
        await world.store.set_status(C, status)

    assert await world.store.readmit(C, [page(2)]) == moved
    assert (await world.get(C)).status == after


async def test_pages_beyond_a_lower_limit_are_put_off_in_chunks(world: World) -> None:
    await crawled(world, *(page(n, depth=n // 2) for n in range(2, 9)))
    await world.store.set_options(C, replace((await world.get(C)).options, max_depth=2))

    moved = [await world.store.put_off(C, 2) for _ in range(3)]

    counts = (await world.get(C)).counts
    assert moved == [2, 1, 0]
    assert (counts.pending, counts.completed) == (4, 3)
    assert (await world.get(C)).figures.too_deep == 3
    batches = (await take(world.store, ONE, 9)).batches
    assert sorted(ids(batches)) == [2, 3, 4, 5]
    await report_done(world.store, batches)
    assert await world.store.idle() == [C]


async def test_pages_that_wait_for_another_attempt_are_not_put_off(world: World) -> None:
    await crawled(world, page(2, depth=3))
    [batch] = (await take(world.store, ONE, 9)).batches
    await report(world.store, batch, Failed(PageId(2), "TimedOut", "?", retry_in_s=9.0))
    await world.store.set_options(C, replace((await world.get(C)).options, max_depth=2))

    assert await world.store.put_off(C, 9) == 0
    assert ids((await take(world.later(10), ONE, 9)).batches) == [2]


async def test_pages_that_are_opened_again_beyond_the_limit_are_recorded(world: World) -> None:
    near, deep = page(2, depth=1, skipped=EXCLUDED), page(3, depth=9, skipped=EXCLUDED)
    await crawled(world, near, deep, max_depth=3)

    assert await world.store.reopen(C, Closed(PageState.SKIPPED), 10) == 2
    assert await states(world) == {1: "COMPLETED", 2: "PENDING", 3: "COMPLETED"}
    assert (await world.get(C)).figures.too_deep == 1


async def test_failed_pages_are_opened_again_by_what_they_answered(world: World) -> None:
    await crawled(world, *(page(n) for n in range(2, 5)))
    [batch] = (await take(world.store, ONE, 9)).batches
    answers = [404, 503, None]
    outcomes = [
        Failed(task.id, "HttpError", "?", status)
        for task, status in zip(batch.tasks, answers, strict=True)
    ]
    await report(world.store, batch, *outcomes)
    assert (await world.get(C)).answered == 3

    assert await world.store.reopen(C, Closed(PageState.FAILED, status=(500, 599)), 10) == 1
    assert (await states(world))[batch.tasks[1].id] == "PENDING"
    assert (await world.get(C)).answered == 2


async def test_pages_that_ended_again_meanwhile_are_not_meant(world: World) -> None:
    await crawled(world, *(page(n) for n in (2, 3, 5)), page(4, skipped=EXCLUDED))
    [batch] = (await take(world.store, ONE, 9)).batches
    first, second, third = batch.tasks
    await report(world.store, batch, Failed(first.id, "TimedOut", "?"))
    seq = (await world.get(C)).seq
    later = SkippedPage(third.id, *Rule.NOFOLLOW.pair)
    await report(world.store, batch, Failed(second.id, "TimedOut", "?"), later)
    failed, skipped = (Closed(state, until=seq) for state in (PageState.FAILED, PageState.SKIPPED))

    assert [await world.store.reopen(C, failed, 10) for _ in range(2)] == [1, 0]
    assert await world.store.reopen(C, skipped, 10) == 1
    after = await states(world)
    assert (after[second.id], after[third.id]) == ("FAILED", "SKIPPED")


async def test_room_below_the_limit_is_not_for_pages_that_another_rule_skips(world: World) -> None:
    await crawled(world, page(2, skipped=EXCLUDED), page(3), max_pages=10)

    assert await world.store.sweep(C, 10) == 0
    assert (await states(world))[2] == "SKIPPED"


async def test_a_page_limit_leaves_room_for_what_is_tried_again(world: World) -> None:
    await crawled(world, page(2), page(3), max_pages=2)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, Failed(batch.tasks[0].id, "HttpError", "HTTP 500", 500))
    while await world.store.sweep(C, 10):
        pass

    await world.store.reopen(C, Closed(PageState.FAILED), 10)

    assert await world.store.sweep(C, 10) == 0
    assert ids((await take(world.store, ONE, 9)).batches) == [batch.tasks[0].id]


async def test_a_crawl_that_was_done_does_not_run_again_for_nothing(world: World) -> None:
    await crawled(world, page(2, skipped=EXCLUDED), page(3, skipped=EXCLUDED))
    assert await world.store.finish(C)

    still = [page(2, skipped=Rule.NOFOLLOW.pair), page(3, is_fetched=False)]

    assert await world.store.readmit(C, still) == 0
    assert (await world.get(C)).status is CrawlStatus.COMPLETED


async def test_nothing_of_a_cancelled_crawl_is_opened_again(world: World) -> None:
    await crawled(world, page(2))
    [batch] = (await take(world.store, ONE, 9)).batches
    await report(world.store, batch, Failed(batch.tasks[0].id, "TimedOut", "?"))
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    assert await world.store.reopen(C, Closed(PageState.FAILED), 10) == 0
    assert (await world.get(C)).status is CrawlStatus.CANCELLED
    assert (await states(world))[2] == "FAILED"


async def test_a_limit_that_leaves_no_room_does_not_let_a_crawl_run_again(world: World) -> None:
    await crawled(world, page(2), page(3), max_pages=2)
    await report_done(world.store, (await take(world.store, ONE, 1)).batches)
    await world.store.sweep(C, 9)
    assert await world.store.finish(C)
    options = (await world.get(C)).options

    assert not await world.store.set_options(C, replace(options, concurrency=1))
    crawl = await world.get(C)
    assert (crawl.status, crawl.options) == (CrawlStatus.COMPLETED, options)


async def test_a_page_that_is_opened_again_has_all_its_attempts_and_waits(world: World) -> None:
    await crawled(world, page(2))
    for outcome in (
        Failed(PageId(2), "HttpError", "HTTP 429", 429, 0.0, host_wait_s=0.0),
        Failed(PageId(2), "TimedOut", "slow"),
    ):
        [batch] = (await take(world.store, ONE, 9)).batches
        await report(world.store, batch, outcome)

    await world.store.reopen(C, Closed(PageState.FAILED), 9)

    [again] = (await take(world.store, ONE, 9)).batches
    assert (batch.tasks[0].attempt, batch.tasks[0].waits) == (2, 1)
    assert (again.tasks[0].attempt, again.tasks[0].waits) == (1, 0)


async def test_a_page_that_is_opened_again_has_not_ended(world: World) -> None:
    await crawled(world, page(2), page(3, depth=2), max_depth=2)
    [batch] = (await take(world.store, ONE, 9)).batches
    first, second = batch.tasks
    failed = Failed(first.id, "HttpError", "HTTP 500", 500)
    await report(world.store, batch, failed, Failed(second.id, "TimedOut", "?"))

    assert await world.store.reopen(C, Closed(PageState.FAILED), 9) == 2

    pages = {each.id: each for each in await world.store.pages(C, 9)}
    assert (pages[first.id].error, pages[first.id].status) == (None, None)
    assert pages[second.id].state is PageState.PENDING
    assert [each.id for each in await world.store.ended_pages(C, 9)] == [1]


async def test_a_page_that_is_taken_in_again_has_not_ended(world: World) -> None:
    await crawled(world, page(2), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches
    await report(world.store, batch, SkippedPage(PageId(2), *Rule.NOFOLLOW.pair))

    assert await world.store.readmit(C, [page(2)]) == 1

    assert [each.id for each in await world.store.ended_pages(C, 9)] == [1]


async def test_a_crawl_that_was_done_does_not_run_again_without_failed_pages(
    world: World,
) -> None:
    await crawled(world, max_pages=9)
    assert await world.store.finish(C)

    assert await world.store.reopen(C, Closed(PageState.FAILED), 9) == 0
    assert not await world.store.set_options(C, CrawlOptions(max_pages=10))
    assert (await world.get(C)).status is CrawlStatus.COMPLETED


async def test_a_raised_limit_opens_what_it_skipped_and_as_much_as_was_asked_for(
    world: World,
) -> None:
    excluded = page(20, skipped=EXCLUDED)
    await crawled(world, *map(page, range(2, 12)), excluded, max_pages=1)
    assert await world.store.sweep(C, 20) == 10
    await world.store.set_options(C, CrawlOptions(delay_ms=0, max_pages=5))

    opened = await world.store.sweep(C, 2)
    [batch] = (await take(world.store, ONE, 1)).batches
    rest = [await world.store.sweep(C, 20) for _ in range(2)]

    assert (opened, len(batch.tasks), rest) == (2, 1, [2, 0])
    await world.store.set_options(C, CrawlOptions(delay_ms=0))
    assert await world.store.sweep(C, 20) == 6
    assert (await states(world))[excluded.id] == "SKIPPED"


async def test_pages_of_hosts_that_are_known_need_no_room_among_hosts(world: World) -> None:
    hosts = [page(number, host=f"{number}.example") for number in range(2, 7)]
    shy = page(10, host="2.example", skipped=Rule.NOFOLLOW.pair)
    new = page(11, host="11.example", skipped=Rule.NOFOLLOW.pair)
    await crawled(world, *hosts, shy, new)

    readmitted = [each._replace(skipped=None) for each in (shy, new)]

    assert await world.store.readmit(C, readmitted) == 1
    assert (await states(world))[shy.id] == "PENDING"
