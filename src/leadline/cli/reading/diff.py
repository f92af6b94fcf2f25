"""`leadline diff A B`: what changed from one crawl to another."""

from typing import Annotated

import typer
from rich.console import RenderableType

from leadline.cli.kept import completed, print_json, print_lines, reading
from leadline.cli.options import StoreOption
from leadline.cli.shown import Cell, Column, answer, heading, long, number, others, table
from leadline.cli.terminal import write
from leadline.domain.pages import Page
from leadline.services.crawls import crawl_named
from leadline.services.differences import (
    Change,
    Difference,
    FirstDifferences,
    difference_row,
    differences,
)
from leadline.store.reader import Reader

_MOST = 10_000
_TITLES = {
    Change.NEW: "New: only the later crawl knows them",
    Change.GONE: "Gone: only the earlier crawl knows them",
    Change.STATUS: "Other answers",
    Change.CHANGED: "Other contents",
}


def diff(
    *,
    earlier: Annotated[
        str,
        typer.Argument(
            help="A crawl: its id, the beginning of it, or latest.",
            metavar="A",
            autocompletion=completed,
        ),
    ],
    later: Annotated[
        str,
        typer.Argument(help="The crawl to compare it with.", metavar="B", autocompletion=completed),
    ],
    limit: Annotated[
        int, typer.Option(min=0, max=_MOST, help="How many of each kind to list.")
    ] = 20,
    store: StoreOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each difference, one a line.")
    ] = False,
) -> None:
    """Compare two crawls: pages that are new, gone, or answer otherwise.

    ```
    leadline diff 6a72 latest
    leadline diff 6a72 b0f1 --limit 100
    leadline diff 6a72 latest --json
    ```
    """

    async def compare(kept: Reader) -> FirstDifferences:
        one, other = await crawl_named(kept, earlier), await crawl_named(kept, later)
        found = FirstDifferences(0 if json else limit)
        async for compared in differences(kept, one.id, other.id):
            found.add(compared)
            if json:
                print_lines(difference_row(each) for each in compared.differences)
        return found

    found = reading(store, compare)
    if json:
        # With the members of a difference, for who takes them from every line.
        nothing = dict.fromkeys(("change", "url", "before", "after"))
        print_json({**nothing, "counts": found.figures})
    else:
        write(*_parts(found))


def _parts(found: FirstDifferences) -> list[RenderableType]:
    rows: list[list[Cell]] = [[change, count] for change, count in found.figures.items()]
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
    came = answer(page) or page.state.lower()
    return f"skipped: {came}" if page.reason else came
