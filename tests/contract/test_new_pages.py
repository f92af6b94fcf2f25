"""New pages: which are stored, and which a rule skips."""

import pytest

from contract.conftest import ONE, World, crawled, done, ids, page, report, root, take
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, Sitemaps
from leadline.domain.outcomes import (
    Failed,
    SkippedPage,
)
from leadline.domain.pages import Closed, FoundBy, NewPage, Page, PageKind, PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason

C = CrawlId("c")


async def test_sitemaps_are_outside_all_counts_but_the_crawl_waits_for_them(world: World) -> None:
    batch = await root(world, max_pages=1)
    await report(world.store, batch, done(batch.tasks[0], page(2, kind=PageKind.SITEMAP)))
    before, idle = await world.get(C), await world.store.idle()

    [sitemap] = (await world.store.claim(ONE, [PageKind.SITEMAP], 5, 5)).batches
    await report(world.store, sitemap, done(sitemap.tasks[0]))

    assert before.counts.total == before.counts.pending == 0
    assert idle == []
    after = await world.get(C)
    assert (after.counts.total, after.answered) == (0, 1)
    assert await world.store.idle() == [C]
    assert [each.id for each in await world.store.pages(C, 10)] == [1]


async def test_what_became_of_sitemaps_is_counted_apart(world: World) -> None:
    batch = await root(world)
    sitemaps = [sitemap(number) for number in range(2, 10)]
    await report(world.store, batch, done(batch.tasks[0], *sitemaps))
    [some] = (await world.store.claim(ONE, [PageKind.SITEMAP], 9, 9)).batches
    read, gone, closed, *_ = some.tasks

    await report(
        world.store,
        some,
        done(read),
        Failed(gone.id, "HttpError", "HTTP 404", 404),
        SkippedPage(closed.id, SkipReason.ROBOTS, "disallow"),
    )

    crawl = await world.get(C)
    # Three of eight are beyond the budget of this world.
    assert crawl.sitemaps == Sitemaps(read=1, failed=1, skipped=1 + 3)
    assert (crawl.counts.total, crawl.counts.skipped, crawl.answered) == (0, 0, 1)
    assert len(some.tasks) == 5


async def test_the_budget_of_sitemaps_holds_for_all_that_are_found_later(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], *map(sitemap, range(2, 6))))
    [batch] = (await world.store.claim(ONE, [PageKind.SITEMAP], 1, 9)).batches

    await report(world.store, batch, done(batch.tasks[0], *map(sitemap, range(10, 20))))

    [more] = (await world.store.claim(ONE, [PageKind.SITEMAP], 20, 20)).batches
    assert len(more.tasks) == 4
    assert (await world.get(C)).sitemaps == Sitemaps(read=1, skipped=9)


async def test_sitemaps_that_were_read_or_failed_count_against_the_budget(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], *map(sitemap, (2, 3, 4))))
    [batch] = (await world.store.claim(ONE, [PageKind.SITEMAP], 9, 9)).batches
    read, failed, last = batch.tasks
    await report(world.store, batch, done(read), Failed(failed.id, "HttpError", "HTTP 404", 404))

    await report(world.store, batch, done(last, *map(sitemap, range(10, 20))))

    [more] = (await world.store.claim(ONE, [PageKind.SITEMAP], 20, 20)).batches
    assert len(more.tasks) == 2


async def test_what_sitemaps_list_is_found_on_no_page_and_remembered(world: World) -> None:
    batch = await root(world)
    await report(world.store, batch, done(batch.tasks[0], page(2), page(3), sitemap(9)))
    [batch] = (await world.store.claim(ONE, [PageKind.SITEMAP], 1, 9)).batches
    by = FoundBy.SITEMAP

    await report(world.store, batch, done(batch.tasks[0], *(page(n, found_by=by) for n in (3, 4))))

    assert await world.store.listed_pages(C, 1) == [3]
    assert await world.store.listed_pages(C, 9, page(3).id) == [4]
    pages: dict[int, Page] = {each.id: each for each in await world.store.pages(C, 10)}
    assert {number: each.found_on for number, each in pages.items()} == {
        1: None,
        2: 1,
        3: 1,
        4: None,
    }
    assert (pages[3].found_by, pages[4].found_by) == (FoundBy.LINK, by)
    assert pages[4].parent is None


