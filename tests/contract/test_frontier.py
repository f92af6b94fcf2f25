"""What every store does with pages: claim, complete, give back."""

import pytest

from contract.conftest import (
    HTTP,
    LEASE_S,
    ONE,
    TWO,
    World,
    done,
    ids,
    page,
    report,
    report_done,
    take,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.domain.outcomes import Discovered, Failed, Returned, SkippedPage, TurnEnd
from leadline.domain.pages import PageKind
from leadline.domain.skips import SkipReason
from leadline.store.contract import Committed


async def found(world: World, count: int, **options: object) -> None:
    """A crawl whose root has been fetched and links to pages 2, 3 and so on."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], *(page(n) for n in range(2, count + 2))))


async def test_the_root_is_claimed_once(world: World) -> None:
    await world.crawl()

    first = await take(world.store, ONE, 10)
    second = await take(world.store, TWO, 10)

    assert ids(first.batches) == [1]
    assert first.batches[0].tasks[0].is_root
    assert second.batches == ()


async def test_what_was_found_first_is_claimed_first_the_shallowest_before_the_others(
    world: World,
) -> None:
    await world.crawl()
    [root] = (await take(world.store, ONE, 1)).batches
    await report(world.store, root, done(root.tasks[0], page(9, 1), page(8, 2), page(7, 1)))

    claim = await take(world.store, ONE, 10)

    assert ids(claim.batches) == [9, 7, 8]


async def test_crawls_that_are_left_to_others_are_not_given(world: World) -> None:
    await world.crawl("a")
    await world.crawl("b")

    claim = await world.store.claim(ONE, HTTP, 10, 1000, besides=[CrawlId("a")])
    nothing = await world.store.claim(TWO, HTTP, 10, 1000, besides=[CrawlId("a")])

    assert [batch.crawl for batch in claim.batches] == ["b"]
    assert (nothing.batches, nothing.ready_in_s) == ((), None)
    assert [batch.crawl for batch in (await take(world.store, TWO, 10)).batches] == ["a"]


async def test_counters_are_exact_at_every_step(world: World) -> None:
    crawl = await world.crawl()
    assert (await world.get(crawl)).counts.total == 0
    [root] = (await take(world.store, ONE, 1)).batches
    await report(world.store, root, done(root.tasks[0], page(2), page(3), page(4), page(5)))
    [batch] = (await take(world.store, ONE, 4)).batches
    two, three, four, five = batch.tasks

    await report(
        world.store,
        batch,
        done(two),
        Failed(three.id, "TimedOut", "slow"),
        SkippedPage(four.id, SkipReason.ROBOTS, "disallow"),
        Returned(five.id),
    )

    counts = (await world.get(crawl)).counts
    assert (counts.total, counts.completed, counts.failed, counts.pending) == (4, 1, 1, 1)
    assert counts.skipped_by[SkipReason.ROBOTS] == counts.skipped == 1
    assert counts.in_progress == counts.cancelled == 0


async def test_a_page_is_stored_once_however_often_it_is_found(world: World) -> None:
    crawl = await world.crawl()
    [root] = (await take(world.store, ONE, 1)).batches
    await report(world.store, root, done(root.tasks[0], page(2), page(3), page(2)))
    [batch] = (await take(world.store, ONE, 2)).batches

    outcomes = [done(task, page(2), page(3), page(1), page(4)) for task in batch.tasks]
    await report(world.store, batch, *outcomes)

    assert (await world.get(crawl)).counts.total == 3


async def test_an_outcome_without_its_lease_is_refused(world: World) -> None:
    crawl = await world.crawl()
    [late] = (await take(world.store, ONE, 1)).batches
    [again] = (await take(world.later(LEASE_S + 1), TWO, 1)).batches

    stale = await report(world.store, late, done(late.tasks[0], page(2)))
    fresh = await report(world.store, again, done(again.tasks[0], page(3)))

    assert stale == Committed(accepted=0, stale=1)
    assert fresh == Committed(accepted=1, stale=0)
    assert (await world.get(crawl)).counts.total == 1
    assert (await world.get(crawl)).stale == 1


async def test_the_same_outcome_twice_takes_effect_once(world: World) -> None:
    crawl = await world.crawl()
    [batch] = (await take(world.store, ONE, 1)).batches
    outcome = done(batch.tasks[0], page(2))

    committed = await report(world.store, batch, outcome, outcome)

    assert committed == Committed(accepted=1, stale=1)
    assert (await world.get(crawl)).answered == 1


async def test_an_expired_lease_is_offered_again(world: World) -> None:
    await found(world, 3)
    [first] = (await take(world.store, ONE, 3)).batches

    [again] = (await take(world.later(LEASE_S + 1), TWO, 3)).batches

    assert again.tasks[0].id == first.tasks[0].id
    assert len(again.tasks) == 1, "a suspect page is leased alone"


async def test_a_renewed_lease_is_not_offered(world: World) -> None:
    await found(world, 3)
    [batch] = (await take(world.store, ONE, 3)).batches
    await world.later(LEASE_S - 1).renew(ONE, [batch.token])

    assert (await take(world.later(LEASE_S + 1), TWO, 3)).batches == ()


async def test_a_dead_workers_pages_are_free_at_once(world: World) -> None:
    await found(world, 5)
    await take(world.store, ONE, 3)

    assert await world.store.end_worker(ONE) == 3

    counts = (await world.get(CrawlId("c"))).counts
    assert (counts.pending, counts.in_progress) == (5, 0)


async def test_a_retry_waits_and_counts(world: World) -> None:
    await world.crawl()
    [batch] = (await take(world.store, ONE, 1)).batches
    failed = Failed(batch.tasks[0].id, "TimedOut", "slow", retry_in_s=30)
    await report(world.store, batch, failed)

    now = await take(world.store, ONE, 1)
    [later] = (await take(world.later(31), ONE, 1)).batches

    assert now.batches == ()
    assert now.ready_in_s is not None
    assert later.tasks[0].attempt == 2


async def test_a_failure_of_the_host_costs_no_attempt(world: World) -> None:
    await world.crawl()
    [batch] = (await take(world.store, ONE, 1)).batches
    failed = Failed(batch.tasks[0].id, "DnsFailed", "?", retry_in_s=0, costs_attempt=False)
    await report(world.store, batch, failed)

    [again] = (await take(world.store, ONE, 1)).batches

    assert again.tasks[0].attempt == 1


async def test_no_more_is_leased_than_the_page_limit_leaves(world: World) -> None:
    await found(world, 9, max_pages=4)

    claim = await take(world.store, ONE, 10)
    more = await take(world.store, TWO, 10)

    assert len(ids(claim.batches)) == 3
    assert more.batches == ()


async def test_at_the_page_limit_the_rest_is_skipped(world: World) -> None:
    await found(world, 9, max_pages=3)
    await report_done(world.store, (await take(world.store, ONE, 10)).batches)

    while await world.store.sweep(CrawlId("c"), 4):
        counts = (await world.get(CrawlId("c"))).counts
        assert counts.total == 9

    counts = (await world.get(CrawlId("c"))).counts
    assert counts.skipped_by[SkipReason.LIMIT] == 7
    assert (counts.completed, counts.pending) == (2, 0)


async def test_crawls_take_turns(world: World) -> None:
    for name in ("x", "y"):
        await world.crawl(name)
    seen = []
    for _ in range(2):
        [batch] = (await take(world.store, ONE, 1)).batches
        seen.append(batch.crawl)

    assert sorted(seen) == ["x", "y"]


async def test_a_worker_can_ask_for_one_crawl_only(world: World) -> None:
    await world.crawl("x")
    await world.crawl("y")

    claim = await take(world.store, ONE, 10, CrawlId("y"))

    assert [batch.crawl for batch in claim.batches] == ["y"]


async def test_workers_share_the_concurrency_of_a_crawl(world: World) -> None:
    await found(world, 50, concurrency=10)
    await world.store.renew(TWO, [])

    one = (await take(world.store, ONE, 8)).batches
    two = (await take(world.store, TWO, 8)).batches

    assert sum(batch.parallel for batch in (*one, *two)) == 10


async def test_who_is_first_leaves_the_others_their_share_of_what_is_ready(world: World) -> None:
    await found(world, 50, concurrency=10)
    await world.store.renew(TWO, [])

    one = await take(world.store, ONE, 50)
    two = await take(world.store, TWO, 50)

    assert (len(ids(one.batches)), len(ids(two.batches))) == (25, 13)


async def test_who_is_alone_gets_all_that_is_ready(world: World) -> None:
    await found(world, 50, concurrency=10)

    assert len(ids((await take(world.store, ONE, 50)).batches)) == 50


async def test_a_second_batch_of_a_queue_adds_nothing_to_what_a_worker_may_open(
    world: World,
) -> None:
    await found(world, 50, concurrency=10)
    first = (await take(world.store, ONE, 8)).batches
    second = (await take(world.store, ONE, 8)).batches
    other = (await take(world.store, TWO, 8)).batches

    assert [batch.parallel for batch in (*first, *second)] == [10, 10]
    assert other == ()


class TestTurns:
    """A host with a gap has one holder at a time."""

    async def test_one_holder_at_a_time(self, world: World) -> None:
        await found(world, 50, delay_ms=100)
        later = world.later(1)

        [turn] = (await take(later, ONE, 64)).batches
        other = await take(later, TWO, 64)

        assert turn.gap_s == pytest.approx(0.1)
        assert len(turn.tasks) == 5
        assert turn.parallel == 2
        assert other.batches == ()
        assert other.ready_in_s is not None

    async def test_after_a_turn_the_host_rests_for_the_gap(self, world: World) -> None:
        await found(world, 50, delay_ms=1000)
        start = world.later(10)
        [turn] = (await take(start, ONE, 64)).batches
        await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))

        early = await take(world.later(10.5), TWO, 64)
        late = await take(world.later(11.1), TWO, 64)

        assert early.batches == ()
        assert early.ready_in_s == pytest.approx(0.5, abs=0.1)
        assert len(ids(late.batches)) == 1

    async def test_requests_left_open_count_against_the_limit(self, world: World) -> None:
        await found(world, 50, delay_ms=250)
        start = world.later(10)
        [turn] = (await take(start, ONE, 64)).batches
        assert len(turn.tasks) == 2
        await report(start, turn, turn_end=TurnEnd(0.0))

        full = await take(world.later(20), TWO, 64)
        await report(start, turn, done(turn.tasks[0]))
        [half] = (await take(world.later(20), TWO, 64)).batches

        assert full.batches == ()
        assert half.parallel == 1

    async def test_the_strictest_crawl_decides(self, world: World) -> None:
        await world.crawl("fast", delay_ms=0)
        await world.crawl("slow", delay_ms=2000)

        batches = (await take(world.later(1), ONE, 64)).batches

        assert [batch.gap_s for batch in batches] == [2.0]

    async def test_who_waited_longest_is_next(self, world: World) -> None:
        await world.crawl("x", delay_ms=1000)
        await world.crawl("y", delay_ms=1000)
        start = world.later(10)
        [turn] = (await take(start, ONE, 1, CrawlId("x"))).batches
        assert (await take(start, TWO, 1, CrawlId("y"))).batches == ()
        pages = [page(n) for n in range(2, 9)]
        await report(start, turn, done(turn.tasks[0], *pages), turn_end=TurnEnd(0.0))

        free = world.later(11.005)
        greedy = await take(free, ONE, 1, CrawlId("x"))
        waiter = await take(free, TWO, 1, CrawlId("y"))

        assert greedy.batches == ()
        assert [batch.crawl for batch in waiter.batches] == ["y"]


BOTH = frozenset([PageKind.PAGE, PageKind.SITEMAP])


async def with_sitemap(world: World, **options: object) -> None:
    """A crawl with pages and a sitemap on one host."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    sitemap = page(9, depth=0, kind=PageKind.SITEMAP)
    await report(world.store, batch, done(batch.tasks[0], page(2), page(3), sitemap))


async def test_the_sitemaps_of_a_host_come_before_its_pages(world: World) -> None:
    await with_sitemap(world)

    batches = (await world.store.claim(ONE, BOTH, 9, 9)).batches

    assert [ids([batch]) for batch in batches] == [[9], [2, 3]]


async def test_pages_and_sitemaps_of_a_host_share_its_turn(world: World) -> None:
    await with_sitemap(world, delay_ms=1000)
    store = world.later(2)

    [turn] = (await store.claim(ONE, BOTH, 9, 9)).batches
    meanwhile = await store.claim(TWO, BOTH, 9, 9)
    await report(store, turn, done(turn.tasks[0]), turn_end=TurnEnd(0.0))
    early = await world.later(2.5).claim(TWO, BOTH, 9, 9)
    [after] = (await world.later(3.5).claim(TWO, BOTH, 9, 9)).batches

    assert ids([turn]) == [9]
    assert meanwhile.batches == early.batches == ()
    assert after.tasks[0].kind is PageKind.PAGE


async def test_all_pages_whose_time_has_come_are_ready(world: World) -> None:
    await found(world, 5)
    [batch] = (await take(world.store, ONE, 9)).batches
    slow = [Failed(task.id, "TimedOut", "slow", retry_in_s=30) for task in batch.tasks]
    await report(world.store, batch, *slow)

    assert ids((await take(world.later(31), ONE, 9)).batches) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"concurrency": 1}, PageKind.PAGE),
        ({"max_pages": 1}, PageKind.PAGE),
        ({}, PageKind.SITEMAP),
    ],
)
async def test_a_root_is_tried_again_although_its_first_links_are_known(
    world: World, options: dict[str, object], kind: PageKind
) -> None:
    await world.crawl("c", **{"delay_ms": 100} | options)
    [batch] = (await take(world.store, ONE, 1)).batches
    host = "b.example" if kind is PageKind.PAGE else "a.example"
    await report(
        world.store, batch, Discovered(batch.tasks[0].id, (page(2, host=host, kind=kind),))
    )
    await world.store.end_worker(ONE)

    again = await world.later(2).claim(TWO, BOTH, 9, 9)

    assert ids(again.batches) == [1]


