"""Jobs: begin one, see how far it is, and have its pages."""

from collections.abc import AsyncIterator
from functools import partial
from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Query
from fastapi.responses import Response, StreamingResponse

from leadline.api.answers import JSON, answered
from leadline.api.context import Context, Shared
from leadline.api.crawls.routes import check_room, log_crawl
from leadline.api.idempotency import IdempotencyKey
from leadline.api.jobs.options import options_of
from leadline.api.jobs.schemas import AskedResult, CrawlResult, Job, JobBegun, JobRequest
from leadline.api.problems import documented
from leadline.api.scrapes.options import address_of
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import InvalidCursor
from leadline.services.crawls import existing, start_crawl
from leadline.services.job_results import ResultPart, read_part
from leadline.services.jobs import job_of
from leadline.store.reader import Reader
from leadline.urls.address import host_of

router = APIRouter(
    prefix="/api/crawl", tags=["scrapes and jobs"], responses=documented(401, 403, 422, 503)
)

_NDJSON = "application/x-ndjson"
_STREAMED_AT_ONCE = 100
_MOST_SEQ = 1 << 62
_encoder = msgspec.json.Encoder()


@router.post(
    "",
    status_code=HTTPStatus.ACCEPTED,
    response_model=JobBegun,
    responses=documented(400, 409, 413, 415, 429),
)
async def begin(
    request: JobRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Begin a crawl, and do not wait for it. Whether it can be done is told by the job."""
    options = options_of(request, context.settings)
    address = address_of(request.start_url or request.url or "")
    await check_room(context)
    with context.in_progress.asked(idempotency_key, router.prefix, request) as asked:
        crawl = await start_crawl(context.store, address, options, asked)
    log_crawl("begun", crawl, host=host_of(address))
    headers = {"Location": f"{router.prefix}/{crawl}"}
    return answered({"jobId": crawl}, HTTPStatus.ACCEPTED, headers)


@router.get("/{job_id}", response_model=Job, responses=documented(404))
async def show(job_id: str, context: Shared) -> Response:
    """A job and how far it is."""
    crawl = await existing(context.reader, CrawlId(job_id))
    return answered(await job_of(context.reader, crawl))


@router.get(
    "/{job_id}/result",
    response_model=CrawlResult,
    responses={
        **documented(404),
        200: {"content": {_NDJSON: {"schema": {"type": "string"}}}},
    },
)
async def result(
    job_id: str,
    context: Shared,
    asked: Annotated[AskedResult, Query()],
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """Pages and errors as they ended; what there is so far while the job runs.

    With `Accept: application/x-ndjson` all of them, a line each: `{"page": …}` or `{"error": …}`,
    and as the last one `{"result": …}` without pages.
    """
    crawl = await existing(context.reader, CrawlId(job_id))
    after = _place(asked.cursor)
    if _NDJSON in accept:
        return StreamingResponse(_lines(context, crawl, after), media_type=_NDJSON)
    encoded = await context.scan(lambda reader: _part(reader, crawl, after, asked.limit))
    return Response(encoded, media_type=JSON)


async def _part(reader: Reader, crawl: Crawl, after: int, limit: int) -> bytes:
    part = await read_part(reader, crawl, after, limit)
    return msgspec.json.encode(part.told())


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
        raise InvalidCursor("this is not where a part of a result ended")
    return int(cursor)
