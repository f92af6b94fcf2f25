"""Routes about the options of a crawl: get them, change them, and try pages again."""

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.context import Shared
from leadline.api.crawls.options import changes_of
from leadline.api.crawls.schemas import Changed, ChangeRequest, Options, Retried, RetryRequest
from leadline.api.json_io import json_response
from leadline.api.problems import Problem, problem_responses
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.pages import PageState
from leadline.services.crawling.changes import change_crawl, retry_pages
from leadline.services.crawling.crawls import get_crawl, progress
from leadline.services.crawling.options import shown_options
from leadline.services.pages.listing import statuses

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["crawls"],
    responses=problem_responses(401, 403, 404, 422, 503),
)


@router.get("/options", summary="Get the options of a crawl", response_model=Options)
async def show_options(crawl_id: str, context: Shared) -> Response:
    """Return the options of a crawl. Headers, cookies and passwords appear by name only."""
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    return json_response(shown_options(crawl.options))


@router.patch(
    "",
    summary="Change the options of a crawl",
    response_model=Changed,
    responses=problem_responses(400, 409, 413, 415),
)
async def change(crawl_id: str, request: ChangeRequest, context: Shared) -> Response:
    """Change the pace, patterns and limits of a crawl that is not over.

    Pages that a changed pattern or limit no longer skips are queued again. A deeper `max_depth`
    applies to pages that were found already once all others are done. Pages that are being fetched
    finish with the old options.
    """
    changes = changes_of(request, context.settings)
    defaults = bootstrap.defaults(context.settings)
    reopened = await context.write(
        lambda store: change_crawl(store, CrawlId(crawl_id), changes, defaults, context.indexes)
    )
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    if reopened is None:
        raise _over(crawl)
    options = shown_options(crawl.options)
    return json_response(progress(crawl) | {"options": options, "reopened": reopened})


@router.post(
    "/retry",
    summary="Try pages again",
    response_model=Retried,
    responses=problem_responses(400, 409, 413, 415),
)
async def retry(crawl_id: str, context: Shared, request: RetryRequest | None = None) -> Response:
    """Queue failed or skipped pages again. A completed crawl continues.

    Without a body, all failed pages are tried again. Rules that are checked before each request
    (scope, robots.txt, the guard) skip a page again if nothing has changed.
    """
    wanted = request or RetryRequest()
    before = await get_crawl(context.reader, CrawlId(crawl_id))
    if before.status is CrawlStatus.CANCELLED:
        raise _over(before)
    state = PageState(wanted.state)
    status = statuses(wanted.status) if wanted.status else None
    reopened = await context.write(
        lambda store: retry_pages(store, before.id, state, wanted.error or wanted.reason, status)
    )
    crawl = await get_crawl(context.reader, before.id)
    return json_response(progress(crawl) | {"reopened": reopened})


def _over(crawl: Crawl) -> Problem:
    return Problem(HTTPStatus.CONFLICT, "over", f"the crawl is {crawl.status}, which is final")