async def test_a_page_that_was_found_and_is_listed_in_one_commit_is_remembered(
    world: World,
) -> None:
    batch = await root(world)

    listed = page(2, found_by=FoundBy.SITEMAP)
    await report(world.store, batch, done(batch.tasks[0], page(2), listed))

    assert await world.store.listed_pages(C, 9) == [2]


def sitemap(number: int) -> NewPage:
    return page(number, depth=0, kind=PageKind.SITEMAP, found_by=FoundBy.SITEMAP)


class TestSeveralAddressesOfOnePage:
    """A rule that refuses one address of a page may allow another."""

    async def test_found_together(self, world: World) -> None:
        batch = await root(world)

        await report(world.store, batch, done(batch.tasks[0], refused(2), page(2)))

        [batch] = (await take(world.store, ONE, 5)).batches
        assert batch.tasks[0].address == page(2).address

    async def test_found_later(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], refused(2), page(3)))
        before = (await world.get(C)).counts
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], refused(2), page(2)))

        after = (await world.get(C)).counts
        assert (before.skipped, before.total) == (1, 2)
        assert (after.skipped, after.total, after.pending) == (0, 2, 1)
        [batch] = (await take(world.store, ONE, 5)).batches
        assert batch.tasks[0].address == page(2).address

    async def test_found_later_by_a_link_that_may_be_followed(self, world: World) -> None:
        batch = await root(world)
        shy = page(2, skipped=Rule.NOFOLLOW.pair)
        await report(world.store, batch, done(batch.tasks[0], shy, page(3)))
        before = (await world.get(C)).counts
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], shy, page(2, depth=2, hops=3)))

        after = (await world.get(C)).counts
        assert before.skipped_by[SkipReason.ROBOTS] == 1
        assert (after.skipped, after.total, after.pending) == (0, 2, 1)
        [batch] = (await take(world.store, ONE, 5)).batches
        [task] = batch.tasks
        assert (task.id, task.depth, task.hops) == (2, 2, 3)

    @pytest.mark.parametrize("is_together", [False, True])
    async def test_found_by_links_that_go_round_and_by_one_that_does_not(
        self, world: World, *, is_together: bool
    ) -> None:
        batch = await root(world)
        endless = [page(n, goes_round=True) for n in range(2, 9)]
        plain = (page(8),) if is_together else ()
        await report(world.store, batch, done(batch.tasks[0], *endless, *plain))
        [batch] = (await take(world.store, ONE, 1)).batches

        await report(world.store, batch, done(batch.tasks[0], *endless, page(8)))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.skipped_by[SkipReason.TRAP]) == (7, 3)
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.taken, cut.skipped) == (3, 3 if is_together else 4)
        assert 8 in ids((await take(world.store, ONE, 9)).batches)

    async def test_found_later_beyond_the_depth_limit(self, world: World) -> None:
        batch = await root(world)
        await report(world.store, batch, done(batch.tasks[0], refused(2), page(3)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], page(2, depth=9, is_fetched=False)))

        counts = (await world.get(C)).counts
        assert (counts.skipped, counts.completed, counts.pending) == (0, 2, 0)
        found = (await world.store.pages_by_id(C, [page(2).id]))[page(2).id]
        assert (found.state, found.is_fetched, found.depth) == (PageState.COMPLETED, False, 9)

    async def test_found_later_beyond_a_budget(self, world: World) -> None:
        batch = await root(world, max_per_shape=1)
        ways = [page(n, shape="/day/{n}") for n in (2, 3, 4)]
        shy = [each._replace(skipped=Rule.NOFOLLOW.pair) for each in ways]
        await report(world.store, batch, done(batch.tasks[0], *shy, page(9)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], *ways))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.pending, counts.skipped) == (4, 1, 2)
        assert counts.skipped_by[SkipReason.TRAP] == 2
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.taken, cut.skipped) == (1, 2)


