"""What every store does with scrapes, and for those who wait for them."""

from answers import ANSWER
from contract.conftest import ONE, World, done, page, report, report_done, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Completed, Failed, Returned, SkippedPage
from leadline.domain.skips import SkipReason

S = CrawlId("s")


async def scrape(world: World, name: str = "s", **options: object) -> CrawlId:
    chosen = CrawlOptions(**{"delay_ms": 0} | options)  # type: ignore[arg-type]
    return await world.store.create(
        CrawlId(name), CrawlKind.SCRAPE, chosen, page(1, depth=0, host=f"{name}.example")
    )


async def test_a_scrape_is_completed_with_its_page(world: World) -> None:
    await scrape(world)
    [batch] = (await take(world.store, ONE, 1)).batches
    before = await world.get(S)

    await report(world.store, batch, done(batch.tasks[0]))

    after = await world.get(S)
    assert (before.status, before.finished_at) == (CrawlStatus.RUNNING, None)
    assert after.status is CrawlStatus.COMPLETED
    assert after.finished_at is not None


async def test_a_scrape_goes_on_while_its_page_waits_for_another_turn(world: World) -> None:
    await scrape(world)
    [batch] = (await take(world.store, ONE, 1)).batches

    await report(world.store, batch, Returned(batch.tasks[0].id))

    assert (await world.get(S)).status is CrawlStatus.RUNNING


async def test_a_crawl_is_not_completed_with_its_pages(world: World) -> None:
    crawl = await world.crawl("c")

    await report_done(world.store, (await take(world.store, ONE, 1)).batches)

    assert (await world.get(crawl)).status is CrawlStatus.RUNNING


async def test_scrapes_that_keep_html_are_never_outdated(world: World) -> None:
    for name, keeps in (("a", ()), ("b", ("html",)), ("c", ("text",))):
        await scrape(world, name, keeps=keeps)
    await report_done(world.store, (await take(world.store, ONE, 9)).batches)

    outdated = await world.later(61).outdated_crawls(CrawlKind.SCRAPE, 60, 10)

    assert sorted(outdated) == ["a", "c"]


async def test_pages_that_answered_with_success_are_counted(world: World) -> None:
    crawl = await world.crawl("c")
    [first] = (await take(world.store, ONE, 1)).batches
    await report(world.store, first, done(first.tasks[0], *(page(n) for n in (2, 3, 4))))
    [batch] = (await take(world.store, ONE, 3)).batches
    moved, missing, fine = batch.tasks
    answer = ANSWER.__class__(301, "", 0, "", None, None, 7, page(9).address, (), "127.0.0.1")

    await report(
        world.store,
        batch,
        Completed(moved.id, answer),
        Failed(missing.id, "HttpError", "HTTP 404", status=404),
        done(fine),
    )

    counted = await world.get(crawl)
    assert (counted.answered, counted.scraped) == (4, 2)


async def test_pages_that_failed_come_by_what_failed(world: World) -> None:
    crawl = await world.crawl("c")
    [first] = (await take(world.store, ONE, 1)).batches
    await report(world.store, first, done(first.tasks[0], *(page(n) for n in range(2, 7))))
    [batch] = (await take(world.store, ONE, 5)).batches
    kinds = ["b", "a", "b", "a"]
    failed = [Failed(t.id, kind, "m") for t, kind in zip(batch.tasks, kinds, strict=False)]

    await report(world.store, batch, *failed, done(batch.tasks[4]))

    assert [page.error for page in await world.store.failed_pages(crawl, 9)] == ["a", "a", "b", "b"]
    assert len(await world.store.failed_pages(crawl, 3)) == 3


async def test_roots_that_are_over_are_told_from_those_that_are_not(world: World) -> None:
    for name in ("done", "failed", "refused", "open", "claimed", "back"):
        await scrape(world, name)
    batches = {b.crawl: b for b in (await take(world.store, ONE, 6)).batches if b.crawl != "open"}
    root = batches[CrawlId("done")].tasks[0]
    await report(world.store, batches[CrawlId("done")], done(root))
    await report(world.store, batches[CrawlId("failed")], Failed(root.id, "TimedOut", ""))
    refused = SkippedPage(root.id, SkipReason.ROBOTS, "disallow")
    await report(world.store, batches[CrawlId("refused")], refused)
    await report(world.store, batches[CrawlId("back")], Returned(root.id))

    asked = [CrawlId(name) for name in ("done", "failed", "refused", "claimed", "back", "gone")]

    assert await world.store.ended_roots(asked) == {"done", "failed", "refused", "gone"}
    assert await world.store.ended_roots([]) == set()


async def test_the_scrape_that_has_been_over_longest_is_outdated_first(world: World) -> None:
    for name, at_s in (("late", 20), ("early", 10)):
        await scrape(world, name)
        store = world.later(at_s)
        await report_done(store, (await take(store, ONE, 1, CrawlId(name))).batches)

    assert await world.later(100).outdated_crawls(CrawlKind.SCRAPE, 60, 1) == ["early"]


async def test_a_scrape_that_is_not_over_is_not_outdated(world: World) -> None:
    await scrape(world)

    assert await world.later(1000).outdated_crawls(CrawlKind.SCRAPE, 60, 9) == []
