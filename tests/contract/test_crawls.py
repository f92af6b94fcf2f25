"""What every store does with crawls as a whole."""

import time
from typing import Any

import pytest

from answers import ANSWER
from contract.conftest import (
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
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.errors import IdempotencyConflict, UnknownCrawl
from leadline.domain.listing import CrawlFilter
from leadline.domain.outcomes import Completed, Discovered, Failed
from leadline.domain.pages import Closed, Lead, PageKind, PageState
from leadline.domain.skips import SkipReason
from leadline.services.crawling.crawls import place_of
from leadline.services.crawling.settle import settle
from leadline.store.contract import MAX_NEW_PAGES, HostName, Unnamed
from leadline.store.packing import packed, unpacked
from leadline.store.reader import RobotsRecord

C = CrawlId("c")


async def found(world: World, count: int, **options: object) -> None:
    """A crawl whose root has been fetched and links to pages 2, 3 and so on."""
    await world.crawl("c", **options)
    [batch] = (await take(world.store, ONE, 1)).batches
    outcome = done(batch.tasks[0], *(page(n) for n in range(2, count + 2)))
    await report(world.store, batch, outcome)


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_settling_brings_nothing_of_a_cancelled_crawl_back(
    world: World, *, is_deleted: bool
) -> None:
    crawl = await world.crawl("c", max_depth=1)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], page(2, depth=2, is_fetched=False)))
    before = await world.get(crawl)
    await world.store.set_status(crawl, CrawlStatus.CANCELLED)
    while is_deleted and await world.store.delete(crawl, 10):
        pass

    assert await world.store.set_depths(crawl, [(PageId(2), 1, PageId(1))]) == 0
    assert not await settle(world.store, before)
    found = await world.store.get(crawl)
    assert found is None if is_deleted else found is not None and found.counts.completed == 1
    if not is_deleted:
        pages = await world.store.pages_by_id(crawl, [PageId(2)])
        assert [each.depth for each in pages.values()] == [2]


async def test_no_page_of_a_cancelled_crawl_is_near_enough_after_all(world: World) -> None:
    crawl = await crawled(world, page(2, depth=2, is_fetched=False), max_depth=1)
    await world.store.set_options(crawl, CrawlOptions(max_depth=2))
    await world.store.set_status(crawl, CrawlStatus.CANCELLED)

    assert await world.store.set_depths(crawl, []) == 0
    assert (await world.get(crawl)).figures.too_deep == 1


async def test_a_request_that_is_repeated_makes_one_crawl(world: World) -> None:
    options = CrawlOptions()

    async def create(name: str, digest: str) -> CrawlId:
        request = ("key", digest)
        return await world.store.create(
            CrawlId(name), CrawlKind.CRAWL, options, page(1, depth=0), request
        )

    assert await create("x", "same") == "x"
    assert await create("y", "same") == "x"
    with pytest.raises(IdempotencyConflict):
        await create("z", "other")
    assert len(await world.store.newest(CrawlKind.CRAWL, 10)) == 1


async def test_kinds_are_listed_apart(world: World) -> None:
    await world.crawl("c")
    await world.store.create(CrawlId("s"), CrawlKind.SCRAPE, CrawlOptions(), page(1, depth=0))

    assert [crawl.id for crawl in await world.store.newest(CrawlKind.SCRAPE, 10)] == ["s"]


async def test_crawls_of_one_instant_are_all_listed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_000.0)
    for name in "dbeac":
        await world.crawl(name)
    listed: list[Crawl] = []

    while chunk := await world.store.newest(
        CrawlKind.CRAWL, 2, place_of(listed[-1]) if listed else None
    ):
        listed += chunk

    assert [crawl.id for crawl in listed] == list("edcba")


async def test_crawls_are_listed_by_status_and_by_part_of_their_address(world: World) -> None:
    for name, host in (("a", "one.example"), ("b", "TWO.example"), ("c", "one.example")):
        await world.store.create(
            CrawlId(name), CrawlKind.CRAWL, CrawlOptions(), page(1, depth=0, host=host)
        )
    await world.store.set_status(CrawlId("a"), CrawlStatus.PAUSED)

    async def listed(**wanted: Any) -> list[str]:
        found = await world.store.newest(CrawlKind.CRAWL, 9, None, CrawlFilter(**wanted))
        return [crawl.id for crawl in found]

    assert await listed(status=CrawlStatus.PAUSED) == ["a"]
    assert await listed(search="ONE.ex") == ["c", "a"]
    assert await listed(search="two.") == ["b"]
    assert await listed(search="one", status=CrawlStatus.RUNNING) == ["c"]
    assert await listed(search="%") == []


