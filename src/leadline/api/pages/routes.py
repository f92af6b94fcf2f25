"""Routes about the pages of a crawl."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.context import Shared
from leadline.api.json_io import json_response
from leadline.api.pages.filters import filter_of
from leadline.api.pages.schemas import (
    Leads,
    LeadsQuery,
    PageDetails,
    PageItems,
    PageQuery,
    PagesQuery,
)
from leadline.api.problems import Problem, problem_responses
from leadline.domain.crawls import CrawlId
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import PageOrder, SortKey
from leadline.domain.pages import Page
from leadline.services.crawling.crawls import get_crawl
from leadline.services.pages.details import Detail, page_details, piece_of
from leadline.services.pages.leads import Direction, some_leads
from leadline.services.pages.linked_pages import BY_LINKS, linked_rows, pages_by_links
from leadline.services.pages.listing import get_page, is_largest_first
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/pages",
    tags=["pages"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)

_HARMLESS = {
    "Content-Type": "text/plain",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


@router.get("", summary="List the pages of a crawl", response_model=PageItems)
async def list_pages(
    crawl_id: str, context: Shared, query: Annotated[PagesQuery, Query()]
) -> Response:
    """List the pages of a crawl that meet all filters. The root is included, sitemaps are not.

    While a crawl runs, each page is listed at most once, even if it changes meanwhile.
    """
    crawl, wanted, order = CrawlId(crawl_id), filter_of(query), _order(query)

    async def look(store: Reader) -> JsonObject:
        is_by_links = order.by in BY_LINKS
        index = await context.indexes.index(store, crawl) if query.links or is_by_links else None
        if index is not None and is_by_links:
            found = await pages_by_links(
                store, index, wanted, order, limit=query.limit, cursor=query.cursor
            )
        else:
            found = await store.pages_where(crawl, wanted, order, query.limit, query.cursor)
        folds = (await get_crawl(store, crawl)).options.folds_path_case
        items = await linked_rows(store, found.items, index, folds_path_case=folds)
        return {"items": items, "next": found.next}

    return json_response(await context.scan(look))


@router.get("/{page_id}", summary="Get a page", response_model=PageDetails)
async def show_page(
    crawl_id: str, page_id: str, context: Shared, query: Annotated[PageQuery, Query()]
) -> Response:
    """Return a page: what happened to it and why, its answer, its links, and the path to it."""
    defaults = bootstrap.defaults(context.settings)

    async def look(store: Reader) -> JsonObject:
        crawl = await get_crawl(store, CrawlId(crawl_id))
        page = await get_page(store, crawl.id, page_id)
        detail = Detail(query.text, query.leads)
        return await page_details(
            store, crawl, page, context.indexes, defaults=defaults, detail=detail
        )

    return json_response(await context.scan(look))


@router.get("/{page_id}/leads", summary="List the links of a page", response_model=Leads)
async def list_leads(
    crawl_id: str, page_id: str, context: Shared, query: Annotated[LeadsQuery, Query()]
) -> Response:
    """List the links to a page or from it, with their anchor texts.

    A lead is stored once for each pair of pages, with the text of the first link.
    """
    crawl, way = CrawlId(crawl_id), Direction(query.direction)

    async def look(store: Reader) -> JsonObject:
        page = await get_page(store, crawl, page_id)
        return await some_leads(
            store, crawl, page, context.indexes, way=way, limit=query.limit, cursor=query.cursor
        )

    return json_response(await context.scan(look))


@router.get(
    "/{page_id}/html",
    summary="Get the HTML of a page",
    response_class=Response,
    responses={
        200: {
            "description": "The bytes of the page as they were received",
            "content": {"text/plain": {}},
        }
    },
)
async def page_html(crawl_id: str, page_id: str, context: Shared) -> Response:
    """Send the HTML of a page as it was received, if the crawl keeps it (`keep: ["html"]`).

    The file is for saving, in the page's own encoding: browsers do not show it as a page.
    """
    page = await get_page(context.reader, CrawlId(crawl_id), page_id)
    html = await piece_of(context.reader, CrawlId(crawl_id), page.id, "html")
    if html is None:
        raise not_kept_problem()
    return Response(html, headers=_HARMLESS | {"Content-Disposition": _saved_as(page)})


def not_kept_problem() -> Problem:
    """Return the problem for a page whose HTML is not kept."""
    return Problem(
        HTTPStatus.NOT_FOUND,
        "not-kept",
        'the HTML of this page is not kept; start the crawl with `keep: ["text", "html"]` to '
        "keep it",
    )


def _saved_as(page: Page) -> str:
    return f'attachment; filename="{page.id}.html"'


def _order(query: PagesQuery) -> PageOrder:
    sort = SortKey(query.sort)
    is_descending = query.order == "desc" if query.order else is_largest_first(sort)
    return PageOrder(sort, is_descending)
