"""What every store answers about all pages of a crawl."""

import pytest

from answers import ANSWER
from contract.conftest import ONE, World, done, page, report, take
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.errors import InvalidCursor, UnknownCrawl
from leadline.domain.listing import PageFilter, PageOrder, SortKey
from leadline.domain.outcomes import Completed, Failed
from leadline.domain.pages import Lead, Page, PageKind, PageState
from leadline.domain.skips import SkipReason
from leadline.store import ordering

C = CrawlId("c")

ANSWERS = {
    2: ANSWER._replace(title="Zebra", size=50, timings=(1.0, 30.0)),
    3: ANSWER._replace(title="ant", size=900, timings=(1.0, 20.0), content_type="image/png"),
    4: ANSWER._replace(title="", size=900, timings=(1.0, 10.5), content_type="TEXT/HTML ;x=y"),
}


@pytest.fixture
async def listed(world: World) -> World:
    """The root, three pages that answered, one that failed, one skipped, one to be fetched."""
    await world.crawl("c")
    skipped = page(6, host="b.example", skipped=(SkipReason.SCOPE, "host"))
    found = [*(page(n, depth=n // 2) for n in range(2, 6)), skipped, page(7, depth=9)]
    sitemap = page(8, kind=PageKind.SITEMAP)
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], *found, sitemap))
    [batch] = (await take(world.store, ONE, 4)).batches
    outcomes = [
        Completed(task.id, ANSWERS[task.id])
        if task.id in ANSWERS
        else Failed(task.id, "HttpStatus", "HTTP 404", 404)
        for task in batch.tasks
    ]
    await report(world.store, batch, *outcomes)
    return world


async def all_where(world: World, wanted: PageFilter) -> set[int]:
    found = await world.store.pages_where(C, wanted, PageOrder(), 100)
    assert found.next is None
    return {each.id for each in found.items}


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (PageFilter(), {1, 2, 3, 4, 5, 6, 7}),
        (PageFilter(state=PageState.FAILED), {5}),
        (PageFilter(state=PageState.PENDING), {7}),
        (PageFilter(reason=SkipReason.SCOPE), {6}),
        (PageFilter(rule="host"), {6}),
        (PageFilter(error="HttpStatus"), {5}),
        (PageFilter(error="TimedOut"), set()),
        (PageFilter(content_hash=7), {1, 2, 3, 4}),
        (PageFilter(content_hash=8), set()),
        (PageFilter(after_seq=0), {1, 2, 3, 4, 5}),
        (PageFilter(after_seq=1, state=PageState.COMPLETED), {2, 3, 4}),
        (PageFilter(after_seq=5), set()),
        (PageFilter(status=(404, 404)), {5}),
        (PageFilter(status=(200, 299)), {1, 2, 3, 4}),
        (PageFilter(depth=1), {2, 3, 6}),
        (PageFilter(host="b.example"), {6}),
        (PageFilter(host="nowhere.example"), set()),
        (PageFilter(content_type="text/html"), {1, 2, 4}),
        (PageFilter(content_type="image/*"), {3}),
        (PageFilter(search="zEBr"), {2}),
        (PageFilter(search="EXAMPLE/7"), {7}),
        (PageFilter(search="%"), set()),
        (PageFilter(state=PageState.COMPLETED, depth=1, search="a.example"), {2, 3}),
    ],
    ids=str,
)
async def test_a_filter_lets_through_what_meets_all_of_it(
    listed: World, wanted: PageFilter, ids: set[int]
) -> None:
    assert await all_where(listed, wanted) == ids


