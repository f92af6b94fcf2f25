"""The pages of a crawl."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline.api.answers import answered
from leadline.api.context import Shared
from leadline.api.crawls.page_schemas import AskedPages, PageItems
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlId
from leadline.domain.listing import PageFilter, PageOrder, SortKey
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import PageState
from leadline.services.pages import is_largest_first, listed_page, statuses

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/pages",
    tags=["pages"],
    responses=documented(401, 403, 404, 422, 503),
)


@router.get("", response_model=PageItems)
async def list_pages(
    crawl_id: str, context: Shared, asked: Annotated[AskedPages, Query()]
) -> Response:
    """Pages of a crawl that meet all filters, sorted; the root is among them, sitemaps are not.

    Of a crawl that runs, each page is listed at most once, however it changes meanwhile.
    """
    crawl, wanted, order = CrawlId(crawl_id), _filter(asked), _order(asked)
    found = await context.scan(
        lambda store: store.pages_where(crawl, wanted, order, asked.limit, asked.cursor)
    )
    return answered({"items": [listed_page(page) for page in found.items], "next": found.next})


def _filter(asked: AskedPages) -> PageFilter:
    return PageFilter(
        state=PageState(asked.state) if asked.state else None,
        reason=SkipReason(asked.reason) if asked.reason else None,
        rule=asked.rule,
        error=asked.error,
        status=statuses(asked.status) if asked.status else None,
        depth=asked.depth,
        host=asked.host.lower() if asked.host else None,
        content_type=asked.content_type.lower() if asked.content_type else None,
        search=asked.search,
        content_hash=int(asked.content_hash, 16) if asked.content_hash else None,
        after_seq=asked.after_seq,
    )


def _order(asked: AskedPages) -> PageOrder:
    sort = SortKey(asked.sort)
    is_descending = asked.order == "desc" if asked.order else is_largest_first(sort)
    return PageOrder(sort, is_descending)
