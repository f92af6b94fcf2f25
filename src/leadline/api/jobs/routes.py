"""Routes about jobs: start one, get its progress, and get its pages."""

from collections.abc import AsyncIterator
from functools import partial
from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Query
from fastapi.responses import Response, StreamingResponse

from leadline.api.context import Context, Shared
from leadline.api.crawls.routes import check_room, log_crawl
from leadline.api.jobs.options import options_of
from leadline.api.jobs.schemas import CrawlResult, Job, JobBegun, JobRequest, ResultQuery
from leadline.api.json_io import JSON, json_response
from leadline.api.problems import problem_responses
from leadline.api.scrapes.options import address_of
from leadline.api.server.idempotency import IdempotencyKey
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import InvalidCursor
from leadline.services.crawling.crawls import get_crawl, start_crawl
from leadline.services.scraping.job_results import ResultPart, read_part
from leadline.services.scraping.jobs import job_of
from leadline.store.reader import Reader
from leadline.urls.address import host_of

router = APIRouter(
    prefix="/api/crawl", tags=["scrapes and jobs"], responses=problem_responses(401, 403, 422, 503)
)

_NDJSON = "application/x-ndjson"
_STREAMED_AT_ONCE = 100
_MOST_SEQ = 1 << 62
_encoder = msgspec.json.Encoder()


@router.post(
    "",
    summary="Start a job",
    status_code=HTTPStatus.ACCEPTED,
    response_model=JobBegun,
    responses=problem_responses(400, 409, 413, 415, 429),
)
async def begin(
    request: JobRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Start a crawl, and return before it fetches its first page.

    If its root cannot be fetched, the job fails.
    """
    options = options_of(request, context.settings)
    address = address_of(request.start_url or request.url or "")
    await check_room(context)
    with context.in_progress.hold(idempotency_key, router.prefix, request) as repeatable:
        crawl = await start_crawl(context.store, address, options, repeatable, is_awaited=False)
    log_crawl("started", crawl, host=host_of(address))
    headers = {"Location": f"{router.prefix}/{crawl}"}
    return json_response({"jobId": crawl}, HTTPStatus.ACCEPTED, headers)


@router.get("/{job_id}", summary="Get a job", response_model=Job, responses=problem_responses(404))
async def show(job_id: str, context: Shared) -> Response:
    """Return a job and its progress."""
    crawl = await get_crawl(context.reader, CrawlId(job_id))
    return json_response(await job_of(context.reader, crawl))


@router.get(
    "/{job_id}/result",
    summary="Get the result of a job",
    response_model=CrawlResult,
    responses={
        **problem_responses(404),
        200: {"content": {_NDJSON: {"schema": {"type": "string"}}}},
    },
)
async def result(
    job_id: str,
    context: Shared,
    query: Annotated[ResultQuery, Query()],
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """Return pages and errors in the order in which they ended: those so far, while the job runs.

    With `Accept: application/x-ndjson`, the answer has all of them, one per line: `{"page": …}` or
    `{"error": …}`. The last line is `{"result": …}`, without pages.
    """
    crawl = await get_crawl(context.reader, CrawlId(job_id))
    after = _place(query.cursor)
    if _NDJSON in accept:
        return StreamingResponse(_lines(context, crawl, after), media_type=_NDJSON)
    encoded = await context.scan(lambda reader: _part(reader, crawl, after, query.limit))
    return Response(encoded, media_type=JSON)


async def _part(reader: Reader, crawl: Crawl, after: int, limit: int) -> bytes:
    part = await read_part(reader, crawl, after, limit)
    return msgspec.json.encode(part.as_json())


async def _lines(context: Context, crawl: Crawl, after: int) -> AsyncIterator[bytes]:
    while True:
        part, lines = await context.scan(partial(_some_lines, crawl=crawl, after=after))
        yield lines
        if part.seq >= crawl.seq:
            break
        after = part.seq
    yield msgspec.json.encode({"result": part.figures()}) + b"\n"


async def _some_lines(reader: Reader, crawl: Crawl, after: int) -> tuple[ResultPart, bytes]:
    part = await read_part(reader, crawl, after, _STREAMED_AT_ONCE)
    lines = [{"page": page} for page in part.pages] + [{"error": error} for error in part.errors]
    return part, _encoder.encode_lines(lines)


def _place(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isascii() or not cursor.isdecimal() or int(cursor) >= _MOST_SEQ:
        raise InvalidCursor("this is not a cursor of this result")
    return int(cursor)
