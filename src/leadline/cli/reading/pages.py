"""`leadline pages ID`: the pages of a crawl, filtered and sorted."""

from typing import Annotated

import typer

from leadline.cli.kept import CrawlArgument, print_lines, reading
from leadline.cli.options import StoreOption, one_of
from leadline.cli.shown import Cell, Column, answer, cut, long, number, size, state, table
from leadline.cli.terminal import complain, write
from leadline.domain.errors import InvalidInput
from leadline.domain.listing import PageFilter, PageList, PageOrder, SortKey
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import Page, PageState
from leadline.services.crawls import crawl_named
from leadline.services.pages import (
    AskedState,
    is_largest_first,
    listed_page,
    state_asked,
    statuses,
)
from leadline.store.reader import Reader

_MOST = 10_000


def pages(
    *,
    crawl_id: CrawlArgument,
    page_state: Annotated[
        AskedState | None,
        typer.Option(
            "--state",
            case_sensitive=False,
            help="Only pages in it: fetched, failed, skipped, too-deep, cancelled, queued, "
            "fetching.",
            metavar="STATE",
            autocompletion=one_of(*(each.lower() for each in AskedState)),
        ),
    ] = None,
    reason: Annotated[
        SkipReason | None,
        typer.Option(
            help="Only pages skipped for it: scope, robots, limit, trap, address.",
            metavar="REASON",
        ),
    ] = None,
    status: Annotated[
        str | None, typer.Option(help="Only pages that answered with it: 404, or 4xx.", metavar="N")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Only pages at this depth.")] = None,
    host: Annotated[
        str | None,
        typer.Option(
            help="Only pages of this host, with its port when that is not 80 or 443.",
            metavar="HOST",
        ),
    ] = None,
    content_type: Annotated[
        str | None,
        typer.Option(help="Only pages of this type: text/html, or image/*.", metavar="TYPE"),
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Only pages with this in their address or title.")
    ] = None,
    sort: Annotated[
        SortKey,
        typer.Option(
            help="By address, depth, status, title, seq, size or time; the last two largest first.",
            metavar="KEY",
        ),
    ] = SortKey.ADDRESS,
    reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=_MOST, help="How many.")] = 50,
    store: StoreOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each, one a line.")
    ] = False,
) -> None:
    """List pages of a crawl.

    ```
    leadline pages latest
    leadline pages latest --state failed
    leadline pages latest --status 4xx --sort depth
    leadline pages 6a72 --host example.com --sort size --limit 10
    leadline pages latest --search contact --json
    ```
    """
    asked, is_fetched = state_asked(page_state)
    wanted = PageFilter(
        state=asked,
        is_fetched=is_fetched,
        reason=reason,
        status=_range(status) if status else None,
        depth=depth,
        host=host.lower() if host else None,
        content_type=content_type.lower() if content_type else None,
        search=search,
    )
    order = PageOrder(sort, is_descending=reverse != is_largest_first(sort))

    async def listed(kept: Reader) -> PageList:
        crawl = await crawl_named(kept, crawl_id)
        return await kept.pages_where(crawl.id, wanted, order, limit)

    found = reading(store, listed)
    if json:
        print_lines(listed_page(page) for page in found.items)
    elif found.items:
        write(table(_columns(sort), [_cells(page) for page in found.items]))
    else:
        complain("No pages match.")
    if found.next:
        complain(f"there are more than {limit:,}: see --limit, or leadline export for all of them")


def _range(status: str) -> tuple[int, int]:
    try:
        return statuses(status)
    except InvalidInput as exc:
        raise typer.BadParameter(f"--status {status}: {exc}") from exc


def _columns(sort: SortKey) -> tuple[Column, ...]:
    return (
        Column("state"),
        number("status"),
        number("depth"),
        Column("type", is_spare=True),
        number("size", is_spare=sort is not SortKey.SIZE),
        number("ms", is_spare=sort is not SortKey.TIME),
        long("address"),
        cut("title", is_spare=sort is not SortKey.TITLE),
    )


def _cells(page: Page) -> list[Cell]:
    return [
        state(page),
        None if page.state is PageState.COMPLETED and not page.is_fetched else answer(page),
        page.depth,
        (page.content_type or "").partition(";")[0],
        None if page.size is None else size(page.size),
        f"{page.timings[-1]:,.0f}" if page.timings else None,
        page.address,
        page.title,
    ]
