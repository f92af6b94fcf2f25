"""What every store tells of all crawls together, and of processes."""

from dataclasses import replace

from answers import ANSWER
from contract.conftest import ONE, World, done, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Completed, Failed
from leadline.domain.pages import Closed, PageState
from leadline.domain.system.overview import EDGES_MS, Process

SUPERVISOR = Process("here", 1, "supervisor", 30_000_000, 0.5)
FEEDER = Process("here", 2, "feeder", 60_000_000, 9.5)


async def test_crawls_are_counted_by_kind_and_status(world: World) -> None:
    await world.crawl("ended")
    await world.crawl("running")
    await world.crawl("deleted")
    await world.store.create(CrawlId("s"), CrawlKind.SCRAPE, CrawlOptions(), page(1, depth=0))
    await world.store.set_status(CrawlId("ended"), CrawlStatus.CANCELLED)
    await world.store.set_status(CrawlId("deleted"), CrawlStatus.CANCELLED)
    while await world.store.delete(CrawlId("deleted"), 10):
        pass

    told = (await world.store.overview()).crawls

    assert told == {
        (CrawlKind.CRAWL, CrawlStatus.RUNNING): 1,
        (CrawlKind.CRAWL, CrawlStatus.CANCELLED): 1,
        (CrawlKind.SCRAPE, CrawlStatus.RUNNING): 1,
    }
    assert await world.store.count(CrawlKind.CRAWL, CrawlStatus.RUNNING) == 1
    assert await world.store.count(CrawlKind.CRAWL, CrawlStatus.FAILED) == 0


async def test_pages_and_queues_are_those_of_running_crawls(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], page(2), page(3), page(4)))
    [lent] = (await take(world.store, ONE, 1)).batches

    told = await world.store.overview()
    await world.store.set_status(CrawlId("c"), CrawlStatus.PAUSED)
    paused = await world.store.overview()

    assert told.pages[PageState.COMPLETED] == told.pages[PageState.IN_PROGRESS] == 1
    assert told.pages[PageState.PENDING] == 2
    assert (told.leases, told.leased_pages) == (1, len(lent.tasks))
    assert (told.ready_queues, told.waiting_queues) == (1, 0)
    assert set(paused.pages.values()) == {0}
    assert paused.ready_queues == 0


async def test_a_host_that_is_left_alone_waits(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], page(2), host_wait_s=60.0))
    await take(world.store, ONE, 1)

    told = await world.store.overview()

    assert (told.ready_queues, told.waiting_queues) == (0, 1)


async def test_what_was_done_outlives_its_crawl(world: World) -> None:
    crawl = await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], page(2)))
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, Failed(batch.tasks[0].id, "http", "404", status=404))
    await report(world.store, batch, done(batch.tasks[0]))
    await world.store.reopen(crawl, Closed(PageState.FAILED), 10)
    await world.store.set_status(crawl, CrawlStatus.CANCELLED)
    while await world.store.delete(crawl, 10):
        pass

    told = (await world.store.overview()).done

    assert (told.fetched, told.failed, told.bytes, told.stale) == (1, 1, ANSWER.size, 1)


async def test_latencies_are_summed_by_phase_and_bucket(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    answer = ANSWER._replace(timings=(0.0, 3.0, 0.0, 20.0, 100_000.0))
    await report(world.store, batch, Completed(batch.tasks[0].id, answer))

    told = (await world.store.overview()).latencies

    assert sum(told["dns"].buckets) == sum(told["tls"].buckets) == 0
    assert told["connect"].buckets[EDGES_MS.index(5)] == 1
    assert told["total"].buckets[-1] == 1
    assert told["first_byte"].sum_ms == 20.0


async def test_a_supervisor_notes_its_processes_anew_and_takes_them_back(world: World) -> None:
    other = replace(FEEDER, machine="there")
    await world.store.note_processes("there/1", [other])
    await world.store.note_processes("here/1", [FEEDER])
    await world.store.note_processes("here/1", [SUPERVISOR, FEEDER])
    noted = await world.later(60).processes()
    await world.store.note_processes("here/1", [])

    assert [replace(each, age_s=0.0) for each in noted] == [SUPERVISOR, FEEDER, other]
    assert all(59 < each.age_s < 62 for each in noted)
    assert [each.machine for each in await world.store.processes()] == ["there"]


async def test_who_was_not_noted_for_long_is_forgotten(world: World) -> None:
    await world.store.note_processes("there/1", [FEEDER])
    await world.later(4_000).note_processes("here/1", [SUPERVISOR])

    assert [each.role for each in await world.store.processes()] == ["supervisor"]