async def walked(world: World, order: PageOrder, limit: int) -> list[int]:
    """A whole list, a few pages at a time."""
    found: list[Page] = []
    cursor = None
    while True:
        some = await world.store.pages_where(C, PageFilter(), order, limit, cursor)
        found += some.items
        if (cursor := some.next) is None:
            return [each.id for each in found]
        assert len(some.items) == limit


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
@pytest.mark.parametrize(
    ("by", "is_descending", "ids"),
    [
        (SortKey.ADDRESS, False, [1, 2, 3, 4, 5, 7, 6]),
        (SortKey.ADDRESS, True, [6, 7, 5, 4, 3, 2, 1]),
        (SortKey.DEPTH, False, [1, 2, 3, 6, 4, 5, 7]),
        (SortKey.DEPTH, True, [7, 4, 5, 2, 3, 6, 1]),
        (SortKey.STATUS, True, [5, 1, 2, 3, 4, 7, 6]),
        (SortKey.SIZE, True, [3, 4, 1, 2, 5, 7, 6]),
        (SortKey.SIZE, False, [2, 1, 3, 4, 5, 7, 6]),
        (SortKey.TIME, True, [2, 3, 4, 1, 5, 7, 6]),
        (SortKey.TITLE, False, [1, 2, 3, 4, 5, 7, 6]),
        (SortKey.SEQ, True, [5, 4, 3, 2, 1, 7, 6]),
    ],
)
async def test_a_list_is_walked_in_order_and_the_unknown_comes_last(
    listed: World, by: SortKey, *, is_descending: bool, ids: list[int], limit: int
) -> None:
    assert await walked(listed, PageOrder(by, is_descending), limit) == ids


async def test_pages_that_come_while_a_list_is_walked_make_nothing_come_twice(
    listed: World,
) -> None:
    first = await listed.store.pages_where(C, PageFilter(), PageOrder(), 3)
    [batch] = (await take(listed.store, ONE, 1)).batches
    early = page(9, address=Address("http://a.example/0"))
    await report(listed.store, batch, done(batch.tasks[0], early))

    rest = await listed.store.pages_where(C, PageFilter(), PageOrder(), 100, first.next)

    assert [each.id for each in (*first.items, *rest.items)] == [1, 2, 3, 4, 5, 7, 6]


