"""`leadline diff A B`: the differences between two crawls."""

from typing import Annotated

import msgspec
import typer
from rich.console import RenderableType

from leadline.cli.options.common import StoreOption
from leadline.cli.views.tables import Cell, Column, answer, heading, long, number, others, table
from leadline.cli.views.terminal import complain, safe_json, write
from leadline.cli.with_store import complete_crawl_id, print_json, with_reader
from leadline.domain.crawls import Crawl
from leadline.domain.pages import Page, PageState, figure_of
from leadline.services.crawling.crawls import PREVIOUS, find_crawl, previous_of
from leadline.services.figures.differences import (
    Change,
    Difference,
    FirstDifferences,
    difference_row,
    differences,
    warnings,
)
from leadline.services.figures.sorting import SortedLines
from leadline.store.reader import Reader

_MOST = 10_000
_TITLES = {
    Change.NEW: "New: only the later crawl found them",
    Change.GONE: "Gone: only the earlier crawl found them",
    Change.STATUS: "Status changed",
    Change.CHANGED: "Content changed",
    Change.NOT_FETCHED: "Not fetched by one of the crawls",
}
_ORDER = {change: place for place, change in enumerate(Change)}


def diff(
    *,
    earlier: Annotated[
        str,
        typer.Argument(
            help="Earlier crawl: id, first characters, latest, or previous (the crawl before B).",
            metavar="A",
            autocompletion=complete_crawl_id,
        ),
    ],
    later: Annotated[
        str,
        typer.Argument(help="Later crawl.", metavar="B", autocompletion=complete_crawl_id),
    ],
    limit: Annotated[int, typer.Option(min=0, max=_MOST, help="List up to N of each kind.")] = 20,
    store: StoreOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per difference, one per line.")
    ] = False,
) -> None:
    """Compare two crawls: new and gone pages, changed status and content.

    ```
    leadline diff previous latest
    leadline diff 6a72 latest
    leadline diff 6a72 b0f1 --limit 100
    leadline diff 6a72 latest --json
    ```
    """
    with SortedLines() as lines:

        async def compare(kept: Reader) -> tuple[FirstDifferences, list[str]]:
            one, other = await _pair(kept, earlier, later)
            found = FirstDifferences(0 if json else limit)
            async for compared in differences(kept, one.id, other.id):
                found.add(compared)
                if json:
                    _keep(lines, compared.differences)
            return found, warnings(one, other)

        found, warned = with_reader(store, compare)
        if not json:
            for warning in warned:
                complain(warning)
            write(*_parts(found))
            return
        for line in lines:
            print(safe_json(line.decode()))
    # With the fields of a difference, for programs that read them from every line.
    nothing = dict.fromkeys(("change", "url", "before", "after"))
    print_json({**nothing, "counts": found.figures, "warnings": warned})


async def _pair(store: Reader, earlier: str, later: str) -> tuple[Crawl, Crawl]:
    other = await find_crawl(store, later)
    is_previous = earlier == PREVIOUS
    return await (previous_of(store, other) if is_previous else find_crawl(store, earlier)), other


def _keep(lines: SortedLines, found: list[Difference]) -> None:
    for each in found:
        key = f"{_ORDER[each.change]}{each.page.address}"
        lines.add(key, msgspec.json.encode(difference_row(each)))


def _parts(found: FirstDifferences) -> list[RenderableType]:
    rows: list[list[Cell]] = [
        [change.replace("_", " "), count] for change, count in found.figures.items()
    ]
    parts: list[RenderableType] = [table((Column("pages"), number("count")), rows)]
    for change, first in found.first.items():
        if first:
            parts += [heading(_TITLES[change]), _listed(first, found.counts[change])]
    return parts


def _listed(first: list[Difference], count: int) -> RenderableType:
    rows: list[list[Cell]] = [
        [_answer(each.before), _answer(each.after), each.page.address] for each in first
    ]
    if count > len(first):
        rows.append([None, None, others(count - len(first))])
    return table((Column("before"), Column("after"), long("address")), rows)


def _answer(page: Page | None) -> str | None:
    if page is None:
        return None
    came = answer(page)
    if page.state is PageState.SKIPPED:
        return f"skipped: {came}"
    return came or figure_of(page.state, is_fetched=False)
