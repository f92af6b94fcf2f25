"""Options of a crawl that are changed while it runs."""

from typing import Any

import pytest

from invented import DEFAULTS, Told, address, crawl_of, kept, links, settled, worked_on
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.errors import InvalidPattern, UnknownCrawl
from leadline.domain.pages import PageState
from leadline.services.crawling.changes import change_crawl, retry_pages
from leadline.services.crawling.crawls import get_crawl
from leadline.services.crawling.settle import settle
from leadline.services.graph.indexes import Indexes
from leadline.store.contract import Store

C = CrawlId("c")
SITE = {
    "/": links("/a", "/b/1", "/b/2"),
    "/a": links("/b/3", "/x/1"),
    "/b/1": links("/b/4"),
    "/b/4": links("/b/5"),
}


async def change(store: Store, **changes: Any) -> int | None:
    return await change_crawl(store, C, changes, DEFAULTS, Indexes())


async def pages(store: Store) -> dict[str, tuple[str, str | None]]:
    """State and rule of all pages by path."""
    found = await store.pages(C, 100)
    return {page.address.removeprefix(address("")): (page.state, page.rule) for page in found}


async def finished(store: Store, site: dict[str, Told]) -> None:
    """Worked on until nothing is left to do, settling included."""
    while True:
        await worked_on(store, C, site)
        if await settle(store, await crawl_of(store, C)):
            return


async def test_a_crawl_whose_patterns_were_lifted_is_as_if_it_never_had_any(store: Store) -> None:
    await kept(store, SITE, exclude=("/b/*",))
    assert (await pages(store))["/b/1"] == ("SKIPPED", "exclude")

    assert await change(store, exclude=()) == 3
    await finished(store, SITE)

    other = await settled(store, SITE, "other")
    changed = await crawl_of(store, C)
    assert changed.counts == other.counts
    assert {path: state for path, (state, _) in (await pages(store)).items()} == dict.fromkeys(
        ("/", "/a", "/b/1", "/b/2", "/b/3", "/b/4", "/b/5", "/x/1"), "COMPLETED"
    )


async def test_only_what_the_new_patterns_let_in_goes_back(store: Store) -> None:
    await kept(store, SITE, exclude=("/b/*", "/x/*"))

    assert await change(store, exclude=("/b/2", "/b/3"), include=("/a", "/b/*")) == 1

    told = await pages(store)
    assert told["/b/1"] == ("PENDING", None)
    assert told["/b/2"] == ("SKIPPED", "exclude")
    assert told["/x/1"] == ("SKIPPED", "include")


async def test_what_was_not_done_is_done_when_it_is_repeated(store: Store) -> None:
    await kept(store, SITE, exclude=("/b/*",))
    options = (await crawl_of(store, C)).options
    await change(store, concurrency=7)
    assert (await pages(store))["/b/1"] == ("SKIPPED", "exclude")

    assert await change(store, exclude=()) == 3
    assert await change(store, exclude=()) == 0
    assert (await crawl_of(store, C)).options.concurrency == 7 != options.concurrency


async def test_what_is_too_deep_is_recorded_only(store: Store) -> None:
    await kept(store, SITE, exclude=("/b/*",), max_depth=1)

    assert await change(store, exclude=()) == 2
    assert (await pages(store))["/b/3"] == ("COMPLETED", None)
    assert (await get_crawl(store, C)).figures.too_deep == 2


async def test_a_lower_depth_leaves_what_is_deeper_and_a_higher_one_takes_it_up(
    store: Store,
) -> None:
    await kept(store, SITE, max_pages=2)
    assert await change(store, max_depth=0) == 0
    assert (await get_crawl(store, C)).figures.too_deep == 4

    await change(store, max_depth=9, max_pages=None)
    await finished(store, SITE)

    assert (await crawl_of(store, C)).counts.completed == 7
    assert (await get_crawl(store, C)).figures.too_deep == 0


async def test_a_larger_budget_of_shapes_lets_in_as_many_more(store: Store) -> None:
    site = {"/": links(*(f"/day/{n}" for n in range(10)))}
    await kept(store, site, max_per_shape=3)

    assert await change(store, max_per_shape=5) == 2
    assert await change(store, max_per_shape=0) == 5
    assert await change(store, max_per_shape=1) == 0


async def test_links_that_ask_not_to_be_followed_are_not_followed_by_a_change(
    store: Store,
) -> None:
    shy = {"/shy": ("nofollow",), "/open": ("nofollow",)}
    site = {"/": Told({"/shy": "", "/open": "", "/b": ""}, rel=shy), "/b": links("/open")}
    await kept(store, site, exclude=("/shy", "/open"), respects_nofollow=True)

    assert await change(store, exclude=()) == 1

    told = await pages(store)
    assert told["/open"] == ("PENDING", None)
    assert told["/shy"] == ("SKIPPED", "nofollow")


async def test_what_is_over_is_not_changed(store: Store) -> None:
    await settled(store, SITE)

    assert await change(store, exclude=("/b/*",)) is None
    assert (await crawl_of(store, C)).options.exclude == ()


async def test_what_cannot_be_is_refused_and_changes_nothing(store: Store) -> None:
    await kept(store, SITE)

    with pytest.raises(InvalidPattern):
        await change(store, exclude=("re:(",), concurrency=9)
    with pytest.raises(UnknownCrawl):
        await change_crawl(store, CrawlId("nobody"), {}, DEFAULTS, Indexes())
    assert (await crawl_of(store, C)).options.concurrency == 32


async def test_failed_pages_are_tried_again_once_each(store: Store) -> None:
    broken = {"/": links("/1", "/2", "/3"), "/1": Told(status=500, is_failure=True)}
    broken |= {"/2": Told(status=404, is_failure=True)}
    await settled(store, broken)

    assert await retry_pages(store, C, PageState.FAILED, None, (500, 599)) == 1
    assert (await crawl_of(store, C)).status is CrawlStatus.RUNNING
    await worked_on(store, C, broken)
    assert await retry_pages(store, C, PageState.FAILED, None) == 2
    assert await retry_pages(store, C, PageState.SKIPPED, None) == 0


async def test_pages_that_fail_again_at_once_do_not_keep_a_retry_from_ending(store: Store) -> None:
    site = {"/": links("/1"), "/1": Told(status=500, is_failure=True)}
    await settled(store, site)

    class Eager:
        """A store whose workers are faster than us."""

        get = staticmethod(store.get)

        async def reopen(self, *asked: Any) -> int:
            moved = await store.reopen(*asked)
            await worked_on(store, C, site)
            return moved

    assert await retry_pages(Eager(), C, PageState.FAILED, None) == 1  # type: ignore[arg-type]
