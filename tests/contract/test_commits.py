"""What every store makes of reports."""

from dataclasses import replace

import pytest

from contract.conftest import HTTP, LEASE_S, ONE, TWO, World, done, ids, page, report, take
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlStatus, Sitemaps
from leadline.domain.outcomes import (
    Completed,
    Discovered,
    Escalated,
    Failed,
    Report,
    Returned,
    SkippedPage,
    TurnEnd,
)
from leadline.domain.pages import Answer, Batch, Closed, FoundBy, NewPage, Page, PageKind, PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason

C = CrawlId("c")


async def root(world: World, **options: object) -> Batch:
    """A crawl whose root is in hand."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    return batch


async def test_a_repeated_commit_gives_the_first_answer_and_changes_nothing(world: World) -> None:
    batch = await root(world)
    reports = [Report(batch.token, C, batch.host, (done(batch.tasks[0], page(2)),))]

    first = await world.store.complete(ONE, 7, reports)
    again = await world.store.complete(ONE, 7, reports)
    other = await world.store.complete(ONE, 8, reports)

    assert (first.accepted, first.stale) == (again.accepted, again.stale) == (1, 0)
    assert (other.accepted, other.stale) == (0, 1)
    assert (await world.get(C)).answered == 1


async def test_every_fact_of_an_answer_is_read_as_it_was_stored(world: World) -> None:
    batch = await root(world)
    answer = Answer(
        status=301,
        content_type="text/plain",
        size=5,
        title="Moved",
        truncated="length",
        parse="gave up",
        content_hash=9,
        redirected_to=Address("http://a.example/2"),
        timings=(1.5, 2.0, 3.0),
        ip="::1",
        ended_at=Address("http://a.example/1/"),
    )

    await report(world.store, batch, Completed(batch.tasks[0].id, answer))

    [kept] = await world.store.pages(C, 1)
    assert {name: getattr(kept, name) for name in Answer._fields} == answer._asdict()
    assert len(set(answer)) == len(answer)


async def test_of_leases_only_those_that_are_named_are_lengthened(world: World) -> None:
    batch = await root(world)

    lost = await world.later(LEASE_S - 1).renew(ONE, [])
    unknown = await world.store.renew(ONE, [batch.token, 99])  # type: ignore[list-item]
    foreign = await world.store.renew(TWO, [batch.token])

    assert lost == set()
    assert unknown == {99}
    assert foreign == {batch.token}
    assert ids((await take(world.later(LEASE_S + 2), TWO, 1)).batches) == [1]


async def test_what_was_discovered_is_stored_while_its_page_is_in_work(world: World) -> None:
    batch = await root(world)

    await report(world.store, batch, Discovered(batch.tasks[0].id, (page(2), page(3))))
    between = (await world.get(C)).counts
    await report(world.store, batch, done(batch.tasks[0], page(4)))

    assert (between.total, between.pending) == (2, 2)
    assert (await world.get(C)).counts.total == 3


async def test_what_was_found_on_a_root_that_moved_was_found_where_it_is(world: World) -> None:
    batch = await root(world)
    first, end = batch.tasks[0], page(9, depth=0)

    found = Discovered(first.id, (page(2),))
    await report(world.store, batch, found, done(first, page(3), moved_to=end))

    pages = await world.store.pages(C, 10)
    assert {each.id: each.found_on for each in pages} == {2: 9, 3: 9, 9: None}


async def test_a_root_may_end_at_another_address_of_the_same_page(world: World) -> None:
    batch = await root(world)
    end = page(1, depth=0, address=Address("http://a.example/1/"))

    await report(world.store, batch, done(batch.tasks[0], page(2), moved_to=end))

    pages = await world.store.pages(C, 10)
    assert [(each.id, each.address) for each in pages] == [
        (1, "http://a.example/1/"),
        (2, "http://a.example/2"),
    ]
    assert (await world.get(C)).counts.total == 1


async def test_a_root_may_end_at_what_was_taken_for_a_sitemap(world: World) -> None:
    batch = await root(world)
    first = batch.tasks[0]
    sitemap = page(9, kind=PageKind.SITEMAP)
    await report(world.store, batch, Discovered(first.id, (page(2), sitemap)))

    await report(world.store, batch, done(first, moved_to=page(9, depth=0)))

    figures = (await world.get(C)).figures
    assert (figures.found, figures.fetched, figures.queued) == (2, 1, 1)


async def test_a_root_that_moves_later_is_where_all_was_found(world: World) -> None:
    """Also what another commit stored, the page that it turns out to be, and where it began."""
    batch = await root(world)
    first = batch.tasks[0]
    await report(world.store, batch, Discovered(first.id, (page(2), page(9))))

    meanwhile = await take(world.store, TWO, 8)
    await report(
        world.store,
        batch,
        done(first, page(1, address="http://a.example/1"), moved_to=page(9, depth=0)),
    )

    pages = await world.store.pages(C, 10)
    assert meanwhile.batches == (), "nobody knows yet what links to where it began lead to"
    assert {each.id: each.found_on for each in pages} == {1: 9, 2: 9, 9: None}
    counts = (await world.get(C)).counts
    assert (counts.total, counts.pending, counts.completed) == (2, 2, 0)
    assert sorted(ids((await take(world.store, TWO, 8)).batches)) == [1, 2]


async def test_an_escalated_page_waits_for_a_browser(world: World) -> None:
    batch = await root(world)

    await report(world.store, batch, Escalated(batch.tasks[0].id, "empty mount point"))
    http = await take(world.store, ONE, 1)
    [browser] = (await world.store.claim(ONE, [PageKind.BROWSER], 1, 1)).batches

    assert http.batches == ()
    assert browser.tasks[0].kind is PageKind.BROWSER
    assert browser.tasks[0].attempt == 1


async def test_a_crawl_is_ending_when_few_pages_are_left_and_worked_on(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], page(2), page(3)))
    [first] = (await take(world.store, ONE, 1)).batches

    assert len(first.tasks) == 1
    assert not await world.store.is_any_ending(1, soon_s=1.0)
    assert await world.store.is_any_ending(2, soon_s=1.0)


async def test_a_crawl_whose_pages_wait_is_not_ending(world: World) -> None:
    batch = await root(world)
    busy = Failed(batch.tasks[0].id, "HttpError", "HTTP 429", retry_in_s=0.0, host_wait_s=100)
    await report(world.store, batch, busy)
    await take(world.store, ONE, 1)

    assert not await world.store.is_any_ending(9, soon_s=1.0)
    assert await world.store.is_any_ending(9, soon_s=200.0)


async def test_sitemaps_are_outside_all_counts_but_the_crawl_waits_for_them(world: World) -> None:
    batch = await root(world, max_pages=1)
    await report(world.store, batch, done(batch.tasks[0], page(2, kind=PageKind.SITEMAP)))
    before, idle = await world.get(C), await world.store.idle()

    [sitemap] = (await world.store.claim(ONE, [PageKind.SITEMAP], 5, 5)).batches
    await report(world.store, sitemap, done(sitemap.tasks[0]))

    assert before.counts.total == before.counts.pending == 0
    assert idle == []
    after = await world.get(C)
    assert (after.counts.total, after.answered) == (0, 1)
    assert await world.store.idle() == [C]
    assert [each.id for each in await world.store.pages(C, 10)] == [1]


async def test_what_became_of_sitemaps_is_counted_apart(world: World) -> None:
    batch = await root(world)
    sitemaps = [sitemap(number) for number in range(2, 10)]
    await report(world.store, batch, done(batch.tasks[0], *sitemaps))
    [some] = (await world.store.claim(ONE, [PageKind.SITEMAP], 9, 9)).batches
    read, gone, closed, *_ = some.tasks

    await report(
        world.store,
        some,
        done(read),
        Failed(gone.id, "HttpError", "HTTP 404", 404),
        SkippedPage(closed.id, SkipReason.ROBOTS, "disallow"),
    )

    crawl = await world.get(C)
    # Three of eight are beyond the budget of this world.
    assert crawl.sitemaps == Sitemaps(read=1, failed=1, skipped=1 + 3)
    assert (crawl.counts.total, crawl.counts.skipped, crawl.answered) == (0, 0, 1)
    assert len(some.tasks) == 5


async def test_the_budget_of_sitemaps_holds_for_all_that_are_found_later(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], *map(sitemap, range(2, 6))))
    [batch] = (await world.store.claim(ONE, [PageKind.SITEMAP], 1, 9)).batches

    await report(world.store, batch, done(batch.tasks[0], *map(sitemap, range(10, 20))))

    [more] = (await world.store.claim(ONE, [PageKind.SITEMAP], 20, 20)).batches
    assert len(more.tasks) == 4
    assert (await world.get(C)).sitemaps == Sitemaps(read=1, skipped=9)


async def test_what_sitemaps_list_is_found_on_no_page_and_remembered(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], page(2), page(3), sitemap(9)))
    [batch] = (await world.store.claim(ONE, [PageKind.SITEMAP], 1, 9)).batches
    by = FoundBy.SITEMAP

    await report(world.store, batch, done(batch.tasks[0], *(page(n, found_by=by) for n in (3, 4))))

    assert await world.store.listed_pages(C, 1) == [3]
    assert await world.store.listed_pages(C, 9, page(3).id) == [4]
    pages: dict[int, Page] = {each.id: each for each in await world.store.pages(C, 10)}
    assert {number: each.found_on for number, each in pages.items()} == {
        1: None,
        2: 1,
        3: 1,
        4: None,
    }
    assert (pages[3].found_by, pages[4].found_by) == (FoundBy.LINK, by)
    assert pages[4].parent is None


async def test_a_page_that_was_found_and_is_listed_in_one_commit_is_remembered(
    world: World,
) -> None:
    batch = await root(world)

    listed = page(2, found_by=FoundBy.SITEMAP)
    await report(world.store, batch, done(batch.tasks[0], page(2), listed))

    assert await world.store.listed_pages(C, 9) == [2]


def sitemap(number: int) -> NewPage:
    return page(number, depth=0, kind=PageKind.SITEMAP, found_by=FoundBy.SITEMAP)


async def test_a_worker_gets_no_more_than_it_has_slots_for(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 30))))

    [few] = (await world.store.claim(ONE, HTTP, 20, 3)).batches

    assert few.parallel == 3


async def test_a_suspect_page_that_was_given_back_is_still_suspect(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 9))))
    await take(world.store, ONE, 8)
    await world.store.end_worker(ONE)
    [alone] = (await take(world.store, ONE, 8)).batches[:1]

    await report(world.store, alone, Returned(alone.tasks[0].id))
    [again] = (await take(world.store, ONE, 8)).batches[:1]

    assert len(alone.tasks) == len(again.tasks) == 1


async def test_a_page_goes_on_where_redirects_led_and_knows_how_many(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], page(2)))
    [batch] = (await take(world.store, ONE, 8)).batches
    there = Address("http://a.example/2?utm_source=x")

    await report(world.store, batch, Returned(batch.tasks[0].id, there, hops=3))
    [again] = (await take(world.store, ONE, 8)).batches

    assert (again.tasks[0].address, again.tasks[0].hops) == (there, 3)


class TestSeveralAddressesOfOnePage:
    """A rule that refuses one address of a page may allow another."""

    async def test_found_together(self, world: World) -> None:
        batch = await root(world)

        await report(world.store, batch, done(batch.tasks[0], refused(2), page(2)))

        [batch] = (await take(world.store, ONE, 5)).batches
        assert batch.tasks[0].address == page(2).address

    async def test_found_later(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], refused(2), page(3)))
        before = (await world.get(C)).counts
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], refused(2), page(2)))

        after = (await world.get(C)).counts
        assert (before.skipped, before.total) == (1, 2)
        assert (after.skipped, after.total, after.pending) == (0, 2, 1)
        [batch] = (await take(world.store, ONE, 5)).batches
        assert batch.tasks[0].address == page(2).address

    async def test_found_later_by_a_link_that_may_be_followed(self, world: World) -> None:
        batch = await root(world)
        shy = page(2, skipped=Rule.NOFOLLOW.pair)
        await report(world.store, batch, done(batch.tasks[0], shy, page(3)))
        before = (await world.get(C)).counts
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], shy, page(2, depth=2)))

        after = (await world.get(C)).counts
        assert before.skipped_by[SkipReason.ROBOTS] == 1
        assert (after.skipped, after.total, after.pending) == (0, 2, 1)
        [batch] = (await take(world.store, ONE, 5)).batches
        assert (batch.tasks[0].id, batch.tasks[0].depth) == (2, 2)

    @pytest.mark.parametrize("is_together", [False, True])
    async def test_found_by_links_that_go_round_and_by_one_that_does_not(
        self, world: World, *, is_together: bool
    ) -> None:
        batch = await root(world)
        endless = [page(n, goes_round=True) for n in range(2, 9)]
        plain = (page(8),) if is_together else ()
        await report(world.store, batch, done(batch.tasks[0], *endless, *plain))
        [batch] = (await take(world.store, ONE, 1)).batches

        await report(world.store, batch, done(batch.tasks[0], *endless, page(8)))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.skipped_by[SkipReason.TRAP]) == (7, 3)
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.taken, cut.skipped) == (3, 3 if is_together else 4)
        assert 8 in ids((await take(world.store, ONE, 9)).batches)

    async def test_found_later_beyond_the_depth_limit(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], refused(2), page(3)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], page(2, depth=9, is_fetched=False)))

        counts = (await world.get(C)).counts
        assert (counts.skipped, counts.completed, counts.pending) == (0, 2, 0)
        found = (await world.store.pages_by_id(C, [page(2).id]))[page(2).id]
        assert (found.state, found.is_fetched, found.depth) == (PageState.COMPLETED, False, 9)

    async def test_found_later_beyond_a_budget(self, world: World) -> None:
        batch = await root(world, max_per_shape=1)
        ways = [page(n, shape="/day/{n}") for n in (2, 3, 4)]
        shy = [each._replace(skipped=Rule.NOFOLLOW.pair) for each in ways]
        await report(world.store, batch, done(batch.tasks[0], *shy, page(9)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], *ways))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.pending, counts.skipped) == (4, 1, 2)
        assert counts.skipped_by[SkipReason.TRAP] == 2
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.taken, cut.skipped) == (1, 2)


def refused(number: int) -> NewPage:
    address = Address(f"http://a.example/{number}?utm_source=x")
    return page(number, address=address, skipped=(SkipReason.SCOPE, "exclude"))


async def test_patience_is_counted(world: World) -> None:
    batch = await root(world)
    busy = Failed(batch.tasks[0].id, "HttpError", "HTTP 429", 429, 0.0, host_wait_s=1)

    await report(world.store, batch, replace(busy, costs_attempt=False))
    [again] = (await take(world.later(2), ONE, 5)).batches

    assert (again.tasks[0].waits, again.tasks[0].attempt) == (1, 1)


class TestHostsThatRest:
    """A host that asked for patience, or is gone, is left alone by all."""

    async def test_retry_after_holds_for_pages_that_are_found_later(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], page(2), page(3)))
        [batch] = (await take(world.store, ONE, 8)).batches
        busy = Failed(batch.tasks[0].id, "HttpError", "HTTP 429", 429, 0.0, host_wait_s=30)

        committed = await report(
            world.store, batch, busy, done(batch.tasks[1], page(4)), turn_end=None
        )

        assert committed.resting == {batch.host}
        soon, late = world.later(29), world.later(31)
        waiting = await take(soon, TWO, 8)
        assert waiting.batches == ()
        assert waiting.ready_in_s is not None
        assert sorted(ids((await take(late, TWO, 8)).batches)) == [2, 4]

    async def test_leases_from_before_a_gap_are_told_of_it(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], page(2), page(3)))
        [batch] = (await take(world.store, ONE, 8)).batches
        await world.crawl("slow", delay_ms=500)

        committed = await report(world.store, batch, done(batch.tasks[0]))

        assert committed.resting == {batch.host}

    async def test_an_outage_is_counted_once_however_many_requests_it_met(
        self, world: World
    ) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 22))))
        [batch] = (await take(world.store, ONE, 20)).batches

        await report(world.store, batch, *(gone(task.id) for task in batch.tasks))
        early = await take(world.later(4.5), ONE, 20)
        [probe] = (await take(world.later(5.5), ONE, 20)).batches

        assert early.batches == ()
        assert len(probe.tasks) == 1, "one page is enough to see whether the host is back"
        counts = (await world.get(C)).counts
        assert (counts.failed, counts.pending + counts.in_progress) == (0, 20)

    async def test_a_root_is_tried_although_its_host_does_not_answer(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 6))))
        [batch] = (await take(world.store, ONE, 20)).batches
        await report(world.store, batch, *(gone(task.id) for task in batch.tasks))

        await world.crawl("new")

        [probe] = (await take(world.store, ONE, 20)).batches
        assert probe.crawl == "new"

    async def test_a_root_waits_while_its_host_has_asked_for_patience(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], host_wait_s=30))

        await world.crawl("new")

        assert (await take(world.store, ONE, 20)).batches == ()

    async def test_a_host_that_never_answered_fails_when_others_did(self, world: World) -> None:
        batch = await root(world)
        pages = [page(n, host="gone.example") for n in range(2, 12)]
        await report(world.store, batch, done(batch.tasks[0], page(50), page(51), *pages))
        batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
        fine, dead = batches["a.example"], batches["gone.example"]

        await report(world.store, dead, *(gone(task.id) for task in dead.tasks[:2]))
        await report(world.store, fine, done(fine.tasks[0]))
        await report(world.store, dead, *(gone(task.id) for task in dead.tasks[2:]))

        assert (await world.get(C)).counts.failed == 10

    async def test_a_host_that_is_there_is_waited_for(self, world: World) -> None:
        batch = await root(world)
        pages = [page(n, host="shy.example") for n in range(2, 12)]
        await report(world.store, batch, done(batch.tasks[0], page(50), page(51), *pages))
        batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
        fine, shy = batches["a.example"], batches["shy.example"]
        outcomes = [replace(gone(task.id), is_there=True) for task in shy.tasks]

        await report(world.store, shy, *outcomes[:2])
        await report(world.store, fine, done(fine.tasks[0]))
        await report(world.store, shy, *outcomes[2:])

        assert (await world.get(C)).counts.failed == 0
        assert (await take(world.later(4), ONE, 64)).batches == ()

    @pytest.mark.parametrize("has_others", [True, False])
    async def test_a_host_that_does_not_tell_what_may_be_read_is_not_waited_for_at_the_end(
        self, world: World, *, has_others: bool
    ) -> None:
        batch = await root(world)
        pages = [page(n, host="shy.example") for n in range(2, 12)]
        others = [page(50)] if has_others else []
        await report(world.store, batch, done(batch.tasks[0], *others, *pages))
        for late_s in (1, 7, 20):
            later = world.later(late_s)
            for each in (await take(later, ONE, 64)).batches:
                if each.host == "shy.example":
                    shy = [replace(gone(task.id), is_there=True) for task in each.tasks]
                    await report(later, each, *shy)

        counts = (await world.get(C)).counts
        assert counts.skipped_by[SkipReason.ROBOTS] == (0 if has_others else 10)
        assert (counts.failed, counts.pending) == (0, 10 if has_others else 0)
        skips = {each.rule: each.pages for each in await world.store.skips(C)}
        assert skips == ({} if has_others else {"unreachable": 10})

    async def test_a_host_that_does_not_tell_what_may_be_read_is_asked_every_minute(
        self, world: World
    ) -> None:
        batch = await root(world)
        shy = page(2, host="shy.example")
        await report(world.store, batch, done(batch.tasks[0], page(50), shy))
        late_s = 1
        for _ in range(9):
            late_s += 61
            later = world.later(late_s)
            batches = {each.host: each for each in (await take(later, ONE, 64)).batches}
            asked, other = batches["shy.example"], batches["a.example"]
            await report(later, asked, replace(gone(asked.tasks[0].id), is_there=True))
            await report(later, other, Returned(other.tasks[0].id))

        assert (await world.get(C)).counts.skipped == 0, "there is something else to do"

    async def test_a_crawl_whose_root_is_skipped_as_its_rules_cannot_be_read_has_failed(
        self, world: World
    ) -> None:
        await world.crawl("c")
        for late_s in (0, 0, 0, 6, 30):
            later = world.later(late_s)
            [batch] = (await take(later, ONE, 1)).batches
            await report(later, batch, replace(gone(batch.tasks[0].id), is_there=True))

        crawl = await world.get(C)

        assert crawl.status is CrawlStatus.FAILED
        assert crawl.figures.skipped == 1
        assert crawl.counts.skipped == crawl.counts.in_progress == 0

    async def test_without_a_network_a_crawl_waits_and_says_so(self, world: World) -> None:
        batch = await root(world)
        pages = [page(n, host="new.example") for n in range(2, 12)]
        await report(world.store, batch, done(batch.tasks[0], *pages))
        later = world.later(10)
        [batch] = (await take(later, ONE, 20)).batches

        await report(later, batch, *(gone(task.id) for task in batch.tasks))
        during = await world.get(C)
        [probe] = (await take(world.later(20), ONE, 20)).batches
        await report(world.later(20), probe, done(probe.tasks[0]))

        assert during.counts.failed == 0
        assert "no network" in during.reason
        assert (await world.get(C)).reason == ""

    async def test_a_crawl_of_one_host_names_it_while_it_is_silent_and_when_it_is_given_up(
        self, world: World
    ) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 12))))
        [batch] = (await take(world.later(10), ONE, 20)).batches
        await report(world.later(10), batch, *(gone(task.id) for task in batch.tasks))
        during = await world.get(C)
        day_s = 24 * 3600
        for late_s in (20, day_s + 30):
            [probe] = (await take(world.later(late_s), ONE, 1)).batches
            await report(world.later(late_s), probe, gone(probe.tasks[0].id))
        ended = await world.get(C)

        assert during.reason == "a.example does not answer"
        assert (ended.counts.failed, ended.counts.pending) == (10, 0)
        assert ended.reason == "a.example stopped answering and was given up"

    async def test_a_host_that_answers_again_is_no_longer_called_silent(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], *map(page, range(2, 12))))
        [batch] = (await take(world.later(10), ONE, 20)).batches
        await report(world.later(10), batch, *(gone(task.id) for task in batch.tasks))

        [probe] = (await take(world.later(20), ONE, 20)).batches
        await report(world.later(20), probe, done(probe.tasks[0]))

        assert (await world.get(C)).reason == ""

    @pytest.mark.parametrize("has_witness", [True, False])
    async def test_the_network_is_blamed_while_somebody_who_answered_is_left_to_ask(
        self, world: World, *, has_witness: bool
    ) -> None:
        batch = await root(world)
        pages = [page(n, host="new.example") for n in range(2, 5)]
        others = [page(50)] if has_witness else []
        await report(world.store, batch, done(batch.tasks[0], *others, *pages))
        for late_s in (1, 7, 20):
            later = world.later(late_s)
            for each in (await take(later, ONE, 20)).batches:
                await report(later, each, *(gone(task.id) for task in each.tasks))

        crawl = await world.get(C)
        assert crawl.counts.failed == (0 if has_witness else 3)
        assert ("no network" in crawl.reason) == has_witness


def gone(page: int) -> Failed:
    """The host could not be reached."""
    failed = Failed(page, "ConnectRefused", "?", retry_in_s=0.0)  # type: ignore[arg-type]
    return replace(failed, costs_attempt=False, is_of_host=True)


class TestBudgets:
    """What looks endless is cut."""

    async def test_pages_of_one_shape(self, world: World) -> None:
        batch = await root(world, max_per_shape=3)
        pages = [page(n, shape="/day/{n}") for n in range(2, 9)]

        await report(world.store, batch, done(batch.tasks[0], *pages[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *pages[2:]))

        assert (await world.get(C)).counts.skipped_by[SkipReason.TRAP] == 4
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape, cut.taken, cut.skipped) == ("max_per_shape", "/day/{n}", 3, 4)
        assert cut.example == page(5).address

    async def test_hosts_of_one_domain(self, world: World) -> None:
        batch = await root(world)
        pages = [page(n, host=f"h{n // 2}.example") for n in range(2, 22)]

        await report(world.store, batch, done(batch.tasks[0], *pages))
        [batch] = (await take(world.store, ONE, 1)).batches
        more = [page(n, host=f"h{n // 2 - 15}.example") for n in range(32, 52)]
        await report(world.store, batch, done(batch.tasks[0], *more))

        counts = (await world.get(C)).counts
        assert counts.skipped_by[SkipReason.TRAP] == 20
        assert counts.total == 40
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape) == ("max_hosts_per_domain", "example")
        assert (cut.taken, cut.skipped) == (5, 20)

    async def test_sets_of_query_keys_of_one_path(self, world: World) -> None:
        batch = await root(world)
        sets = ["a", "b", "a&b", "c", "a&c", "b&c"]
        pages = [page(n, shape=f"/list?{keys}") for n, keys in enumerate(sets * 2, 2)]
        other = page(50, shape="/other?c")

        await report(world.store, batch, done(batch.tasks[0], *pages[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *pages[2:], other))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.skipped_by[SkipReason.TRAP]) == (13, 6)
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape, cut.taken, cut.skipped) == ("max_key_sets", "/list", 3, 6)
        assert cut.example == page(5).address

    async def test_pages_of_one_origin_that_links_go_round_to(self, world: World) -> None:
        batch = await root(world)
        round_ = [page(n, goes_round=True) for n in range(2, 7)]
        other = page(50, host="b.example", goes_round=True)

        await report(world.store, batch, done(batch.tasks[0], *round_[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *round_[2:], other, page(60)))

        assert (await world.get(C)).counts.skipped_by[SkipReason.TRAP] == 2
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape) == ("max_going_round", "http://a.example")
        assert (cut.taken, cut.skipped) == (3, 2)

    async def test_the_most_cut_come_first(self, world: World) -> None:
        batch = await root(world, max_per_shape=1)
        few = [page(n, shape="/few/{n}") for n in range(2, 5)]
        many = [page(n, shape="/many/{n}") for n in range(10, 20)]

        await report(world.store, batch, done(batch.tasks[0], *few, *many))

        cut = await world.store.trapped_shapes(C, 10)
        assert [each.shape for each in cut] == ["/many/{n}", "/few/{n}"]
        assert await world.store.trapped_shapes(C, 1) == cut[:1]


class TestSkips:
    """Skipped pages are counted by the rule that skipped them."""

    async def test_by_all_who_skip(self, world: World) -> None:
        batch = await root(world, max_per_shape=1, max_pages=3)
        days = [page(n, shape="/day/{n}") for n in range(2, 6)]
        far = [page(n, skipped=(SkipReason.SCOPE, "domain")) for n in (10, 11)]
        sitemaps = map(sitemap, range(20, 30))
        found = (*days, *far, *map(page, range(12, 15)), *sitemaps)
        await report(world.store, batch, done(batch.tasks[0], *found))
        [batch] = (await take(world.store, ONE, 3)).batches
        closed, *others = batch.tasks
        refused = SkippedPage(closed.id, SkipReason.ROBOTS, "disallow")
        await report(world.store, batch, refused, *map(done, others))
        [batch] = (await take(world.store, ONE, 3)).batches
        await report(world.store, batch, *map(done, batch.tasks))
        await world.store.sweep(C, 100)

        skips = await world.store.skips(C)

        assert [(each.reason, each.rule, each.pages) for each in skips] == [
            (SkipReason.TRAP, "max_per_shape", 3),
            (SkipReason.SCOPE, "domain", 2),
            (SkipReason.LIMIT, "max_pages", 1),
            (SkipReason.ROBOTS, "disallow", 1),
        ]
        assert [each.example for each in skips[:2]] == [page(3).address, page(10).address]
        by_reason = {each.reason: each.pages for each in skips}
        counts = (await world.get(C)).counts
        assert by_reason == {reason: n for reason, n in counts.skipped_by.items() if n}

    async def test_pages_that_are_let_in_or_opened_again_are_not_among_them(
        self, world: World
    ) -> None:
        batch = await root(world, max_per_shape=1)
        shy = [page(n, skipped=Rule.NOFOLLOW.pair) for n in (2, 3, 4)]
        days = [page(n, shape="/day/{n}") for n in (2, 3)]
        await report(world.store, batch, done(batch.tasks[0], *shy, page(9)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], *days))
        after = await world.store.skips(C)
        await world.store.reopen(C, Closed(PageState.SKIPPED, "trap"), 10)

        assert {(each.rule, each.pages) for each in after} == {
            (Rule.NOFOLLOW, 1),
            ("max_per_shape", 1),
        }
        assert [(each.rule, each.pages) for each in await world.store.skips(C)] == [
            (Rule.NOFOLLOW, 1)
        ]

    async def test_the_root_is_outside_of_all_counts(self, world: World) -> None:
        batch = await root(world)

        await report(
            world.store, batch, SkippedPage(batch.tasks[0].id, SkipReason.ROBOTS, "disallow")
        )

        assert (await world.get(C)).counts.skipped == 0
        assert await world.store.skips(C) == []


async def test_a_dead_workers_turn_ends_and_the_gap_is_kept(world: World) -> None:
    await world.crawl("c", delay_ms=1000)
    start = world.later(10)
    await take(start, ONE, 1)
    await start.end_worker(ONE)

    early = await take(world.later(10.5), TWO, 1)
    late = await take(world.later(11.1), TWO, 1)

    assert early.batches == ()
    assert ids(late.batches) == [1]


async def test_a_turn_that_started_nothing_leaves_the_host_free(world: World) -> None:
    await world.crawl("c", delay_ms=1000)
    [turn] = (await take(world.store, ONE, 1)).batches

    await report(world.store, turn, Returned(turn.tasks[0].id), turn_end=TurnEnd(None))

    assert ids((await take(world.store, TWO, 1)).batches) == [1]