def refused(number: int) -> NewPage:
    address = Address(f"http://a.example/{number}?utm_source=x")
    return page(number, address=address, skipped=(SkipReason.SCOPE, "exclude"))


class TestBudgets:
    """Pages beyond a budget are skipped: a part of a site may be endless."""

    async def test_pages_of_one_shape(self, world: World) -> None:
        batch = await root(world, max_per_shape=3)
        pages = [page(n, shape="/day/{n}") for n in range(2, 9)]

        await report(world.store, batch, done(batch.tasks[0], *pages[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *pages[2:]))

        assert (await world.get(C)).counts.skipped_by[SkipReason.TRAP] == 4
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape, cut.taken, cut.skipped) == ("max_per_shape", "/day/{n}", 3, 4)
        assert cut.example == page(5).address

    async def test_hosts_of_one_domain(self, world: World) -> None:
        batch = await root(world)
        pages = [page(n, host=f"h{n // 2}.example") for n in range(2, 22)]

        await report(world.store, batch, done(batch.tasks[0], *pages))
        [batch] = (await take(world.store, ONE, 1)).batches
        more = [page(n, host=f"h{n // 2 - 15}.example") for n in range(32, 52)]
        await report(world.store, batch, done(batch.tasks[0], *more))

        counts = (await world.get(C)).counts
        assert counts.skipped_by[SkipReason.TRAP] == 20
        assert counts.total == 40
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape) == ("max_hosts_per_domain", "example")
        assert (cut.taken, cut.skipped) == (5, 20)

    async def test_sets_of_query_keys_of_one_path(self, world: World) -> None:
        batch = await root(world)
        sets = ["a", "b", "a&b", "c", "a&c", "b&c"]
        pages = [page(n, shape=f"/list?{keys}") for n, keys in enumerate(sets * 2, 2)]
        other = page(50, shape="/other?c")

        await report(world.store, batch, done(batch.tasks[0], *pages[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *pages[2:], other))

        counts = (await world.get(C)).counts
        assert (counts.total, counts.skipped_by[SkipReason.TRAP]) == (13, 6)
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape, cut.taken, cut.skipped) == ("max_key_sets", "/list", 3, 6)
        assert cut.example == page(5).address

    async def test_pages_of_one_origin_that_links_go_round_to(self, world: World) -> None:
        batch = await root(world)
        round_ = [page(n, goes_round=True) for n in range(2, 7)]
        other = page(50, host="b.example", goes_round=True)

        await report(world.store, batch, done(batch.tasks[0], *round_[:2]))
        [batch] = (await take(world.store, ONE, 1)).batches
        await report(world.store, batch, done(batch.tasks[0], *round_[2:], other, page(60)))

        assert (await world.get(C)).counts.skipped_by[SkipReason.TRAP] == 2
        [cut] = await world.store.trapped_shapes(C, 10)
        assert (cut.rule, cut.shape) == ("max_going_round", "http://a.example")
        assert (cut.taken, cut.skipped) == (3, 2)

    async def test_the_most_cut_come_first(self, world: World) -> None:
        batch = await root(world, max_per_shape=1)
        few = [page(n, shape="/few/{n}") for n in range(2, 5)]
        many = [page(n, shape="/many/{n}") for n in range(10, 20)]

        await report(world.store, batch, done(batch.tasks[0], *few, *many))

        cut = await world.store.trapped_shapes(C, 10)
        assert [each.shape for each in cut] == ["/many/{n}", "/few/{n}"]
        assert await world.store.trapped_shapes(C, 1) == cut[:1]


