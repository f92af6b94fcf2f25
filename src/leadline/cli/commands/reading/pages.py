"""`leadline pages ID`: the pages of a crawl, filtered and sorted."""

import sys
from typing import Annotated

import typer

from leadline.cli.options.common import StoreOption
from leadline.cli.options.page_filters import Filters, takes_filters
from leadline.cli.views.tables import (
    Cell,
    Column,
    answer,
    long,
    number,
    size,
    state,
    table,
    truncated,
)
from leadline.cli.views.terminal import complain, safe, write
from leadline.cli.with_store import CrawlIdArgument, print_lines, with_reader
from leadline.domain.crawls import Crawl
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import PageFilter, PageList, PageOrder, SortKey
from leadline.domain.pages import Page, PageState
from leadline.services.crawling.crawls import find_crawl
from leadline.services.exports.formats.csv import csv_lines
from leadline.services.page_records import PAGE_COLUMNS
from leadline.services.pages.listing import is_largest_first, listed_page
from leadline.store.reader import Reader

_MOST = 10_000
_CSV_TOO = ("rule", "message", "took_ms", "seq", "links_in", "links_out")


@takes_filters
def pages(
    *,
    crawl_id: CrawlIdArgument,
    filters: Filters,
    sort: Annotated[
        SortKey,
        typer.Option(
            help="Sort by address, depth, status, title, seq, size, time, links_in or links_out; "
            "the last four largest first.",
            metavar="KEY",
        ),
    ] = SortKey.ADDRESS,
    reverse: Annotated[bool, typer.Option("--reverse", help="Reverse the order.")] = False,
    links: Annotated[
        bool, typer.Option("--links", help="Count the links to and from each page.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=_MOST, help="List up to N pages.")] = 50,
    store: StoreOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per page, one per line.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """List the pages of a crawl.

    ```
    leadline pages latest
    leadline pages latest --state failed
    leadline pages latest --status 4xx --sort depth
    leadline pages 6a72 --host example.com --sort size --limit 10
    leadline pages latest --sort links_in
    leadline pages latest --title contact --csv
    ```
    """
    wanted = filters.wanted()
    order = PageOrder(sort, is_descending=reverse != is_largest_first(sort))

    async def listed(kept: Reader) -> tuple[PageList, list[JsonObject]]:
        crawl = await find_crawl(kept, crawl_id)
        if links or sort in {SortKey.LINKS_IN, SortKey.LINKS_OUT}:
            return await _read_linked(kept, crawl, wanted, order, limit)
        some = await kept.pages_where(crawl.id, wanted, order, limit)
        folds = crawl.options.folds_path_case
        return some, [listed_page(page, folds_path_case=folds) for page in some.items]

    found, rows = with_reader(store, listed)
    if json:
        print_lines(rows)
    elif csv:
        _print_csv(rows)
    elif found.items:
        cells = [_cells(page, row) for page, row in zip(found.items, rows, strict=True)]
        write(table(_columns(sort), cells))
    else:
        complain("no pages match")
    if found.next:
        complain(f"only the first {limit:,} are listed; see --limit, or leadline export for all")


async def _read_linked(
    store: Reader, crawl: Crawl, wanted: PageFilter, order: PageOrder, limit: int
) -> tuple[PageList, list[JsonObject]]:
    """Return pages with their counts of links, sorted by these if `order` says so."""
    from leadline.services.graph.index import LinkIndex  # noqa: PLC0415 -- numpy loads slowly
    from leadline.services.pages.linked_pages import (  # noqa: PLC0415 -- numpy loads slowly
        BY_LINKS,
        linked_rows,
        pages_by_links,
    )

    index = await LinkIndex.read(store, crawl.id)
    if order.by in BY_LINKS:
        found = await pages_by_links(store, index, wanted, order, limit=limit)
    else:
        found = await store.pages_where(crawl.id, wanted, order, limit)
    folds = crawl.options.folds_path_case
    return found, await linked_rows(store, found.items, index, folds_path_case=folds)


def _print_csv(rows: list[JsonObject]) -> None:
    columns = [*PAGE_COLUMNS, *_CSV_TOO]
    text = csv_lines(columns, rows).decode()
    sys.stdout.write(safe(text.replace("\r\n", "\n")) if sys.stdout.isatty() else text)


def _columns(sort: SortKey) -> tuple[Column, ...]:
    return (
        Column("state"),
        number("status"),
        number("depth"),
        Column("type", is_spare=True),
        number("size", is_spare=sort is not SortKey.SIZE),
        number("ms", is_spare=sort is not SortKey.TIME),
        number("links in"),
        number("links out"),
        long("address"),
        truncated("title", is_spare=sort is not SortKey.TITLE),
    )


def _cells(page: Page, row: JsonObject) -> list[Cell]:
    return [
        state(page),
        None if page.state is PageState.COMPLETED and not page.is_fetched else answer(page),
        page.depth,
        (page.content_type or "").partition(";")[0],
        None if page.size is None else size(page.size),
        f"{page.timings[-1]:,.0f}" if page.timings else None,
        row["links_in"],
        row["links_out"],
        page.address,
        page.title,
    ]
