"""Some pages for one request, each politely; one that fails does not spoil the rest."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from leadline.api.context import Shared
from leadline.api.idempotency import IdempotencyKey
from leadline.api.problems import documented, problem_of, request_id_of
from leadline.api.scrapes.options import address_of, forbidden, options_of
from leadline.api.scrapes.schemas import BatchRequest, BatchResult
from leadline.api.streaming import PatientResponse
from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.outcomes import Skipped
from leadline.services.batches import Ended, ScrapeBatch
from leadline.services.extractions import check_selectors

router = APIRouter(
    prefix="/api/scrape",
    tags=["scrapes and jobs"],
    responses=documented(400, 401, 403, 413, 415, 422, 429, 503),
)


@router.post("/batch", response_model=BatchResult, responses=documented(409))
async def scrape_batch(
    request: BatchRequest,
    context: Shared,
    http: Request,
    idempotency_key: IdempotencyKey = None,
) -> StreamingResponse:
    """Fetch up to 100 pages; the answer begins when the first of them is there.

    Each has the answer or the problem that it would have had alone.
    """
    options = options_of(request, context.settings)
    addresses = [_address(url) for url in request.urls]
    async with AsyncExitStack() as held:
        end_one = held.enter_context(context.waiting.for_pages(len(addresses)))
        asking = context.in_progress.asked(idempotency_key, "/api/scrape/batch", request)
        asked = held.enter_context(asking)
        await check_selectors(context.sandbox, request.selectors)
        batch = ScrapeBatch(context.store, context.roots, addresses, options, asked)
        await held.enter_async_context(batch)
        batch.call_for_each(end_one)
        holding = held.pop_all()
        return _HoldingResponse(_chunks(request.urls, batch, request_id_of(http), holding), holding)
    raise AssertionError("nothing here ends the block otherwise")


class _HoldingResponse(PatientResponse):
    """A stream that holds something until it has ended, whichever way."""

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
    # Who has the whole answer may ask again at once.
    await held.aclose()
    yield b"]}"


def _item(url: str, ended: Ended, request_id: str) -> bytes:
    if isinstance(ended, bytes):
        return msgspec.json.encode({"url": url, "ok": True, "result": msgspec.Raw(ended)})
    problem = forbidden(ended) if isinstance(ended, Skipped) else problem_of(ended)
    error = msgspec.Raw(problem.body(request_id))
    return msgspec.json.encode({"url": url, "ok": False, "error": error})
