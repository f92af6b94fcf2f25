"""Depths by the shortest path, whatever was found first."""

from collections.abc import Mapping

import pytest

from answers import ANSWER
from contract.conftest import ONE, World, page, report
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.outcomes import Completed
from leadline.domain.pages import FoundBy, Lead, NewPage, PageKind, PageState
from leadline.domain.rules import Rule
from leadline.services.crawling.settle import settle

C = CrawlId("c")
KINDS = frozenset([PageKind.PAGE, PageKind.SITEMAP])
SITEMAP = page(99, 0, kind=PageKind.SITEMAP, found_by=FoundBy.SITEMAP)
REFUSED = Rule.NOFOLLOW.pair


async def crawled(world: World, web: Mapping[int, tuple[NewPage, ...]], **options: object) -> None:
    """Work on a crawl until nothing is left; `web` says what each page finds."""
    await world.crawl("c", **options)
    while batches := (await world.store.claim(ONE, KINDS, 9, 9)).batches:
        for batch in batches:
            await report(world.store, batch, *(read(task.id, web) for task in batch.tasks))


def read(number: PageId, web: Mapping[int, tuple[NewPage, ...]]) -> Completed:
    found = web.get(number, ())
    leads = tuple(
        Lead(each.id, "", ("nofollow",) if each.skipped else ())
        for each in found
        if each.found_by is not FoundBy.SITEMAP
    )
    return Completed(number, ANSWER, leads, found)


async def depths(world: World) -> dict[int, tuple[int, int | None, PageState]]:
    await settle(world.store, await world.get(C))
    pages = await world.store.pages(C, 100)
    return {each.id: (each.depth, each.parent, each.state) for each in pages}


def chain(*numbers: int) -> dict[int, tuple[NewPage, ...]]:
    """Pages of which each finds the next."""
    pairs = zip(numbers, numbers[1:], range(1, 99), strict=False)
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


def listed(number: int) -> NewPage:
    return page(number, 1, found_by=FoundBy.SITEMAP)


async def test_what_sitemaps_list_is_at_depth_1(world: World) -> None:
    web = chain(1, 2, 3, 4) | {8: (page(9, 2),), 99: (listed(8), listed(4), listed(1), listed(2))}
    web[1] = (*web[1], SITEMAP)

    await crawled(world, web, max_depth=9)

    found = {
        number: (depth, parent) for number, (depth, parent, _) in (await depths(world)).items()
    }
    assert found == {1: (0, None), 2: (1, 1), 3: (2, 2), 4: (1, None), 8: (1, None), 9: (2, 8)}


async def test_a_page_beyond_the_limit_that_a_sitemap_lists_is_fetched_after_all(
    world: World,
) -> None:
    web = chain(1, 2) | {2: (page(3, 2, is_fetched=False), SITEMAP), 99: (listed(3),)}

    await crawled(world, web, max_depth=1)

    assert (await depths(world))[3] == (1, None, PageState.PENDING)
    assert (await world.get(C)).status == "running"


async def test_a_redirect_that_a_sitemap_lists_weighs_nothing(world: World) -> None:
    web = {1: (SITEMAP,), 99: (listed(2),)}
    await world.crawl("c", max_depth=9)
    moved = ANSWER._replace(status=301, redirected_to=page(3).address)
    while batches := (await world.store.claim(ONE, KINDS, 9, 9)).batches:
        for batch in batches:
            for task in batch.tasks:
                outcome = read(task.id, web)
                if task.id == 2:
                    outcome = Completed(task.id, moved, (Lead(PageId(3), ""),), (page(3, 1),))
                await report(world.store, batch, outcome)

    found = await depths(world)

    assert (found[2][:2], found[3][:2]) == ((1, None), (1, 2))
