"""`leadline links ID URL`: the links to and on a page."""

import shlex
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import RenderableType

from leadline.cli.commands.reading.why import UrlArgument
from leadline.cli.options.common import StoreOption
from leadline.cli.views.tables import (
    Cell,
    Column,
    answer,
    heading,
    long,
    number,
    pairs,
    state,
    table,
    truncated,
)
from leadline.cli.views.terminal import complain, write
from leadline.cli.with_store import CrawlIdArgument, print_lines, with_reader
from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import InvalidAddress
from leadline.domain.pages import Page
from leadline.domain.skips import Skipped
from leadline.services.crawling.crawls import address_in, find_crawl, find_page
from leadline.services.graph.leads import PageLead, lead_row, leads_in, leads_out, shallowest
from leadline.store.reader import Reader

_MOST = 100_000
_COLUMNS = (Column("state"), number("status"), long("address"), truncated("anchor"), Column("rel"))


class _Links(NamedTuple):
    page: Page
    inward: list[PageLead]
    outward: list[PageLead]
    in_count: int
    out_count: int


def links(
    *,
    crawl_id: CrawlIdArgument,
    url: UrlArgument,
    only_in: Annotated[bool, typer.Option("--in", help="Only links to the page.")] = False,
    only_out: Annotated[bool, typer.Option("--out", help="Only links on the page.")] = False,
    limit: Annotated[
        int, typer.Option(min=1, max=_MOST, help="List up to N in each direction.")
    ] = 50,
    store: StoreOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per link, one per line.")
    ] = False,
) -> None:
    """List the links to a page and on it, with their anchor texts.

    ```
    leadline links latest https://example.com/contact
    leadline links latest /contact --in
    leadline links 6a72 https://example.com/ --out --json
    ```
    """
    wants_in, wants_out = only_in or not only_out, only_out or not only_in

    async def read(kept: Reader) -> _Links:
        crawl = await find_crawl(kept, crawl_id)
        page = await _page(kept, crawl, url)
        sources = await _sources(kept, crawl, page) if wants_in else []
        outward = await leads_out(kept, crawl.id, page) if wants_out else []
        first = await shallowest(kept, crawl.id, sources, limit)
        chunks = leads_in(kept, crawl.id, page, first)
        inward = [led async for chunk in chunks for led in chunk]
        return _Links(page, inward, outward[:limit], len(sources), len(outward))

    found = with_reader(store, read)
    if json:
        print_lines(_row("in", led, led.source, found.in_count) for led in found.inward)
        print_lines(_row("out", led, led.target, found.out_count) for led in found.outward)
    else:
        facts: list[tuple[str, Cell]] = [("address", found.page.address)]
        parts: list[RenderableType] = [pairs([*facts, ("title", found.page.title or None)])]
        if wants_in:
            parts += _part("In", found.in_count, found.inward, is_inward=True)
        if wants_out:
            parts += _part("Out", found.out_count, found.outward, is_inward=False)
        write(*parts)
    if max(found.in_count, found.out_count) > limit:
        complain(f"only the first {limit:,} in each direction are listed; see --limit")


async def _sources(store: Reader, crawl: Crawl, page: Page) -> list[PageId]:
    """Return the pages that link to a page."""
    from leadline.services.graph.index import LinkIndex  # noqa: PLC0415 -- numpy loads slowly

    index = await LinkIndex.read(store, crawl.id)
    return [PageId(source) for source in index.in_links(page.id).tolist()]


async def _page(store: Reader, crawl: Crawl, url: str) -> Page:
    address = address_in(crawl, url)
    if isinstance(address, Skipped):
        raise InvalidAddress(address.detail)
    page = await find_page(store, crawl.id, address)
    if page is None:
        again = shlex.join(["leadline", "why", crawl.id, address])
        raise InvalidAddress(f"the crawl did not find {address}; see: {again}")
    return page


def _row(direction: str, led: PageLead, end: Page, count: int) -> dict[str, Any]:
    """Return a link with the page at its other end, and the count of all links this way."""
    return {
        **lead_row(led),
        "direction": direction,
        "count": count,
        "redirect": led.source.redirected_to is not None,
        "state": end.state,
        "fetched": end.is_fetched,
        "reason": end.reason,
        "status": end.status,
        "error": end.error,
        "source_title": led.source.title,
        "target_title": led.target.title,
    }


def _part(name: str, count: int, leads: list[PageLead], *, is_inward: bool) -> list[RenderableType]:
    if not leads:
        return [heading(f"{name}: no links")]
    ends = [lead.source if is_inward else lead.target for lead in leads]
    rows = [_cells(end, lead) for end, lead in zip(ends, leads, strict=True)]
    return [
        heading(f"{name}: {count:,} {'link' if count == 1 else 'links'}"),
        table(_COLUMNS, rows),
    ]


def _cells(page: Page, lead: PageLead) -> list[Cell]:
    anchor = "(redirect)" if lead.source.redirected_to else lead.lead.anchor
    return [state(page), answer(page), page.address, anchor, " ".join(lead.lead.rel)]
