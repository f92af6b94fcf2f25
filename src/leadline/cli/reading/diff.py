"""`leadline diff A B`: what changed from one crawl to another."""

from collections import Counter
from typing import Annotated, Any

import typer
from rich.console import RenderableType

from leadline.cli.kept import print_lines, reading
from leadline.cli.options import StoreOption
from leadline.cli.shown import Cell, Column, answer, heading, long, number, others, table
from leadline.cli.terminal import write
from leadline.domain.pages import Page
from leadline.services.crawls import crawl_named
from leadline.services.differences import Change, Difference, differences
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
        str, typer.Argument(help="A crawl: its id, the beginning of it, or latest.", metavar="A")
    ],
    later: Annotated[str, typer.Argument(help="The crawl to compare it with.", metavar="B")],
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

    async def compare(kept: Reader) -> list[RenderableType]:
        one, other = await crawl_named(kept, earlier), await crawl_named(kept, later)
        found = _Found(limit)
        async for compared in differences(kept, one.id, other.id):
            if json:
                print_lines(_row(each) for each in compared.differences)
            else:
                found.add(compared.differences, compared.same)
        return found.parts()

    parts = reading(store, compare)
    if not json:
        write(*parts)


class _Found:
    """All differences counted, and the first of each kind by address."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._same = 0
        self._counts: Counter[Change] = Counter()
        self._first: dict[Change, list[Difference]] = {change: [] for change in Change}

    def add(self, found: list[Difference], same: int) -> None:
        self._same += same
        self._counts.update(each.change for each in found)
        for change, first in self._first.items():
            kept = [*first, *(each for each in found if each.change is change)]
            kept.sort(key=lambda each: each.page.address)
            self._first[change] = kept[: self._limit]

    def parts(self) -> list[RenderableType]:
        rows: list[list[Cell]] = [[change, self._counts[change]] for change in Change]
        rows.append(["same", self._same])
        parts: list[RenderableType] = [table((Column("pages"), number("count")), rows)]
        for change, first in self._first.items():
            if first:
                parts += [heading(_TITLES[change]), _listed(first, self._counts[change])]
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


def _row(found: Difference) -> dict[str, Any]:
    return {
        "change": found.change,
        "url": found.page.address,
        "before": _side(found.before),
        "after": _side(found.after),
    }


def _side(page: Page | None) -> dict[str, Any] | None:
    if page is None:
        return None
    return {
        "state": page.state,
        "reason": page.reason,
        "status": page.status,
        "error": page.error,
        "size": page.size,
        "redirected_to": page.redirected_to,
    }
