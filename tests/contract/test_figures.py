"""The figures of a crawl, whatever happens to its pages: they equal a count over the rows."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace

import pytest

from contract.conftest import LEASE_S, ONE, TWO, World, done, page, report
from leadline.domain.crawls import CrawlId, CrawlStatus, PageFigures, PageId
from leadline.domain.outcomes import Failed, Outcome, Returned, SkippedPage
from leadline.domain.pages import (
    Batch,
    Closed,
    Figure,
    NewPage,
    PageKind,
    PageState,
    Task,
    figure_of,
)
from leadline.domain.skips import SkipReason

C = CrawlId("c")
KINDS = frozenset([PageKind.PAGE, PageKind.SITEMAP, PageKind.EXTERNAL])
EXCLUDED = (SkipReason.SCOPE, "exclude")
MAX_DEPTH = 2


async def counted(world: World) -> PageFigures:
    """Count the rows."""
    rows = await world.store.pages(C, 100_000)
    by = Counter(figure_of(row.state, is_fetched=row.is_fetched) for row in rows)
    return PageFigures(len(rows), *(by[figure] for figure in Figure))


async def test_each_page_is_counted_by_one_figure_and_the_root_too(world: World) -> None:
    crawl = await world.crawl("c", max_depth=1, checks_external=True)
    assert (await world.get(crawl)).figures == PageFigures(found=1, queued=1)
    [batch] = (await world.store.claim(ONE, KINDS, 1, 1000)).batches
    far = [page(n, depth=2, is_fetched=False) for n in (2, 3, 4)]
    out = page(5, skipped=EXCLUDED)
    elsewhere = page(6, host="b.example", kind=PageKind.EXTERNAL)
    sitemap = page(7, depth=0, kind=PageKind.SITEMAP)

    await report(
        world.store, batch, done(batch.tasks[0], *far, out, elsewhere, sitemap, page(8), page(9))
    )
    batches = (await world.store.claim(ONE, KINDS, 9, 1000)).batches
    [own] = [batch for batch in batches if batch.tasks[0].id == PageId(8)]
    await report(world.store, own, Failed(PageId(8), "HttpError", "HTTP 404", 404))
    for batch in batches:
        for task in batch.tasks:
            if task.kind is not PageKind.PAGE:
                await report(world.store, batch, done(task))

    found = await world.get(crawl)
    assert found.figures == PageFigures(
        found=8, fetched=2, failed=1, skipped=1, too_deep=3, queued=0, fetching=1
    )
    assert found.answered == 2, "the root and the 404: what max_pages is about"
    assert (found.counts.total, found.counts.completed) == (7, 4), "as the specification counts"


@pytest.mark.parametrize("seed", range(40))
async def test_figures_equal_a_count_over_the_rows_after_any_operations(
    world: World, seed: int
) -> None:
    chance = random.Random(seed)
    limit = chance.choice([None, 6, 20])
    await world.crawl("c", max_depth=MAX_DEPTH, max_pages=limit, max_per_shape=3)
    acts = Acts(world, chance)

    for _ in range(40):
        name, act = chance.choice(acts.all)
        await act()

        figures = (await world.get(C)).figures
        assert figures == await counted(world), name
        assert figures.found == sum(asdict(figures).values()) - figures.found


class Acts:
    """Operations on a crawl, chosen by chance."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self._world, self._store, self._chance = world, world.store, chance
        self._held: list[tuple[Batch, Task]] = []
        self._last = 1
        acts: list[Callable[[], Awaitable[None]]] = [
            *([self.claim, self.report, self.report] * 4),
            self.settle,
            self.change_depth,
            self.change_limit,
            self.reopen,
            self.readmit,
            self.sweep,
            self.pause,
            self.lose_a_worker,
            self.expire,
        ]
        self.all = [(act.__name__, act) for act in acts]

    async def claim(self) -> None:
        worker = self._chance.choice([ONE, TWO])
        batches = (await self._store.claim(worker, KINDS, self._chance.randint(1, 6), 100)).batches
        self._held += [(batch, task) for batch in batches for task in batch.tasks]

    async def report(self) -> None:
        if self._held:
            batch, task = self._held.pop(self._chance.randrange(len(self._held)))
            await report(self._store, batch, self._outcome(task))

    def _outcome(self, task: Task) -> Outcome:
        outcomes: list[Outcome] = [
            done(task, *(self._found() for _ in range(self._chance.randint(0, 5)))),
            Failed(task.id, "HttpError", "HTTP 404", 404),
            Failed(task.id, "TimedOut", "?", retry_in_s=self._chance.choice([0.0, 5.0])),
            SkippedPage(task.id, SkipReason.ROBOTS, "disallow"),
            Returned(task.id),
        ]
        [outcome] = self._chance.choices(outcomes, [9, 2, 1, 0 if task.is_root else 1, 1])
        return outcome

    def _found(self) -> NewPage:
        self._last += self._chance.random() < 0.8
        number, depth = self._last, self._chance.randint(1, MAX_DEPTH + 2)
        kind = self._chance.choice([PageKind.PAGE] * 6 + [PageKind.SITEMAP, PageKind.EXTERNAL])
        is_page = kind is PageKind.PAGE
        return page(
            number,
            depth=depth,
            host=self._chance.choice(["a.example", "b.example"]),
            kind=kind,
            is_fetched=not is_page or depth <= MAX_DEPTH,
            skipped=EXCLUDED if is_page and self._chance.random() < 0.2 else None,
            shape="/{n}" if is_page and self._chance.random() < 0.3 else None,
        )

    async def settle(self) -> None:
        known = await self._store.pages(C, 100_000)
        some = self._chance.sample(known, min(3, len(known)))
        depths = [(each.id, self._chance.randint(1, 4), None) for each in some if each.depth]
        await self._store.set_depths(C, depths)

    async def change_depth(self) -> None:
        options = (await self._world.get(C)).options
        await self._store.set_options(C, replace(options, max_depth=self._chance.randint(0, 4)))
        await self._store.put_off(C, self._chance.randint(1, 9))

    async def change_limit(self) -> None:
        options = (await self._world.get(C)).options
        limit = self._chance.choice([None, 3, 50])
        await self._store.set_options(C, replace(options, max_pages=limit))

    async def reopen(self) -> None:
        state = self._chance.choice([PageState.FAILED, PageState.SKIPPED])
        await self._store.reopen(C, Closed(state), self._chance.randint(1, 9))

    async def readmit(self) -> None:
        kept_out = await self._store.skipped_pages(C, EXCLUDED, 9)
        anew = [
            page(each.id, each.depth, each.host, is_fetched=each.depth <= MAX_DEPTH)
            for each in kept_out
        ]
        await self._store.readmit(C, anew)

    async def sweep(self) -> None:
        await self._store.sweep(C, self._chance.randint(1, 9))

    async def pause(self) -> None:
        status = self._chance.choice([CrawlStatus.PAUSED] * 4 + [CrawlStatus.CANCELLED])
        await self._store.set_status(C, status)
        await self._store.set_status(C, CrawlStatus.RUNNING)

    async def lose_a_worker(self) -> None:
        await self._store.end_worker(self._chance.choice([ONE, TWO]))

    async def expire(self) -> None:
        later = self._world.later(LEASE_S + 10)
        await later.claim(TWO, KINDS, 1, 100)
