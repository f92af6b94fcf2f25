"""What every store does with pages of other sites, which are only asked whether they are there."""

from dataclasses import replace

from contract.conftest import ONE, World, done, ids, page, report
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Failed, Report, TurnEnd
from leadline.domain.pages import Batch, Closed, NewPage, PageKind, PageState
from leadline.domain.skips import SkipReason
from leadline.store.contract import Store

C = CrawlId("c")
ALL = frozenset([PageKind.PAGE, PageKind.EXTERNAL])
ELSEWHERE = "b.example"


def external(number: int, host: str = ELSEWHERE, depth: int = 1) -> NewPage:
    return page(number, depth, host, kind=PageKind.EXTERNAL)


async def found(world: World, *pages: NewPage, **options: object) -> None:
    """A crawl whose root has been fetched and links to these."""
    await world.crawl("c", **options)
    [batch] = await claimed(world.store)
    await report(world.store, batch, done(batch.tasks[0], *pages))


async def claimed(store: Store, limit: int = 50) -> tuple[Batch, ...]:
    return (await store.claim(ONE, ALL, limit, 1000)).batches


async def test_they_have_a_pace_also_where_the_crawl_says_that_its_hosts_are_its_own(
    world: World,
) -> None:
    await found(world, page(2), external(3), delay_ms=0)

    gaps = {batch.host: batch.gap_s for batch in await claimed(world.store)}

    assert gaps == {"a.example": 0.0, ELSEWHERE: 0.1}


async def test_a_crawl_may_ask_for_them_more_slowly(world: World) -> None:
    await found(world, external(3), delay_ms=0)
    await world.store.set_options(C, CrawlOptions(delay_ms=700))

    assert [batch.gap_s for batch in await claimed(world.store)] == [0.7]


async def test_their_pace_holds_from_when_they_were_found_also_beside_an_outage(
    world: World,
) -> None:
    down = [page(number, host="0.example") for number in (2, 5, 6)]
    await found(world, *down, page(3), delay_ms=0)
    other, own = sorted(await claimed(world.store), key=lambda batch: batch.host)
    failures = tuple(replace(gone(other), page=task.id) for task in other.tasks)
    fetched = done(own.tasks[0], external(4, own.host))
    reports = [
        Report(other.token, C, other.host, failures, TurnEnd(0.0)),
        Report(own.token, C, own.host, (fetched,), TurnEnd(0.0)),
    ]

    await world.store.complete(ONE, 1000, reports)

    assert await claimed(world.later(0.05)) == ()
    assert ids(await claimed(world.later(0.2))) == [4]


async def test_the_page_limit_is_about_pages_of_the_site(world: World) -> None:
    pages = (page(2), page(3), page(4), *(external(n, f"{n}.example") for n in range(5, 8)))
    await found(world, *pages, max_pages=3)

    batches = await claimed(world.store)
    while await world.store.sweep(C, 100):
        pass

    kinds = [task.kind for batch in batches for task in batch.tasks]
    assert sorted(kinds) == [PageKind.EXTERNAL] * 3 + [PageKind.PAGE] * 2
    assert len(await claimed(world.store)) == 0
    for batch in batches:
        await report(world.store, batch, *map(done, batch.tasks))
    assert await world.store.unswept_crawls() == [C]
    assert await world.store.sweep(C, 100) == 1
    crawl = await world.get(C)
    assert (crawl.answered, crawl.counts.completed) == (3, 5)
    assert (crawl.figures.fetched, crawl.limits_reached) == (6, ("max_pages",))
    assert crawl.counts.skipped_by[SkipReason.LIMIT] == 1


async def test_external_pages_in_work_take_no_room_from_the_site(world: World) -> None:
    await found(world, external(5), external(6, "six.example"), max_pages=2)
    asked = await claimed(world.store)

    await report(world.store, asked[0], done(asked[0].tasks[0], page(2)))

    assert ids(await claimed(world.store)) == [2]


async def test_at_the_page_limit_external_pages_are_still_asked_for(world: World) -> None:
    await found(world, page(2), external(5), max_pages=1)

    assert await world.store.unswept_crawls() == [C]
    assert await world.store.sweep(C, 100) == 1
    assert await world.store.unswept_crawls() == []
    assert ids(await claimed(world.store)) == [5]


async def test_a_host_that_rests_is_not_waited_for(world: World) -> None:
    await found(world, *(external(n) for n in range(5, 9)), page(9, host=ELSEWHERE))
    [busy] = (await world.store.claim(ONE, [PageKind.EXTERNAL], 1, 1000)).batches
    said = Failed(busy.tasks[0].id, "HttpError", "HTTP 429", 429, None, host_wait_s=60)
    await report(world.store, busy, said)

    later = world.later(30)
    assert await later.unswept_crawls() == [C]
    while await later.sweep(C, 2):
        pass

    pages = {each.id: each for each in await later.pages(C, 10)}
    assert pages.pop(busy.tasks[0].id).state is PageState.FAILED
    # Pages of the site are waited for, whoever they share a host with.
    assert pages.pop(page(9).id).state is PageState.PENDING
    del pages[page(1).id]
    assert {(each.state, each.reason, each.rule) for each in pages.values()} == {
        (PageState.SKIPPED, SkipReason.ROBOTS, "rests")
    }
    assert len(pages) == 3
    assert await later.unswept_crawls() == []


