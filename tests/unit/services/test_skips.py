"""What is told of the pages that rules kept out."""

from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path

import pytest
import typer.main

from contract.conftest import ONE, done, page, report, take
from leadline.cli.main import commands
from leadline.cli.views.skips import skip_lines
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind
from leadline.domain.pages import Closed, NewPage, PageState
from leadline.domain.skips import SkipReason
from leadline.services.figures.skips import SkipGroup, skip_groups
from leadline.services.pages.reasons import lifted_by
from leadline.settings import Settings, names_of
from leadline.store.sqlite.store import SqliteStore
from leadline.urls.traps import TrapRules

C = CrawlId("c")
OPTIONS = CrawlOptions(delay_ms=0, max_per_shape=2, exclude=("/tag/*", "*.pdf"), scope="host")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.db")
    await store.create(C, CrawlKind.CRAWL, OPTIONS, page(1, depth=0))
    yield store
    await store.aclose()


async def found(store: SqliteStore, *pages: NewPage) -> Crawl:
    [batch] = (await take(store, ONE, 1)).batches
    await report(store, batch, done(batch.tasks[0], *pages))
    crawl = await store.get(C)
    assert crawl is not None
    return crawl


def refused(number: int, reason: SkipReason, rule: str) -> NewPage:
    return page(number, skipped=(reason, rule))


async def test_all_that_was_cut_is_told_the_most_first(store: SqliteStore) -> None:
    days = [page(n, shape="http://a.example/day/{n}") for n in range(10, 20)]
    shirts = [page(n, shape="http://a.example/list?size") for n in range(20, 25)]
    crawl = await found(
        store,
        *(*days, *shirts),
        *(refused(n, SkipReason.SCOPE, "host") for n in range(30, 39)),
        *(refused(n, SkipReason.SCOPE, "exclude") for n in range(40, 42)),
        refused(50, SkipReason.TRAP, "max_segments"),
    )

    told = await skip_groups(store, crawl)

    assert told == [
        SkipGroup(SkipReason.SCOPE, "host", "a.example", 9, page(30).address, "--scope"),
        SkipGroup(SkipReason.TRAP, "max_per_shape", "http://a.example/day/{n}", 8, page(12).address,
            "--max-per-shape"),
        SkipGroup(SkipReason.TRAP, "max_per_shape", "http://a.example/list?size", 3,
            page(22).address,
            "--max-per-shape"),
        SkipGroup(SkipReason.SCOPE, "exclude", "/tag/* *.pdf", 2, page(40).address, "--exclude"),
        SkipGroup(SkipReason.TRAP, "max_segments", None, 1, page(50).address,
            "LEADLINE_MAX_PATH_SEGMENTS"),
    ]  # fmt: skip
    assert sum(cut.pages for cut in told) == crawl.counts.skipped


async def test_shapes_beyond_the_first_twenty_are_told_of_together(store: SqliteStore) -> None:
    pages = [page(n, shape=f"http://a.example/{n % 30}/{{n}}") for n in range(100, 220)]

    told = await skip_groups(store, await found(store, *pages))

    assert [cut.pages for cut in told] == [20] + [2] * 20
    assert told[0].pattern is None
    assert {cut.rule for cut in told} == {"max_per_shape"}


async def test_pages_that_were_opened_again_are_not_told_of(store: SqliteStore) -> None:
    crawl = await found(store, *(page(n, shape="/day/{n}") for n in range(10, 20)))
    await store.reopen(C, Closed(PageState.SKIPPED, SkipReason.TRAP), 3)

    assert [cut.pages for cut in await skip_groups(store, crawl)] == [5]


BUDGETS = ("max_per_shape", "max_key_sets", "max_going_round", "max_hosts_per_domain")


@pytest.mark.parametrize("rule", [*(field.name for field in fields(TrapRules)), *BUDGETS])
def test_every_rule_about_traps_is_lifted_by_an_option_or_a_setting(rule: str) -> None:
    crawl = typer.main.get_command(commands()).commands["crawl"]  # type: ignore[attr-defined]
    options = {option for parameter in crawl.params for option in parameter.opts}
    settings = {name for setting in Settings.__struct_fields__ for name in names_of(setting)}

    assert lifted_by(SkipReason.TRAP, rule) in options | settings


def test_a_line_says_how_many_by_which_rule_of_what_and_what_lifts_it() -> None:
    shape, example = "http://x/{n}", Address("http://x/7\x1b[2J")
    cut = SkipGroup(SkipReason.TRAP, "max_per_shape", shape, 1_234, example, "--max-per-shape")
    long = SkipGroup(SkipReason.TRAP, "max_length", None, 1, Address(f"http://x/{'y' * 900}"), None)

    first, second = skip_lines([cut, long], too_deep=0)

    assert first == (
        "1,234 pages by the trap rule max_per_shape, http://x/{n}; such as http://x/7\ufffd[2J; "
        "to fetch them, crawl again with a larger --max-per-shape"
    )
    assert second.startswith("1 page by the trap rule max_length; such as http://x/yyyy")
    assert len(second) < 200