class TestSkips:
    """Skipped pages are counted by the rule that skipped them."""

    async def test_by_all_who_skip(self, world: World) -> None:
        batch = await root(world, max_per_shape=1, max_pages=3)
        days = [page(n, shape="/day/{n}") for n in range(2, 6)]
        far = [page(n, skipped=(SkipReason.SCOPE, "domain")) for n in (10, 11)]
        sitemaps = map(sitemap, range(20, 30))
        found = (*days, *far, *map(page, range(12, 15)), *sitemaps)
        await report(world.store, batch, done(batch.tasks[0], *found))
        [batch] = (await take(world.store, ONE, 3)).batches
        closed, *others = batch.tasks
        refused = SkippedPage(closed.id, SkipReason.ROBOTS, "disallow")
        await report(world.store, batch, refused, *map(done, others))
        [batch] = (await take(world.store, ONE, 3)).batches
        await report(world.store, batch, *map(done, batch.tasks))
        await world.store.sweep(C, 100)

        skips = await world.store.skips(C)

        assert [(each.reason, each.rule, each.pages) for each in skips] == [
            (SkipReason.TRAP, "max_per_shape", 3),
            (SkipReason.SCOPE, "domain", 2),
            (SkipReason.LIMIT, "max_pages", 1),
            (SkipReason.ROBOTS, "disallow", 1),
        ]
        assert [each.example for each in skips[:2]] == [page(3).address, page(10).address]
        by_reason = {each.reason: each.pages for each in skips}
        counts = (await world.get(C)).counts
        assert by_reason == {reason: n for reason, n in counts.skipped_by.items() if n}

    async def test_pages_that_are_let_in_or_opened_again_are_not_among_them(
        self, world: World
    ) -> None:
        batch = await root(world, max_per_shape=1)
        shy = [page(n, skipped=Rule.NOFOLLOW.pair) for n in (2, 3, 4)]
        days = [page(n, shape="/day/{n}") for n in (2, 3)]
        await report(world.store, batch, done(batch.tasks[0], *shy, page(9)))
        [batch] = (await take(world.store, ONE, 5)).batches

        await report(world.store, batch, done(batch.tasks[0], *days))
        after = await world.store.skips(C)
        await world.store.reopen(C, Closed(PageState.SKIPPED, "trap"), 10)

        assert {(each.rule, each.pages) for each in after} == {
            (Rule.NOFOLLOW, 1),
            ("max_per_shape", 1),
        }
        assert [(each.rule, each.pages) for each in await world.store.skips(C)] == [
            (Rule.NOFOLLOW, 1)
        ]

    async def test_the_root_is_outside_of_all_counts(self, world: World) -> None:
        batch = await root(world)

        await report(
            world.store, batch, SkippedPage(batch.tasks[0].id, SkipReason.ROBOTS, "disallow")
        )

        assert (await world.get(C)).counts.skipped == 0
        assert await world.store.skips(C) == []


@pytest.mark.parametrize(
    ("rule", "again", "state"),
    [
        (Rule.DOMAIN, page(2), PageState.SKIPPED),
        (Rule.NOFOLLOW, page(2, goes_round=True), PageState.PENDING),
    ],
    ids=["by a rule about the page", "by a link that goes round"],
)
async def test_a_skipped_page_that_is_found_again(
    world: World, rule: Rule, again: NewPage, state: PageState
) -> None:
    await crawled(world, page(2, skipped=rule.pair), page(3))
    [batch] = (await take(world.store, ONE, 9)).batches

    await report(world.store, batch, done(batch.tasks[0], again))

    assert (await world.store.pages_by_id(C, [again.id]))[again.id].state is state


async def test_a_budget_of_0_has_no_limit(world: World) -> None:
    await crawled(world, *(page(n, shape="/day/{n}") for n in range(2, 12)), max_per_shape=0)

    assert (await world.get(C)).counts.pending == 10


async def test_long_shapes_that_begin_alike_have_budgets_of_their_own(world: World) -> None:
    shapes = [f"/{'x' * 300}/{end}/{{n}}" for end in "ab"]
    pages = [page(n, shape=shape) for n, shape in enumerate(shapes * 2, 2)]

    await crawled(world, *pages, max_per_shape=1)

    counts = (await world.get(C)).counts
    assert (counts.pending, counts.skipped_by[SkipReason.TRAP]) == (2, 2)
