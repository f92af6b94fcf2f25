"""Crawls: begin, list, steer and remove them."""

import logging
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline.api.addresses import given_address
from leadline.api.answers import answered
from leadline.api.context import Context, Shared
from leadline.api.crawls.options import options_of
from leadline.api.crawls.schemas import AskedCrawls, CrawlRequest, Crawls, Progress
from leadline.api.idempotency import IdempotencyKey
from leadline.api.problems import Problem, documented
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidCursor, UnknownCrawl
from leadline.domain.listing import CrawlFilter, CrawlPlace
from leadline.domain.outcomes import Skipped
from leadline.services.crawls import begin_crawl, existing, progress, remove_crawl
from leadline.urls.address import host_of

router = APIRouter(
    prefix="/api/v1/crawls", tags=["crawls"], responses=documented(401, 403, 422, 503)
)

_RETRY_S = 10
_log = logging.getLogger(__name__)


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    response_model=Progress,
    responses=documented(400, 409, 413, 415, 429, 502, 504),
)
async def begin(
    request: CrawlRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Begin a crawl. The root is fetched first: if it cannot be, nothing is stored."""
    options = options_of(request, context.settings)
    address = given_address(request.url)
    if isinstance(address, Skipped):
        raise refused(address)
    await check_room(context)
    with context.in_progress.asked(idempotency_key, router.prefix, request) as asked:
        try:
            crawl = await begin_crawl(context.store, context.roots, address, options, asked)
        except UnknownCrawl as exc:
            raise Problem(HTTPStatus.CONFLICT, "deleted", "it was deleted meanwhile") from exc
    if isinstance(crawl, Skipped):
        raise refused(crawl)
    log_crawl("begun", crawl.id, host=host_of(crawl.root_url))
    location = f"{router.prefix}/{crawl.id}"
    return answered(progress(crawl), HTTPStatus.CREATED, {"Location": location})


@router.get("", response_model=Crawls)
async def list_crawls(context: Shared, asked: Annotated[AskedCrawls, Query()]) -> Response:
    """Crawls and how far they are, the newest first."""
    wanted = CrawlFilter(CrawlStatus(asked.status) if asked.status else None, asked.search)
    place, limit = _place(asked.cursor), asked.limit
    found = await context.reader.newest(CrawlKind.CRAWL, limit + 1, place, wanted)
    items, is_more = found[:limit], len(found) > limit
    told = [progress(crawl) for crawl in items]
    return answered({"items": told, "next": _cursor(items[-1]) if is_more else None})


@router.get("/{crawl_id}", response_model=Progress, responses=documented(404))
async def show(crawl_id: str, context: Shared) -> Response:
    """A crawl and how far it is."""
    return answered(progress(await existing(context.reader, CrawlId(crawl_id))))


@router.delete("/{crawl_id}", status_code=HTTPStatus.NO_CONTENT, responses=documented(404))
async def remove(crawl_id: str, context: Shared) -> Response:
    """Cancel a crawl if it is still running, and remove all that is kept of it."""
    crawl = await existing(context.reader, CrawlId(crawl_id))
    await remove_crawl(context.store, crawl.id)
    log_crawl("deleted", crawl.id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/{crawl_id}/cancel", response_model=Progress, responses=documented(404, 409))
async def cancel(crawl_id: str, context: Shared) -> Response:
    """End a crawl for good; what was fetched is kept."""
    return await _steer(context, crawl_id, CrawlStatus.CANCELLED)


@router.post("/{crawl_id}/pause", response_model=Progress, responses=documented(404, 409))
async def pause(crawl_id: str, context: Shared) -> Response:
    """Fetch nothing more for now; what is in work is finished."""
    return await _steer(context, crawl_id, CrawlStatus.PAUSED)


@router.post("/{crawl_id}/resume", response_model=Progress, responses=documented(404, 409))
async def resume(crawl_id: str, context: Shared) -> Response:
    """Go on with a crawl that was paused."""
    return await _steer(context, crawl_id, CrawlStatus.RUNNING)


async def _steer(context: Context, crawl_id: str, status: CrawlStatus) -> Response:
    before = await existing(context.reader, CrawlId(crawl_id))
    if not await context.store.set_status(before.id, status):
        raise Problem(HTTPStatus.CONFLICT, "over", f"the crawl is {before.status}, and stays so")
    log_crawl(status, before.id)
    return answered(progress(await existing(context.reader, before.id)))


def log_crawl(event: str, crawl: CrawlId, **fields: str) -> None:
    """Log what a client did to a crawl."""
    _log.info("crawl %s", event, extra={"crawl_id": crawl, **fields})


async def check_room(context: Context) -> None:
    """Raises Problem when so many crawls are running that another has to wait."""
    running = await context.reader.count(CrawlKind.CRAWL, CrawlStatus.RUNNING)
    if running >= context.settings.max_running_crawls:
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too-many-crawls",
            f"{running} crawls are running, which is the most (LEADLINE_MAX_RUNNING_CRAWLS)",
            headers={"Retry-After": str(_RETRY_S)},
        )


def refused(refusal: Skipped) -> Problem:
    """What a rule forbids is not in the request's power."""
    detail = refusal.detail or f"{refusal.reason}: {refusal.rule}"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"refused-by-{refusal.reason}", detail)


def _cursor(last: Crawl) -> str:
    return f"{last.created_at!r}_{last.id}"


def _place(cursor: str | None) -> CrawlPlace | None:
    if cursor is None:
        return None
    created_at, _, crawl = cursor.partition("_")
    try:
        return CrawlPlace(float(created_at), CrawlId(crawl))
    except ValueError as exc:
        raise InvalidCursor("this is not a cursor that a list ended with") from exc
