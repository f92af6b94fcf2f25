"""Depths by the shortest path, whatever was found first."""

import pytest

from contract.conftest import ANSWER, ONE, World, page, report, take
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.outcomes import NOFOLLOW, SkipReason
from leadline.domain.pages import Lead, NewPage, PageState
from leadline.domain.results import Completed
from leadline.services.settle import settle

C = CrawlId("c")
REFUSED = (SkipReason.ROBOTS, NOFOLLOW)


async def crawled(world: World, web: dict[int, tuple[NewPage, ...]], **options: object) -> None:
    """Work on a crawl until nothing is left; `web` says what each page finds."""
    await world.crawl("c", **options)
    while batches := (await take(world.store, ONE, 9)).batches:
        for batch in batches:
            await report(world.store, batch, *(read(task.id, web) for task in batch.tasks))


def read(number: PageId, web: dict[int, tuple[NewPage, ...]]) -> Completed:
    found = web.get(number, ())
    leads = tuple(Lead(each.id, "", ("nofollow",) if each.skipped else ()) for each in found)
    return Completed(number, ANSWER, leads, found)


async def depths(world: World) -> dict[int, tuple[int, int | None, PageState]]:
    await settle(world.store, await world.get(C))
    pages = await world.store.pages(C, 100)
    return {each.id: (each.depth, each.parent, each.state) for each in pages}


def chain(*numbers: int, first_depth: int = 1) -> dict[int, tuple[NewPage, ...]]:
    """Pages of which each finds the next."""
    pairs = zip(numbers, numbers[1:], range(first_depth, 99), strict=False)
    return {before: (page(after, depth),) for before, after, depth in pairs}


@pytest.mark.parametrize("is_late", [False, True])
async def test_a_link_that_is_not_followed_makes_no_path(world: World, *, is_late: bool) -> None:
    web = chain(1, 2, 3, 4, 5)
    web[1] = (*web[1], page(9, 1))
    shy = page(5, 2, skipped=REFUSED)
    if is_late:
        web[9] = (shy,)
    else:
        web[1] = (*web[1], shy)

    await crawled(world, web, max_depth=9, respects_nofollow=True)

    assert (await depths(world))[5] == (4, 4, PageState.COMPLETED)


async def test_what_is_reached_by_no_other_link_is_below_the_nearest_that_has_one(
    world: World,
) -> None:
    web = chain(1, 2, 3, 4)
    web[4] = (page(9, 4, skipped=REFUSED),)
    web[2] = (*web[2], page(9, 2, skipped=REFUSED))

    await crawled(world, web, max_depth=9, respects_nofollow=True)

    assert (await depths(world))[9] == (2, 2, PageState.SKIPPED)


async def test_a_crawl_that_follows_all_links_goes_by_all_of_them(world: World) -> None:
    web = chain(1, 2, 3, 4, 5)
    web[1] = (*web[1], page(5, 1))

    await crawled(world, web, max_depth=9)

    assert (await depths(world))[5] == (1, 1, PageState.COMPLETED)


async def test_a_crawl_without_leads_is_done(world: World) -> None:
    await crawled(world, {})

    assert await depths(world) == {1: (0, None, PageState.COMPLETED)}
    assert (await world.get(C)).status == "completed"
