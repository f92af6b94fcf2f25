"""The route that scrapes a batch of pages. A page that fails does not affect the others."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from leadline.api.context import Shared
from leadline.api.problems import problem_of, problem_responses, refusal_problem, request_id_of
from leadline.api.scrapes.options import address_of, options_of
from leadline.api.scrapes.schemas import BatchRequest, BatchResult
from leadline.api.server.idempotency import IdempotencyKey
from leadline.api.transport.downloads import PatientResponse
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import Face
from leadline.domain.errors import InvalidAddress
from leadline.domain.skips import Skipped
from leadline.services.scraping.batches import Ended, ScrapeBatch
from leadline.services.scraping.extractions import check_selectors

router = APIRouter(
    prefix="/api/scrape",
    tags=["scrapes and jobs"],
    responses=problem_responses(400, 401, 403, 413, 415, 422, 429, 503),
)


@router.post(
    "/batch",
    summary="Scrape up to 100 pages",
    response_model=BatchResult,
    responses=problem_responses(409),
)
async def scrape_batch(
    request: BatchRequest,
    context: Shared,
    http: Request,
    idempotency_key: IdempotencyKey = None,
) -> StreamingResponse:
    """Fetch up to 100 pages. The answer starts when the first page is there.

    Each item has the page, or the problem that a single scrape would have answered with.
    """
    options = options_of(request, context.settings)
    addresses = [_address(url) for url in request.urls]
    async with AsyncExitStack() as held:
        end_one = held.enter_context(context.waiting_pages.for_pages(len(addresses)))
        claiming = context.in_progress.hold(idempotency_key, "/api/scrape/batch", request)
        repeatable = held.enter_context(claiming)
        await check_selectors(context.sandbox, request.selectors)
        batch = ScrapeBatch(context.store, context.root_waiter, addresses, options, repeatable)
        await held.enter_async_context(batch)
        batch.call_for_each(end_one)
        holding = held.pop_all()
        return _HoldingResponse(_chunks(request.urls, batch, request_id_of(http), holding), holding)
    raise AssertionError("the block above always returns or raises")


class _HoldingResponse(PatientResponse):
    """A stream that holds resources until it has ended in any way."""

    def __init__(self, chunks: AsyncGenerator[bytes, None], held: AsyncExitStack) -> None:
        super().__init__(chunks, media_type="application/json")
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        async with self._held:
            await super().__call__(scope, receive, send)


def _address(url: str) -> Address | InvalidAddress:
    try:
        return address_of(url)
    except InvalidAddress as error:
        return error


async def _chunks(
    urls: Sequence[str], batch: ScrapeBatch, request_id: str, held: AsyncExitStack
) -> AsyncGenerator[bytes, None]:
    before, number = b'{"results":[', 0
    async for ended in batch:
        yield before + _item(urls[number], ended, request_id)
        before, number = b",", number + 1
    # A client that has the whole answer may send its next request at once.
    await held.aclose()
    yield b"]}"


def _item(url: str, ended: Ended, request_id: str) -> bytes:
    if isinstance(ended, bytes):
        return msgspec.json.encode({"url": url, "ok": True, "result": msgspec.Raw(ended)})
    if isinstance(ended, Skipped):
        problem = refusal_problem(HTTPStatus.FORBIDDEN, ended, Face.JOB_API)
    else:
        problem = problem_of(ended, Face.JOB_API)
    error = msgspec.Raw(problem.body(request_id))
    return msgspec.json.encode({"url": url, "ok": False, "error": error})
