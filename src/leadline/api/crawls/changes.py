"""What a crawl asks for: showing it, changing it, and trying pages again."""

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.answers import answered
from leadline.api.context import Shared
from leadline.api.crawls.options import changes_of
from leadline.api.crawls.schemas import Changed, ChangeRequest, Options, Retried, RetryRequest
from leadline.api.problems import Problem, documented
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.pages import PageState
from leadline.services.changes import change_crawl, retry_pages
from leadline.services.crawls import existing, progress, shown_options
from leadline.services.pages import statuses

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["crawls"],
    responses=documented(401, 403, 404, 422, 503),
)


@router.get("/options", response_model=Options)
async def show_options(crawl_id: str, context: Shared) -> Response:
    """What a crawl asks for. Of headers, cookies and passwords only the names are told."""
    crawl = await existing(context.reader, CrawlId(crawl_id))
    return answered(shown_options(crawl.options))


@router.patch("", response_model=Changed, responses=documented(400, 409, 413, 415))
async def change(crawl_id: str, request: ChangeRequest, context: Shared) -> Response:
    """Change pace, patterns and limits of a crawl that is not over.

    Pages that a changed pattern or limit lets in go back to be fetched; a deeper depth takes effect
    on pages that are known already when the others are done. What is in work is finished as it was
    begun.
    """
    changes = changes_of(request, context.settings)
    defaults = bootstrap.defaults(context.settings)
    reopened = await context.write(
        lambda store: change_crawl(store, CrawlId(crawl_id), changes, defaults, context.indexes)
    )
    crawl = await existing(context.reader, CrawlId(crawl_id))
    if reopened is None:
        raise _over(crawl)
    options = shown_options(crawl.options)
    return answered(progress(crawl) | {"options": options, "reopened": reopened})


@router.post("/retry", response_model=Retried, responses=documented(400, 409, 413, 415))
async def retry(crawl_id: str, context: Shared, request: RetryRequest | None = None) -> Response:
    """Try pages again that failed or were skipped; a crawl that is completed runs again.

    Without a body all failed pages are tried. What a rule keeps out that is asked again before a
    page is fetched (scope, robots.txt, the guard) stays out if nothing has changed.
    """
    asked = request or RetryRequest()
    before = await existing(context.reader, CrawlId(crawl_id))
    if before.status is CrawlStatus.CANCELLED:
        raise _over(before)
    state = PageState(asked.state)
    status = statuses(asked.status) if asked.status else None
    reopened = await context.write(
        lambda store: retry_pages(store, before.id, state, asked.error or asked.reason, status)
    )
    crawl = await existing(context.reader, before.id)
    return answered(progress(crawl) | {"reopened": reopened})


def _over(crawl: Crawl) -> Problem:
    return Problem(HTTPStatus.CONFLICT, "over", f"the crawl is {crawl.status}, and stays so")
