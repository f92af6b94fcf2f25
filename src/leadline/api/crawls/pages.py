"""The pages of a crawl."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.answers import answered
from leadline.api.context import Shared
from leadline.api.crawls.filters import filter_of
from leadline.api.crawls.page_schemas import (
    AskedLeads,
    AskedPage,
    AskedPages,
    Leads,
    PageDetails,
    PageItems,
)
from leadline.api.problems import Problem, documented
from leadline.domain.crawls import CrawlId
from leadline.domain.listing import PageOrder, SortKey
from leadline.domain.pages import Page
from leadline.services.crawls import existing
from leadline.services.export_formats.table import Row
from leadline.services.linked_pages import BY_LINKS, linked_rows, pages_by_links
from leadline.services.page_details import Detail, page_details, piece_of
from leadline.services.page_leads import Direction, some_leads
from leadline.services.pages import existing_page, is_largest_first
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/pages",
    tags=["pages"],
    responses=documented(401, 403, 404, 422, 503),
)

_HARMLESS = {
    "Content-Type": "text/plain",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


@router.get("", response_model=PageItems)
async def list_pages(
    crawl_id: str, context: Shared, asked: Annotated[AskedPages, Query()]
) -> Response:
    """Pages of a crawl that meet all filters, sorted; the root is among them, sitemaps are not.

    Of a crawl that runs, each page is listed at most once, however it changes meanwhile.
    """
    crawl, wanted, order = CrawlId(crawl_id), filter_of(asked), _order(asked)

    async def look(store: Reader) -> Row:
        is_by_links = order.by in BY_LINKS
        index = await context.indexes.index(store, crawl) if asked.links or is_by_links else None
        if index is not None and is_by_links:
            found = await pages_by_links(
                store, index, wanted, order, limit=asked.limit, cursor=asked.cursor
            )
        else:
            found = await store.pages_where(crawl, wanted, order, asked.limit, asked.cursor)
        return {"items": await linked_rows(store, found.items, index), "next": found.next}

    return answered(await context.scan(look))


@router.get("/{page_id}", response_model=PageDetails)
async def show_page(
    crawl_id: str, page_id: str, context: Shared, asked: Annotated[AskedPage, Query()]
) -> Response:
    """Everything about a page: what became of it and why, its answer, its links, the way there."""
    defaults = bootstrap.defaults(context.settings)

    async def look(store: Reader) -> Row:
        crawl = await existing(store, CrawlId(crawl_id))
        page = await existing_page(store, crawl.id, page_id)
        detail = Detail(asked.text, asked.leads)
        return await page_details(
            store, crawl, page, context.indexes, defaults=defaults, detail=detail
        )

    return answered(await context.scan(look))


@router.get("/{page_id}/leads", response_model=Leads)
async def list_leads(
    crawl_id: str, page_id: str, context: Shared, asked: Annotated[AskedLeads, Query()]
) -> Response:
    """The leads to a page, or those of it, with their anchor texts.

    A lead is stored once for each pair of pages, with the text of the first link.
    """
    crawl, way = CrawlId(crawl_id), Direction(asked.direction)

    async def look(store: Reader) -> Row:
        page = await existing_page(store, crawl, page_id)
        return await some_leads(
            store, crawl, page, context.indexes, way=way, limit=asked.limit, cursor=asked.cursor
        )

    return answered(await context.scan(look))


@router.get(
    "/{page_id}/html",
    response_class=Response,
    responses={200: {"description": "The bytes as received", "content": {"text/plain": {}}}},
)
async def page_html(crawl_id: str, page_id: str, context: Shared) -> Response:
    """The HTML of a page as it was received, if the crawl keeps it (`keep: ["html"]`).

    It is a file to be saved, in the page's own encoding: no browser shows it as a page.
    """
    page = await existing_page(context.reader, CrawlId(crawl_id), page_id)
    html = await piece_of(context.reader, CrawlId(crawl_id), page.id, "html")
    if html is None:
        raise not_kept()
    return Response(html, headers=_HARMLESS | {"Content-Disposition": _saved_as(page)})


def not_kept() -> Problem:
    """When the HTML of a page is asked for, and there is none."""
    return Problem(
        HTTPStatus.NOT_FOUND,
        "not-kept",
        "the HTML of this page is not kept; a crawl keeps it with keep: [text, html]",
    )


def _saved_as(page: Page) -> str:
    return f'attachment; filename="{page.id}.html"'


def _order(asked: AskedPages) -> PageOrder:
    sort = SortKey(asked.sort)
    is_descending = asked.order == "desc" if asked.order else is_largest_first(sort)
    return PageOrder(sort, is_descending)
