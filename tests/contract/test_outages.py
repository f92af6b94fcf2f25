"""Hosts that ask for patience, or do not answer: how long a crawl waits, and when it gives up."""

from dataclasses import replace

import pytest

from answers import ANSWER
from contract.conftest import (
    ONE,
    TWO,
    World,
    crawled,
    done,
    gone,
    ids,
    page,
    pages_on,
    report,
    root,
    take,
)
from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.outcomes import Completed, Failed, HostAt, Outcome, Returned
from leadline.domain.pages import PageState
from leadline.domain.skips import SkipReason

C = CrawlId("c")


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


class TestBeginAndEndOfOutages:
    """Three failures of a host in a row begin an outage, and an answer ends it."""

    @pytest.mark.parametrize(("failures", "rest_s"), [(2, 0), (3, 5)])
    async def test_three_failures_begin_it(
        self, world: World, failures: int, rest_s: float
    ) -> None:
        await crawled(world, *map(page, range(2, 12)))
        store = world.later(1)
        [batch] = (await take(store, ONE, 9)).batches

        await report(store, batch, *(gone(task.id) for task in batch.tasks[:failures]))

        [host] = await store.hosts(C, 1)
        assert host.failures == failures
        assert host.rests_for_s == pytest.approx(rest_s, abs=1.5)

    @pytest.mark.parametrize(
        "answer",
        [
            Completed(PageId(4), ANSWER),
            Failed(PageId(4), "HttpError", "HTTP 404", 404),
            gone(4, at=HostAt("dead.example", "example")),
        ],
        ids=["a page", "a page with an error", "a redirect to a dead host"],
    )
    async def test_any_answer_ends_the_count(self, world: World, answer: Outcome) -> None:
        await crawled(world, *map(page, range(2, 12)))
        [batch] = (await take(world.store, ONE, 9)).batches
        for outcome in (gone(2), gone(3), answer, gone(5), gone(6)):
            await report(world.store, batch, outcome)

        [host] = await world.store.hosts(C, 1)

        assert (host.failures, host.rests_for_s) == (2, 0)

    async def test_the_host_is_left_alone_for_twice_as_long_each_time(self, world: World) -> None:
        await crawled(world, *map(page, range(2, 12)))
        rests, at_s = [], 1.0
        for _ in range(11):
            store = world.later(at_s)
            [batch] = (await take(store, ONE, 1)).batches
            await report(store, batch, gone(batch.tasks[0].id))
            [host] = await store.hosts(C, 1)
            rests.append(host.rests_for_s)
            at_s += host.rests_for_s + 1

        expected = [0, 0, 5, 10, 20, 40, 80, 160, 320, 600, 600]
        assert rests == pytest.approx(expected, abs=1.5)

    async def test_a_host_is_not_given_up_before(self, world: World) -> None:
        await crawled(world, page(50), page(51), *pages_on("dead.example", *range(2, 12)))
        batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
        fine, dead = batches["a.example"], batches["dead.example"]

        await report(world.store, dead, gone(dead.tasks[0].id))
        await report(world.store, fine, done(fine.tasks[0]))
        await report(world.store, dead, gone(dead.tasks[1].id))

        assert (await world.get(C)).counts.failed == 0

    async def test_an_outage_counts_from_its_own_first_failure(self, world: World) -> None:
        await crawled(world, *map(page, range(2, 12)))
        [batch] = (await take(world.store, ONE, 9)).batches
        await report(world.store, batch, gone(2), gone(3))
        await report(world.store, batch, done(batch.tasks[2]))
        [host] = await world.later(50).hosts(C, 1)
        await report(world.later(50), batch, gone(5), gone(6))

        [again] = await world.later(60).hosts(C, 1)

        assert host.failing_for_s is None
        assert again.failing_for_s == pytest.approx(10, abs=2)


async def test_the_longest_rest_that_a_host_asked_for_holds(world: World) -> None:
    await crawled(world, *map(page, range(2, 12)))
    [batch] = (await take(world.store, ONE, 9)).batches
    for number, wait_s in ((2, 100), (3, 10)):
        busy = Failed(PageId(number), "HttpError", "HTTP 429", 429, 0.0, host_wait_s=wait_s)
        await report(world.store, batch, busy)

    [host] = await world.store.hosts(C, 1)

    assert host.rests_for_s == pytest.approx(100, abs=2)


async def test_an_answer_takes_back_no_other_reason_than_an_outage(world: World) -> None:
    batch = await root(world)
    await world.store.set_status(C, CrawlStatus.PAUSED, "by hand")

    await report(world.store, batch, done(batch.tasks[0]))

    assert (await world.get(C)).reason == "by hand"