async def test_sitemaps_of_a_cancelled_crawl_are_swept_also_without_pages(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    sitemap = page(9, kind=PageKind.SITEMAP)
    await report(world.store, batch, done(batch.tasks[0], sitemap))
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    unswept = await world.store.unswept_crawls()
    moved = await world.store.sweep(C, 10)

    assert unswept == [C]
    assert moved == 1
    assert await world.store.unswept_crawls() == []


async def test_cancelling_ends_leases_at_once_and_sweeps_in_chunks(world: World) -> None:
    await found(world, 20)
    [batch] = (await take(world.store, ONE, 5)).batches

    assert await world.store.set_status(C, CrawlStatus.CANCELLED)
    late = await report(world.store, batch, *(done(task) for task in batch.tasks))
    unswept = await world.store.unswept_crawls()
    chunks = []
    while moved := await world.store.sweep(C, 6):
        counts = (await world.get(C)).counts
        assert counts.total == counts.cancelled + counts.pending
        chunks.append(moved)

    assert late.stale == 5
    assert unswept == [C]
    assert chunks == [6, 6, 3]
    assert (await world.get(C)).counts.cancelled == 20
    assert await world.store.unswept_crawls() == []
    assert not await world.store.set_status(C, CrawlStatus.RUNNING), "cancelled is final"


async def test_pausing_gives_nothing_out_but_takes_what_is_in_work(world: World) -> None:
    await found(world, 5)
    [batch] = (await take(world.store, ONE, 2)).batches

    await world.store.set_status(C, CrawlStatus.PAUSED)
    paused = await take(world.store, TWO, 5)
    committed = await report(world.store, batch, *(done(task) for task in batch.tasks))
    await world.store.set_status(C, CrawlStatus.RUNNING)

    assert paused.batches == ()
    assert committed.accepted == 2
    assert len(ids((await take(world.store, TWO, 5)).batches)) == 3


async def test_of_a_crawl_that_is_half_deleted_nothing_is_seen_and_the_rest_is_outdated(
    world: World,
) -> None:
    await world.crawl(C)
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    assert await world.store.delete(C, 1) == 1

    assert await world.store.newest(CrawlKind.CRAWL, 10) == []
    assert await world.store.crawl_ids(CrawlKind.CRAWL, C, 10) == []
    assert await world.store.outdated_crawls(CrawlKind.SCRAPE, 10**9, 10) == [C]


async def test_a_deleted_crawl_leaves_nothing(world: World) -> None:
    await found(world, 20, max_per_shape=1)
    [batch] = (await take(world.store, ONE, 1)).batches
    days = [page(n, shape="/day/{n}") for n in (30, 31)]
    await report(world.store, batch, done(batch.tasks[0], *days))
    await world.store.set_status(C, CrawlStatus.CANCELLED)

    while await world.store.delete(C, 7):
        pass

    assert await world.store.get(C) is None
    with pytest.raises(UnknownCrawl):
        await world.store.pages(C, 10)
    await world.crawl("c")
    assert len(await world.store.pages(C, 100)) == 1
    assert await world.store.trapped_shapes(C, 10) == []
    assert await world.store.skips(C) == []


async def test_a_raised_page_limit_opens_what_it_had_closed(world: World) -> None:
    await found(world, 9, max_pages=3)
    await report_done(world.store, (await take(world.store, ONE, 10)).batches)
    while await world.store.sweep(C, 100):
        pass

    await world.store.set_options(C, CrawlOptions(delay_ms=0, max_pages=5))
    assert await world.store.unswept_crawls() == [C]
    while await world.store.sweep(C, 100):
        pass

    counts = (await world.get(C)).counts
    assert (counts.pending, counts.skipped_by[SkipReason.LIMIT]) == (2, 5)
    assert (await world.get(C)).options.max_pages == 5
    assert await world.store.unswept_crawls() == []


async def test_a_changed_pace_holds_from_the_next_claim_on(world: World) -> None:
    await found(world, 9)

    await world.store.set_options(C, CrawlOptions(delay_ms=250))
    [batch] = (await take(world.later(5), ONE, 10)).batches

    assert batch.gap_s == pytest.approx(0.25)


async def test_failed_pages_can_be_tried_again_after_the_end(world: World) -> None:
    await found(world, 4)
    [batch] = (await take(world.store, ONE, 4)).batches
    outcomes = [Failed(task.id, kind, "?") for task, kind in zip(batch.tasks, "aabb", strict=True)]
    await report(world.store, batch, *outcomes)
    assert await world.store.finish(C)

    moved = await world.store.reopen(C, Closed(PageState.FAILED, "a"), 10)

    crawl = await world.get(C)
    assert moved == 2
    assert (crawl.status, crawl.counts.failed, crawl.counts.pending) == ("running", 2, 2)
    [again] = (await take(world.store, ONE, 4)).batches
    assert [task.attempt for task in again.tasks] == [1, 1]


async def test_finished_scrapes_become_outdated(world: World) -> None:
    scrape = CrawlId("s")
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(), page(1, depth=0))
    await report_done(world.store, (await take(world.store, ONE, 1)).batches)
    await world.store.finish(scrape)

    assert await world.later(59).outdated_crawls(CrawlKind.SCRAPE, 60, 10) == []
    assert await world.later(61).outdated_crawls(CrawlKind.SCRAPE, 60, 10) == [scrape]
    assert await world.later(61).outdated_crawls(CrawlKind.CRAWL, 60, 10) == []