async def test_titles_without_end_make_no_cursor_without_end(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    await report(world.store, batch, done(batch.tasks[0], *(page(n) for n in range(2, 8))))
    [batch] = (await take(world.store, ONE, 9)).batches
    outcomes = [
        Completed(task.id, ANSWER._replace(title="\x01é" * 2_000 + str(9 - task.id)))
        for task in batch.tasks
    ]
    await report(world.store, batch, *outcomes)
    by_title = PageOrder(SortKey.TITLE)

    some = await world.store.pages_where(C, PageFilter(), by_title, 2)

    assert len(some.next or "") < 3_000
    assert await walked(world, by_title, 2) == [2, 3, 4, 5, 6, 7, 1]


async def test_a_cursor_is_of_one_order(listed: World) -> None:
    by_size = PageOrder(SortKey.SIZE)
    some = await listed.store.pages_where(C, PageFilter(), by_size, 1)

    for cursor, order in (
        (some.next, PageOrder(SortKey.SIZE, is_descending=True)),
        ("nonsense", by_size),
        ("bm9uc2Vuc2U=", by_size),
        ("é", by_size),
    ):
        with pytest.raises(InvalidCursor):
            await listed.store.pages_where(C, PageFilter(), order, 1, cursor)


async def test_facts_are_of_all_pages_by_id(listed: World) -> None:
    chunk = await listed.store.facts(C, 4)
    facts = [*chunk, *await listed.store.facts(C, 100, chunk[-1].id)]

    assert [each.id for each in facts] == [1, 2, 3, 4, 5, 6, 7]
    by_id = {each.id: each for each in facts}
    fetched, failed, skipped = by_id[3], by_id[5], by_id[6]  # type: ignore[index]
    assert (fetched.state, fetched.status, fetched.size) == (PageState.COMPLETED, 200, 900)
    assert (fetched.took_ms, fetched.content_hash, fetched.content_type) == (20.0, 7, "image/png")
    assert (failed.state, failed.status, failed.took_ms) == (PageState.FAILED, 404, None)
    assert (skipped.reason, skipped.rule) == (SkipReason.SCOPE, "host")
    assert (skipped.host, skipped.domain) == ("b.example", "example")


async def test_a_redirect_is_a_fact(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    answer = ANSWER._replace(status=301, redirected_to=Address("http://a.example/2"))
    await report(world.store, batch, Completed(batch.tasks[0].id, answer, found=(page(2),)))

    assert [each.is_redirect for each in await world.store.facts(C, 9)] == [True, False]


async def test_leads_of_pages_that_have_some(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    root = batch.tasks[0].id
    leads = (Lead(page(2).id, "two"),)
    await report(world.store, batch, Completed(root, ANSWER, leads, (page(2),)))

    [kept] = await world.store.leads(C, 9)
    assert await world.store.leads_of(C, [root, page(2).id, page(77).id]) == {root: kept}


async def test_crawls_are_found_by_how_their_ids_begin(world: World) -> None:
    for name in ("ab1", "ab2", "b", "ab%"):
        await world.crawl(name)
    scrape = CrawlId("ab3")
    await world.store.create(scrape, CrawlKind.SCRAPE, CrawlOptions(), page(1, depth=0))

    find = world.store.crawl_ids
    assert await find(CrawlKind.CRAWL, "ab", 10) == ["ab%", "ab1", "ab2"]
    assert await find(CrawlKind.CRAWL, "ab", 1) == ["ab%"]
    assert await find(CrawlKind.CRAWL, "ab2", 10) == ["ab2"]
    assert await find(CrawlKind.CRAWL, "c", 10) == []
    assert len(await find(CrawlKind.CRAWL, "", 10)) == 4


async def test_nothing_is_told_of_a_crawl_that_is_not_there(world: World) -> None:
    nobody = CrawlId("nobody")
    for answer in (
        world.store.pages_where(nobody, PageFilter(), PageOrder(), 1),
        world.store.facts(nobody, 1),
        world.store.leads_of(nobody, []),
        world.store.failures(nobody, 1),
    ):
        with pytest.raises(UnknownCrawl):
            await answer


async def test_failures_are_counted_by_error_and_status(world: World) -> None:
    await world.crawl("c")
    [batch] = (await take(world.store, ONE, 1)).batches
    found = [*(page(n) for n in range(2, 8)), page(8, kind=PageKind.SITEMAP)]
    await report(world.store, batch, done(batch.tasks[0], *found))
    errors: dict[int, tuple[str, int | None]]
    errors = {2: ("HttpError", 404), 3: ("HttpError", 404), 4: ("HttpError", 404)}
    errors |= {5: ("HttpError", 500), 6: ("TimedOut", None)}
    kinds = frozenset([PageKind.PAGE, PageKind.SITEMAP])
    for batch in (await world.store.claim(ONE, kinds, 10, 100)).batches:
        outcomes = [
            Failed(task.id, *_failure(errors.get(task.id, ("TlsFailed", None))))
            for task in batch.tasks
            if task.id != 7
        ]
        await report(world.store, batch, *outcomes)

    counted = await world.store.failures(C, 2)

    assert [(each.error, each.status, each.pages) for each in counted] == [
        ("HttpError", 404, 3),
        ("HttpError", 500, 1),
        ("TimedOut", None, 1),
    ]
    assert [len(each.examples) for each in counted] == [2, 1, 1]
    assert counted[2].examples == (6,)


def _failure(error: tuple[str, int | None]) -> tuple[str, str, int | None]:
    return error[0], "in words", error[1]


async def test_ids_of_wanted_pages_come_as_they_were_found(
    listed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering, "PAGES_OF_RANGE", 3)

    async def ids(wanted: PageFilter) -> list[int]:
        found: list[int] = []
        place: int | None = 0
        while place is not None:
            some = await listed.store.ids_where(C, wanted, place)
            found += some.ids
            place = some.next
        return found

    assert await ids(PageFilter()) == [1, 2, 3, 4, 5, 6, 7]
    assert await ids(PageFilter(title="AN")) == [3]
    assert await ids(PageFilter(host="b.example")) == [6]
    assert await ids(PageFilter(state=PageState.COMPLETED, is_fetched=False)) == []
    assert sorted(await ids(PageFilter(after_seq=1))) == [2, 3, 4, 5]
    assert await ids(PageFilter(host="nowhere.example")) == []


async def test_a_page_without_a_title_has_none(listed: World) -> None:
    pages = await listed.store.pages_by_id(C, [PageId(3), PageId(4)])

    assert [pages[PageId(n)].title for n in (3, 4)] == ["ant", None]