async def test_a_crawl_fails_if_its_root_is_skipped_because_robots_txt_cannot_be_read(
    world: World,
) -> None:
    await world.crawl()
    for late_s in (1, 2, 3, 9, 20):
        store = world.later(late_s)
        [batch] = (await take(store, ONE, 9)).batches
        await report(store, batch, gone(batch.tasks[0].id, is_there=True))

    crawl = await world.get(C)
    assert crawl.status is CrawlStatus.FAILED
    assert (crawl.counts.in_progress, crawl.counts.skipped) == (0, 0)
    assert crawl.figures.skipped == 1
    assert await world.store.ended_roots([C]) == {C}


async def test_pages_of_a_host_that_is_given_up_fail_without_an_attempt(world: World) -> None:
    await crawled(world, page(50), *pages_on("dead.example", *range(2, 12)))
    batches = {each.host: each for each in (await take(world.store, ONE, 4)).batches}
    fine, dead = batches["a.example"], batches["dead.example"]

    await report(world.store, dead, *(gone(task.id) for task in dead.tasks[:2]))
    await report(world.store, fine, done(fine.tasks[0]))
    await report(world.store, dead, gone(dead.tasks[2].id))
    for batch in (await take(world.later(60), ONE, 9)).batches:
        await report(world.later(60), batch, *(gone(task.id) for task in batch.tasks))

    pages = [each for each in await world.store.pages(C, 20) if each.host == "dead.example"]
    assert {(each.state, each.attempts) for each in pages} == {(PageState.FAILED, 0)}


async def test_pages_that_come_back_in_the_commit_that_gives_their_host_up_fail_with_it(
    world: World,
) -> None:
    await crawled(world, page(50), page(51), *pages_on("dead.example", *range(2, 12)))
    batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
    fine, dead = batches["a.example"], batches["dead.example"]
    first, *others = dead.tasks

    await report(world.store, dead, gone(first.id))
    await report(world.store, fine, done(fine.tasks[0]))
    await report(world.store, dead, *(gone(task.id) for task in others))

    counts = (await world.get(C)).counts
    assert (counts.failed, counts.pending, counts.in_progress) == (10, 0, 1)
    ended = await world.store.ended_pages(C, 20)
    assert [each.seq for each in ended] == list(range(1, 13))
    [left] = await world.store.busiest_hosts(C, 9)
    assert (left.host, left.pending, left.in_progress) == ("a.example", 0, 1)


async def test_a_page_that_waits_for_its_time_does_not_fail_with_its_host(world: World) -> None:
    await crawled(world, page(50), page(51), *pages_on("dead.example", 2, 3, 4))
    batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
    fine, dead = batches["a.example"], batches["dead.example"]

    await report(world.store, dead, gone(2))
    await report(world.store, fine, *map(done, fine.tasks))
    await report(world.store, dead, gone(3, retry_in_s=30.0), gone(4))

    assert (await world.get(C)).counts.failed == 2
    assert ids((await take(world.later(31), ONE, 9)).batches) == [3]


async def test_a_silent_host_is_left_alone_also_after_the_longest_outage(world: World) -> None:
    silent = pages_on("new.example", 2, 3, 4)
    await crawled(world, page(50), *silent, host_outage_max_s=10)
    for at_s in (1, 20):
        store = world.later(at_s)
        for batch in (await take(store, ONE, 9)).batches:
            if batch.host == "new.example":
                await report(store, batch, *(gone(task.id) for task in batch.tasks))

    rests = {pace.host: pace.rests_for_s for pace in await world.later(20).hosts(C, 9)}

    assert rests["new.example"] == pytest.approx(1, abs=0.5)


async def test_a_host_without_robots_txt_is_not_skipped_before_an_outage(world: World) -> None:
    await crawled(world, *pages_on("shy.example", 2, 3))
    for at_s in (1, 15):
        store = world.later(at_s)
        [batch] = (await take(store, ONE, 1)).batches
        await report(store, batch, gone(batch.tasks[0].id, is_there=True))

    counts = (await world.get(C)).counts
    assert (counts.skipped, counts.pending) == (0, 2)


async def test_a_crawl_blames_nothing_for_a_silent_host_while_others_answer(world: World) -> None:
    await crawled(world, page(50), *pages_on("b.example", *range(2, 12)))
    batches = {each.host: each for each in (await take(world.store, ONE, 64)).batches}
    fine, silent = batches["a.example"], batches["b.example"]
    first, second, *others = silent.tasks

    await report(world.store, silent, done(first))
    await report(world.store, silent, gone(second.id))
    await report(world.store, fine, done(fine.tasks[0]))
    await report(world.store, silent, *(gone(task.id) for task in others))

    crawl = await world.get(C)
    assert (crawl.counts.failed, crawl.reason) == (0, "")