async def test_a_short_rest_is_waited_for(world: World) -> None:
    await found(world, external(5), external(6))
    [batch] = await claimed(world.store, 1)
    said = Failed(batch.tasks[0].id, "HttpError", "HTTP 429", 429, None, host_wait_s=5)

    await report(world.store, batch, said)

    assert await world.store.unswept_crawls() == []
    assert await world.store.sweep(C, 100) == 0
    assert len(ids(await claimed(world.later(6)))) == 1


async def test_facts_tell_them_apart(world: World) -> None:
    await found(world, page(2), external(5))

    facts = await world.store.facts(C, 10)

    assert {each.id: each.kind for each in facts} == {
        1: PageKind.PAGE,
        2: PageKind.PAGE,
        5: PageKind.EXTERNAL,
    }


async def test_a_host_that_never_answers_fails_its_pages_also_if_nobody_else_is_asked(
    world: World,
) -> None:
    await found(world, external(5), external(6))
    for late_s in (1, 2, 3, 9, 20):
        store = world.later(late_s)
        [batch] = await claimed(store, 1)
        await report(store, batch, gone(batch))

    crawl = await world.get(C)
    assert (crawl.counts.failed, crawl.counts.pending, crawl.reason) == (2, 0, "")
    pages = await world.store.pages(C, 10)
    assert {each.error for each in pages if each.kind is PageKind.EXTERNAL} == {"ConnectRefused"}
    # The next crawl sees for itself.
    store = world.later(21)
    await store.create(CrawlId("d"), CrawlKind.CRAWL, CrawlOptions(delay_ms=0), page(1, depth=0))
    [root] = await claimed(store, 1)
    await report(store, root, done(root.tasks[0], external(7)))
    assert await store.unswept_crawls() == []
    [again] = await claimed(store, 1)
    await report(store, again, gone(again))
    assert (await world.get(CrawlId("d"))).counts.failed == 1


def gone(batch: Batch) -> Failed:
    page_id = batch.tasks[0].id
    return Failed(page_id, "ConnectRefused", "no", None, 0.0, costs_attempt=False, is_of_host=True)


async def test_they_are_cancelled_with_their_crawl(world: World) -> None:
    await found(world, page(2), external(5))
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    assert await world.store.sweep(C, 9) == 2
    assert (await world.get(C)).counts.cancelled == 2


async def test_they_are_never_too_deep(world: World) -> None:
    await found(world, external(5, depth=3), external(6, depth=3), max_depth=1)
    [batch] = await claimed(world.store, 1)
    await report(world.store, batch, Failed(batch.tasks[0].id, "TimedOut", "?"))

    assert await world.store.put_off(C, 9) == 0
    assert await world.store.reopen(C, Closed(PageState.FAILED), 9) == 1
    assert (await world.get(C)).counts.pending == 2


async def test_they_take_no_room_and_leave_none_when_they_are_tried_again(world: World) -> None:
    await found(world, external(5), max_pages=9)
    [batch] = await claimed(world.store)
    answer = Failed(batch.tasks[0].id, "HttpError", "HTTP 500", 500)

    await report(world.store, batch, answer)
    failed = (await world.get(C)).answered
    await world.store.reopen(C, Closed(PageState.FAILED), 9)

    assert failed == (await world.get(C)).answered == 1


async def test_leases_learn_of_the_gap_of_external_pages_that_were_just_found(
    world: World,
) -> None:
    await found(world, page(2), page(3), delay_ms=0)
    [batch] = await claimed(world.store)

    committed = await report(world.store, batch, done(batch.tasks[0], external(4, batch.host)))

    assert committed.resting == {batch.host}


async def test_sitemaps_that_a_claim_gives_leave_the_page_limit_to_the_site(world: World) -> None:
    sitemaps = [page(number, depth=0, kind=PageKind.SITEMAP) for number in (8, 9)]
    await found(world, page(2), page(3), *sitemaps, max_pages=3)

    claim = await world.store.claim(ONE, [PageKind.PAGE, PageKind.SITEMAP], 50, 1000)

    assert ids(claim.batches) == [8, 9, 2, 3]


async def test_an_external_page_on_a_visit_makes_no_room_for_the_site(world: World) -> None:
    await found(world, page(2), page(3), external(5), max_pages=2)
    [batch] = (await world.store.claim(ONE, [PageKind.EXTERNAL], 1, 1000)).batches
    assert await world.store.visit(ONE, batch.token, "c.example", "example")

    assert ids(await claimed(world.store)) == [2]


async def test_they_have_no_say_in_the_gap_when_they_have_ended(world: World) -> None:
    await found(world, page(2), external(5, "a.example"), delay_ms=0)
    [batch] = (await world.later(1).claim(ONE, [PageKind.EXTERNAL], 1, 1000)).batches
    await report(world.later(1), batch, done(batch.tasks[0]))

    [next_] = await claimed(world.later(2))

    assert (batch.gap_s, next_.gap_s) == (0.1, 0)


async def test_they_do_not_count_as_scraped(world: World) -> None:
    await found(world, external(5))
    [batch] = await claimed(world.store)

    await report(world.store, batch, done(batch.tasks[0]))

    assert (await world.get(C)).scraped == 1