async def test_the_attempt_to_reach_a_silent_host_counts_against_the_limit_of_pages(
    world: World,
) -> None:
    crawl = await world.crawl("c")
    [root] = (await take(world.store, ONE, 1)).batches
    silent = [page(n, host="b.example") for n in (3, 4, 5)]
    await report(world.store, root, done(root.tasks[0], page(2), *silent))
    batches = (await take(world.store, ONE, 9)).batches
    [of_silent] = [batch for batch in batches if batch.host == "b.example"]
    fails = [
        Failed(task.id, "Refused", "no answer", retry_in_s=0.0, is_of_host=True)
        for task in of_silent.tasks
    ]
    await report(world.store, of_silent, *fails)
    await world.store.set_options(crawl, CrawlOptions(delay_ms=0, concurrency=32, max_pages=2))

    full = await take(world.later(6), ONE, 9)
    await world.store.set_options(crawl, CrawlOptions(delay_ms=0, concurrency=32, max_pages=3))
    free = await take(world.later(6), ONE, 9)

    assert full.batches == ()
    assert len(ids(free.batches)) == 1


async def test_a_root_is_tried_again_beside_pages_of_many_hosts(world: World) -> None:
    await world.crawl("c", delay_ms=100)
    [batch] = (await take(world.store, ONE, 1)).batches
    many = tuple(page(n, host=f"h{n}.other", site=f"h{n}.other") for n in range(2, 102))
    await report(world.store, batch, Discovered(batch.tasks[0].id, many))
    await world.store.end_worker(ONE)

    again = await take(world.later(2), TWO, 9)

    assert ids(again.batches) == [1]