class TestDepths:
    """Settling moves pages to where their shortest path puts them."""

    async def test_a_page_that_is_near_enough_is_fetched_after_all(self, world: World) -> None:
        await world.crawl("c", max_depth=1)
        [batch] = (await take(world.store, ONE, 1)).batches
        far = [page(n, depth=2, is_fetched=False) for n in (2, 3)]
        await report(world.store, batch, done(batch.tasks[0], *far))
        recorded = (await world.get(C)).counts

        to_fetch = await world.store.set_depths(C, [(far[0].id, 1, batch.tasks[0].id)])

        assert (recorded.completed, recorded.pending) == (2, 0)
        assert (await world.get(C)).figures.too_deep == 1
        assert to_fetch == 1
        assert not await world.store.finish(C)
        [again] = (await take(world.store, ONE, 5)).batches
        assert [(task.id, task.depth) for task in again.tasks] == [(2, 1)]

    async def test_any_number_of_pages_is_near_enough(self, world: World) -> None:
        await world.crawl("c", max_depth=1)
        [batch] = (await take(world.store, ONE, 1)).batches
        ids_of_far = range(2, 5_003)
        for first in range(2, 5_003, MAX_NEW_PAGES):
            some = ids_of_far[first - 2 : first - 2 + MAX_NEW_PAGES]
            far = tuple(page(number, depth=2, is_fetched=False) for number in some)
            await report(world.store, batch, Discovered(batch.tasks[0].id, far))

        depths = [(PageId(number), 1, batch.tasks[0].id) for number in ids_of_far]

        assert await world.store.set_depths(C, depths) == 5_001
        assert (await world.get(C)).counts.pending == 5_001


class TestReading:
    """What was found can be read, in chunks."""

    async def test_pages_by_id_and_as_they_ended(self, world: World) -> None:
        await found(world, 9)
        [batch] = (await take(world.store, ONE, 2)).batches
        await report(world.store, batch, *(done(task) for task in reversed(batch.tasks)))

        chunk = await world.store.pages(C, 4)
        rest = await world.store.pages(C, 100, chunk[-1].id)
        ended = await world.store.ended_pages(C, 10)
        new = await world.store.ended_pages(C, 10, ended[0].seq or 0)

        assert [each.id for each in chunk + rest] == list(range(1, 11))
        assert [each.id for each in ended] == [1, *(t.id for t in reversed(batch.tasks))]
        assert [each.seq for each in ended] == [1, 2, 3]
        assert new == ended[1:]
        assert (ended[0].title, ended[0].status, ended[0].timings) == ("Title", 200, (1.0, 2.0))

    async def test_leads_and_bodies(self, world: World) -> None:
        await world.crawl("c")
        [batch] = (await take(world.store, ONE, 1)).batches
        leads = (Lead(page(2).id, "two"), Lead(page(3).id, "three", ("nofollow",)))
        outcome = Completed(batch.tasks[0].id, ANSWER, leads, (page(2), page(3)), {"text": b"zip"})
        await report(world.store, batch, outcome)

        [kept] = await world.store.leads(C, 10)
        [edges] = await world.store.edges(C, 10)
        root = batch.tasks[0].id

        assert tuple(unpacked(kept.targets, kept.notes)) == leads
        assert edges.targets == kept.targets == packed(leads)[0]
        assert await world.store.leads(C, 10, kept.seq) == []
        assert await world.store.bodies(C, [root, page(2).id], "text") == {root: b"zip"}
        assert await world.store.pieces(C, root) == {"text": 3}
        assert await world.store.pieces(C, page(2).id) == {}
        assert set(await world.store.pages_by_id(C, [root, page(77).id])) == {root}

    async def test_what_is_in_work_and_since_when(self, world: World) -> None:
        await found(world, 9)
        [batch] = (await take(world.store, ONE, 2)).batches

        flights = await world.later(5).in_flight(C, 10)

        assert {flight.page for flight in flights} == {task.id for task in batch.tasks}
        assert {flight.worker for flight in flights} == {ONE}
        assert flights[0].for_s == pytest.approx(5, abs=1)

    async def test_samples_every_ten_seconds(self, world: World) -> None:
        await found(world, 9)
        for seconds in (3, 12, 15):
            later = world.later(seconds)
            [batch] = (await take(later, ONE, 1)).batches
            await report(later, batch, done(batch.tasks[0]))

        samples = await world.store.samples(C)

        assert [sample.fetched for sample in samples] == [1, 3]


