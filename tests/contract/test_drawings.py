"""Drawings of crawls that are over: who waits for one, and how long it holds."""

import pytest

from contract.conftest import ONE, World, done, page, report, report_done, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Failed
from leadline.domain.pages import Closed, PageState
from leadline.store.drawings import MOST_DRAWS

C = CrawlId("c")
FOR_S = 300.0


async def over(world: World, name: str = "c") -> CrawlId:
    """A crawl whose root was all there is."""
    crawl = await world.crawl(name)
    await report_done(world.store, (await take(world.store, ONE, 1, crawl)).batches)
    assert await world.store.finish(crawl)
    return crawl


async def failed(world: World) -> None:
    """A crawl that is over, and one of its two pages failed."""
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], page(2)))
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, Failed(batch.tasks[0].id, "TimedOut", "?"))
    assert await world.store.finish(C)


async def test_a_crawl_waits_for_its_drawing_once_it_is_over(world: World) -> None:
    await world.crawl("running")
    await over(world)

    assert await world.store.take_undrawn(FOR_S) == C
    assert await world.store.take_undrawn(FOR_S) is None


@pytest.mark.parametrize("status", [CrawlStatus.CANCELLED, CrawlStatus.FAILED])
async def test_also_when_it_did_not_come_to_its_end(world: World, status: CrawlStatus) -> None:
    await world.crawl("c")

    await world.store.set_status(C, CrawlStatus.PAUSED)
    assert await world.store.take_undrawn(FOR_S) is None
    await world.store.set_status(C, status)
    assert await world.store.take_undrawn(FOR_S) == C


async def test_scrapes_are_not_drawn(world: World) -> None:
    scrape = CrawlId("s")
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(), page(1, depth=0))
    await world.store.set_status(scrape, CrawlStatus.CANCELLED)

    assert await world.store.take_undrawn(FOR_S) is None


async def test_who_waited_longest_is_first(world: World) -> None:
    for name in "ba":
        await over(world, name)

    assert [await world.store.take_undrawn(FOR_S) for _ in "ba"] == ["b", "a"]


async def test_a_crawl_whose_drawing_fails_again_and_again_is_given_up(world: World) -> None:
    await over(world)

    tries = [
        await world.later(number * (FOR_S + 1)).take_undrawn(FOR_S)
        for number in range(MOST_DRAWS + 2)
    ]

    assert tries == [C] * MOST_DRAWS + [None] * 2


async def test_what_was_drawn_is_kept_and_nobody_waits_any_more(world: World) -> None:
    await over(world)
    seq = (await world.get(C)).seq

    before = await world.store.drawing(C)
    assert await world.store.put_drawing(C, seq, b"first")
    assert await world.store.put_drawing(C, seq, b"picture")

    assert before is None
    assert await world.store.drawing(C) == b"picture"
    assert await world.later(FOR_S + 1).take_undrawn(FOR_S) is None


async def test_a_crawl_that_goes_on_loses_its_drawing_and_gets_another(world: World) -> None:
    await failed(world)
    seq = (await world.get(C)).seq
    await world.store.put_drawing(C, seq, b"picture")

    await world.store.reopen(C, Closed(PageState.FAILED), 10)
    reopened = await world.store.drawing(C)
    waiting = await world.store.take_undrawn(FOR_S)
    [batch] = (await take(world.store, ONE, 1)).batches
    late = await world.store.put_drawing(C, seq, b"of before")
    await report_done(world.store, [batch])
    assert await world.store.finish(C)

    assert (reopened, waiting, late) == (None, None, False)
    assert not await world.store.put_drawing(C, seq, b"of before")
    assert await world.store.take_undrawn(FOR_S) == C
    assert await world.store.put_drawing(C, seq + 1, b"new")


async def test_a_crawl_that_was_given_up_is_tried_again_when_it_went_on(world: World) -> None:
    await failed(world)
    for number in range(MOST_DRAWS):
        await world.later(number * (FOR_S + 1)).take_undrawn(FOR_S)

    await world.store.reopen(C, Closed(PageState.FAILED), 10)
    await report_done(world.store, (await take(world.store, ONE, 1)).batches)
    await world.store.finish(C)

    for number in range(MOST_DRAWS):
        assert await world.later(number * (FOR_S + 1)).take_undrawn(FOR_S) == C


async def test_a_deleted_crawl_takes_its_drawing_along(world: World) -> None:
    await over(world)
    await world.store.put_drawing(C, (await world.get(C)).seq, b"picture")

    while await world.store.delete(C, 5):
        pass

    assert await world.store.drawing(C) is None
    assert await world.store.take_undrawn(FOR_S) is None
    assert not await world.store.put_drawing(C, 1, b"picture")
    await over(world)
    assert await world.store.drawing(C) is None
