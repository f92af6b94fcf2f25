"""Commits: the result of reports."""

import pytest

from answers import ANSWER
from contract.conftest import (
    HTTP,
    LEASE_S,
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
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlStatus
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
from leadline.domain.pages import Answer, Lead, PageKind
from leadline.domain.skips import SkipReason

C = CrawlId("c")


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
    expired = await world.later(LEASE_S + 1).renew(ONE, [batch.token])

    assert lost == set()
    assert expired == {batch.token}
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

    for hops in (3, 2):
        await report(world.store, batch, Returned(batch.tasks[0].id, there, hops))
        [batch] = (await take(world.store, ONE, 8)).batches

    assert (batch.tasks[0].address, batch.tasks[0].hops) == (there, 3 + 2)


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


async def test_an_answer_after_a_redirect_is_one_of_both_hosts(world: World) -> None:
    hosts = ("a.example", "b.example")
    pages = [*pages_on(hosts[0], *range(2, 7)), *pages_on(hosts[1], *range(7, 12))]
    await crawled(world, *pages)
    for batch in (await take(world.store, ONE, 64)).batches:
        await report(world.store, batch, *(gone(task.id) for task in batch.tasks[:2]))
    before = [host.failures for host in await world.store.hosts(C, 9)]
    [batch] = (await take(world.store, ONE, 1, await world.crawl("r"))).batches

    await report(world.store, batch, done(batch.tasks[0], moved_to=page(9, host=hosts[1])))

    assert before == [2, 2]
    assert [host.failures for host in await world.store.hosts(C, 9)] == [0, 0]


async def test_a_crawl_knows_where_its_root_is(world: World) -> None:
    batch = await root(world)

    await report(world.store, batch, done(batch.tasks[0], moved_to=page(9, depth=0)))

    crawl = await world.get(C)
    assert (crawl.root, crawl.root_url) == (9, page(9).address)
    assert crawl.submitted_url == page(1).address


async def test_a_crawl_whose_root_is_skipped_has_failed(world: World) -> None:
    batch = await root(world)

    skipped = SkippedPage(batch.tasks[0].id, SkipReason.ROBOTS, "disallow")
    await report(world.store, batch, skipped)

    crawl = await world.get(C)
    assert (crawl.status, crawl.reason) == (CrawlStatus.FAILED, "skipped by robots: disallow")
    assert await world.store.ended_roots([C]) == {C}


async def test_leads_and_bytes_are_counted(world: World) -> None:
    batch = await root(world)
    leads = (Lead(page(2).id, "two"), Lead(page(3).id, "three"))

    await report(world.store, batch, Completed(batch.tasks[0].id, ANSWER, leads))

    crawl = await world.get(C)
    assert (crawl.leads, crawl.bytes) == (2, ANSWER.size)


async def test_the_gap_begins_with_the_last_request_of_a_turn(world: World) -> None:
    await crawled(world, page(2), page(3), delay_ms=10_000)
    start = world.later(20)
    [turn] = (await take(start, ONE, 9)).batches

    await report(start, turn, done(turn.tasks[0]), turn_end=TurnEnd(7.0))

    assert (await take(world.later(22), TWO, 9)).batches == ()
    assert ids((await take(world.later(23.5), TWO, 9)).batches) == [3]


async def test_a_gap_that_leases_do_not_know_of_holds_from_their_next_report(world: World) -> None:
    await crawled(world, page(2), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches
    await world.crawl("slow", delay_ms=5000)

    await report(world.later(10), batch, done(batch.tasks[0]))

    assert (await take(world.later(14), TWO, 9)).batches == ()
    assert [each.crawl for each in (await take(world.later(15.1), TWO, 9)).batches] == ["slow"]


async def test_a_root_may_end_at_what_was_taken_for_a_sitemap(world: World) -> None:
    batch = await root(world)
    first = batch.tasks[0]
    sitemap = page(9, kind=PageKind.SITEMAP)
    await report(world.store, batch, Discovered(first.id, (page(2), sitemap)))

    await report(world.store, batch, done(first, moved_to=page(9, depth=0)))

    figures = (await world.get(C)).figures
    assert (figures.found, figures.fetched, figures.queued) == (2, 1, 1)


async def test_a_repeated_commit_of_several_crawls_gives_the_first_answer(world: World) -> None:
    reports = []
    for name in "xy":
        [batch] = (await take(world.store, ONE, 1, await world.crawl(name))).batches
        reports.append(Report(batch.token, batch.crawl, batch.host, (done(batch.tasks[0]),)))

    first = await world.store.complete(ONE, 7, reports)
    again = await world.store.complete(ONE, 7, reports)

    assert (first.accepted, first.stale) == (again.accepted, again.stale) == (2, 0)
    assert [(await world.get(CrawlId(name))).answered for name in "xy"] == [1, 1]


async def test_only_the_last_commit_of_a_worker_counts_as_repeated(world: World) -> None:
    for number, name in enumerate("xy", 1):
        [batch] = (await take(world.store, ONE, 1, await world.crawl(name))).batches
        outcomes = (done(batch.tasks[0], page(2)),)
        reports = [Report(batch.token, batch.crawl, batch.host, outcomes)]
        await world.store.complete(ONE, number, reports)
    [batch] = (await take(world.store, ONE, 1, CrawlId("x"))).batches

    reports = [Report(batch.token, batch.crawl, batch.host, (done(batch.tasks[0]),))]
    other = await world.store.complete(ONE, 1, reports)

    assert (other.accepted, other.stale) == (1, 0)
    assert (await world.get(CrawlId("x"))).answered == 2


async def test_workers_may_choose_the_same_numbers_for_their_commits(world: World) -> None:
    await crawled(world, page(2), page(3))
    for worker in (ONE, TWO):
        [batch] = (await take(world.store, worker, 1)).batches
        reports = [Report(batch.token, C, batch.host, (done(batch.tasks[0]),))]
        await world.store.complete(worker, 7, reports)

    assert (await world.get(C)).answered == 3


async def test_outcomes_of_a_crawl_that_was_deleted_are_stale(world: World) -> None:
    batch = await root(world)
    await world.store.set_status(C, CrawlStatus.CANCELLED)
    while await world.store.delete(C, 100):
        pass

    committed = await report(world.store, batch, done(batch.tasks[0]))

    assert (committed.accepted, committed.stale) == (0, 1)


@pytest.mark.parametrize("status", [CrawlStatus.RUNNING, CrawlStatus.PAUSED])
async def test_leases_learn_of_the_changed_pace_of_their_crawl(
    world: World, status: CrawlStatus
) -> None:
    await crawled(world, page(2), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches
    await world.store.set_status(C, status)
    await world.store.set_options(C, CrawlOptions(delay_ms=1000))

    committed = await report(world.store, batch, done(batch.tasks[0]))

    assert committed.resting == {batch.host}


async def test_a_page_that_is_discovered_twice_is_stored_once(world: World) -> None:
    batch = await root(world)

    for _ in range(2):
        await report(world.store, batch, Discovered(batch.tasks[0].id, (page(2),)))

    assert (await world.get(C)).counts.total == 1


async def test_a_page_that_a_worker_skips_ends_as_other_pages_do(world: World) -> None:
    await crawled(world, page(2), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches
    skipped = SkippedPage(batch.tasks[0].id, SkipReason.ROBOTS, "disallow")

    await report(world.store, batch, skipped, done(batch.tasks[1]))

    ended = await world.store.ended_pages(C, 9)
    assert [(each.id, each.seq) for each in ended] == [(1, 1), (2, 2), (3, 3)]


async def test_a_page_that_failed_has_the_attempts_that_it_took(world: World) -> None:
    await crawled(world, page(2))
    for retry_in_s in (0.0, None):
        [batch] = (await take(world.store, ONE, 9)).batches
        failed = Failed(batch.tasks[0].id, "TimedOut", "slow", retry_in_s=retry_in_s)
        await report(world.store, batch, failed)

    found = await world.store.pages_by_id(C, [page(2).id])

    assert found[page(2).id].attempts == 2


async def test_a_commit_of_nothing_but_stale_outcomes_is_no_progress(world: World) -> None:
    batch = await root(world)
    await world.store.end_worker(ONE)

    await report(world.store, batch, done(batch.tasks[0]))

    assert await world.store.samples(C) == []