class TestHosts:
    """Hosts are shared by all crawls."""

    async def test_robots_files_have_an_age(self, world: World) -> None:
        await world.crawl("c", delay_ms=0)
        file = RobotsRecord("found", b"rules", "")
        await world.store.put_robots("http://a.example", "a.example", file, 2.0)

        kept = await world.later(60).robots("http://a.example")
        [host] = await world.store.hosts(C, 10)

        assert kept is not None
        assert (kept.body, kept.failing_for_s) == (b"rules", None)
        assert kept.age_s == pytest.approx(60, abs=1)
        assert (host.gap_s, host.robots_gap_s) == (2.0, 2.0)

    async def test_robots_files_that_fail_remember_since_when(self, world: World) -> None:
        file = RobotsRecord("unreachable", b"", "HTTP 500", failing_for_s=0.0)
        for seconds in (0, 100):
            store = world.later(seconds)
            await store.put_robots("http://a.example", "a.example", file, 0.0)

        kept = await world.later(150).robots("http://a.example")
        await world.later(200).put_robots(
            "http://a.example", "a.example", RobotsRecord("found", b"", ""), 0.0
        )
        read = await world.later(200).robots("http://a.example")

        assert kept is not None
        assert kept.failing_for_s == pytest.approx(150, abs=1)
        assert kept.age_s == pytest.approx(50, abs=1)
        assert read is not None
        assert read.failing_for_s is None

    async def test_the_busiest_hosts_come_first_and_idle_ones_not_at_all(
        self, world: World
    ) -> None:
        await world.crawl("c")
        [batch] = (await take(world.store, ONE, 1)).batches
        found = [page(2, host="b.example"), *(page(n, host="d.example") for n in (3, 4, 5))]
        await report(world.store, batch, done(batch.tasks[0], *found))
        await take(world.store, ONE, 1)

        busy = await world.store.busiest_hosts(C, 10)

        assert [(host.host, host.pending + host.in_progress) for host in busy] == [
            ("d.example", 3),
            ("b.example", 1),
        ]
        assert sum(host.in_progress for host in busy) == 1
        assert await world.store.busiest_hosts(C, 1) == busy[:1]

    async def test_hosts_that_are_only_linked_to_can_be_left_out_of_names(
        self, world: World
    ) -> None:
        await world.crawl("c")
        [batch] = (await take(world.store, ONE, 1)).batches
        linked = page(3, host="b.example", skipped=(SkipReason.SCOPE, "host"))
        await report(world.store, batch, done(batch.tasks[0], page(2), linked))

        assert await world.store.take_unnamed(Unnamed.IN_WORK, 10) == ["a.example"]
        assert await world.store.take_unnamed(Unnamed.IN_WORK, 10) == []
        assert await world.store.take_unnamed(Unnamed.FOUND, 10) == ["b.example"]

    async def test_every_host_is_named_once(self, world: World) -> None:
        await world.crawl("c")

        hosts = await world.store.take_unnamed(Unnamed.FOUND, 10)
        assert await world.store.take_unnamed(Unnamed.FOUND, 10) == []
        await world.store.name_hosts([HostName("a.example", "192.0.2.1", "b.example")])

        assert hosts == ["a.example"]
        [host] = await world.store.hosts(C, 10)
        assert (host.domain, host.ip, host.cname) == ("example", "192.0.2.1", "b.example")
        assert (host.pending, host.in_progress) == (1, 0)
