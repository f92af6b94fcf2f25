"""Routes about crawls: start, list, get, pause, resume, cancel and delete them."""

import logging
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline.api.addresses import parse_address
from leadline.api.context import Context, Shared
from leadline.api.crawls.options import options_of
from leadline.api.crawls.schemas import CrawlRequest, Crawls, CrawlsQuery, Progress
from leadline.api.json_io import json_response
from leadline.api.problems import Problem, problem_responses, refusal_problem
from leadline.api.server.idempotency import IdempotencyKey
from leadline.domain.crawl_options import Face
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidCursor, UnknownCrawl
from leadline.domain.listing import CrawlFilter, CrawlPlace
from leadline.domain.skips import Skipped
from leadline.services.crawling.crawls import begin_crawl, get_crawl, progress, remove_crawl
from leadline.urls.address import host_of

router = APIRouter(
    prefix="/api/v1/crawls", tags=["crawls"], responses=problem_responses(401, 403, 422, 503)
)

_RETRY_S = 10
_log = logging.getLogger(__name__)


@router.post(
    "",
    summary="Start a crawl",
    status_code=HTTPStatus.CREATED,
    response_model=Progress,
    responses=problem_responses(400, 409, 413, 415, 429, 502, 504),
)
async def begin(
    request: CrawlRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Start a crawl. The root is fetched first: if that fails, nothing is stored."""
    options = options_of(request, context.settings)
    address = parse_address(request.url)
    if isinstance(address, Skipped):
        raise refusal_problem(HTTPStatus.UNPROCESSABLE_ENTITY, address, Face.CRAWL_API)
    await check_room(context)
    with context.in_progress.hold(idempotency_key, router.prefix, request) as repeatable:
        try:
            crawl = await begin_crawl(
                context.store, context.root_waiter, address, options, repeatable
            )
        except UnknownCrawl as exc:
            raise Problem(
                HTTPStatus.CONFLICT, "deleted", "the crawl was deleted while it started"
            ) from exc
    if isinstance(crawl, Skipped):
        raise refusal_problem(HTTPStatus.UNPROCESSABLE_ENTITY, crawl, Face.CRAWL_API, address)
    log_crawl("started", crawl.id, host=host_of(crawl.root_url))
    location = f"{router.prefix}/{crawl.id}"
    return json_response(progress(crawl), HTTPStatus.CREATED, {"Location": location})


@router.get("", summary="List crawls", response_model=Crawls)
async def list_crawls(context: Shared, query: Annotated[CrawlsQuery, Query()]) -> Response:
    """List crawls with their progress, the newest first."""
    wanted = CrawlFilter(CrawlStatus(query.status) if query.status else None, query.search)
    place, limit = _place(query.cursor), query.limit
    found = await context.reader.newest(CrawlKind.CRAWL, limit + 1, place, wanted)
    items, is_more = found[:limit], len(found) > limit
    told = [progress(crawl) for crawl in items]
    return json_response({"items": told, "next": _cursor(items[-1]) if is_more else None})


@router.get(
    "/{crawl_id}", summary="Get a crawl", response_model=Progress, responses=problem_responses(404)
)
async def show(crawl_id: str, context: Shared) -> Response:
    """Return a crawl and its progress."""
    return json_response(progress(await get_crawl(context.reader, CrawlId(crawl_id))))


@router.delete(
    "/{crawl_id}",
    summary="Delete a crawl",
    status_code=HTTPStatus.NO_CONTENT,
    responses=problem_responses(404),
)
async def remove(crawl_id: str, context: Shared) -> Response:
    """Cancel a crawl if it is still running, and delete everything that is stored of it."""
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    await remove_crawl(context.store, crawl.id)
    log_crawl("deleted", crawl.id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post(
    "/{crawl_id}/cancel",
    summary="Cancel a crawl",
    response_model=Progress,
    responses=problem_responses(404, 409),
)
async def cancel(crawl_id: str, context: Shared) -> Response:
    """Cancel a crawl. Fetched pages are kept; the crawl cannot be resumed."""
    return await _steer(context, crawl_id, CrawlStatus.CANCELLED)


@router.post(
    "/{crawl_id}/pause",
    summary="Pause a crawl",
    response_model=Progress,
    responses=problem_responses(404, 409),
)
async def pause(crawl_id: str, context: Shared) -> Response:
    """Pause a crawl. Pages that are being fetched are finished."""
    return await _steer(context, crawl_id, CrawlStatus.PAUSED)


@router.post(
    "/{crawl_id}/resume",
    summary="Resume a crawl",
    response_model=Progress,
    responses=problem_responses(404, 409),
)
async def resume(crawl_id: str, context: Shared) -> Response:
    """Resume a paused crawl."""
    return await _steer(context, crawl_id, CrawlStatus.RUNNING)


async def _steer(context: Context, crawl_id: str, status: CrawlStatus) -> Response:
    before = await get_crawl(context.reader, CrawlId(crawl_id))
    if not await context.store.set_status(before.id, status):
        raise Problem(HTTPStatus.CONFLICT, "over", f"the crawl is {before.status}, which is final")
    log_crawl(status, before.id)
    return json_response(progress(await get_crawl(context.reader, before.id)))


def log_crawl(event: str, crawl: CrawlId, **fields: str) -> None:
    """Log a request that changed a crawl."""
    _log.info("crawl %s", event, extra={"crawl_id": crawl, **fields})


async def check_room(context: Context) -> None:
    """Raise Problem when as many crawls are running as the settings allow."""
    running = await context.reader.count(CrawlKind.CRAWL, CrawlStatus.RUNNING)
    if running >= context.settings.max_running_crawls:
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too-many-crawls",
            f"{running} crawls are running, the most that LEADLINE_MAX_RUNNING_CRAWLS allows",
            headers={"Retry-After": str(_RETRY_S)},
        )


def _cursor(last: Crawl) -> str:
    return f"{last.created_at!r}_{last.id}"


def _place(cursor: str | None) -> CrawlPlace | None:
    if cursor is None:
        return None
    created_at, _, crawl = cursor.partition("_")
    try:
        return CrawlPlace(float(created_at), CrawlId(crawl))
    except ValueError as exc:
        raise InvalidCursor("this is not a cursor of this list") from exc
