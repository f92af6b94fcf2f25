"""A crawl while it runs: by WebSocket, and as a stream of events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from leadline.api.context import Shared
from leadline.api.live import Listener, Live
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreError, UnknownCrawl
from leadline.services.crawls import existing

router = APIRouter(prefix="/api/v1/crawls", tags=["crawls"])

_MOST_SEQ = 2**53
_OVER = 1000
_GOING_AWAY = 1001
_IGNORED_S = 0.1
_KEEP_ALIVE_S = 15.0
_EVENTS = "text/event-stream"
_TEXT = {"type": "string"}
_EVENT = {
    "type": "object",
    "properties": {"id": _TEXT, "event": _TEXT, "data": _TEXT},
    "required": ["event", "data"],
}
_EXAMPLE = """id: 41
event: progress
data: {"crawl_id": "…", "status": "running", "total": 786, "completed": 41, "seq": 42, …}

id: 42
event: pages
data: {"seq": 42, "items": [{"id": "7143", "seq": 42, "url": "https://example.com/a", …}]}

event: end
data: {"crawl_id": "…", "status": "completed", …}

"""


async def _ticket(
    ticket: Annotated[
        str | None, Query(max_length=100, description="In place of a key, for browsers.")
    ] = None,
) -> None:
    """It was taken at the door; here it is documented."""


@router.websocket("/{crawl_id}/ws")
async def listen(socket: WebSocket, crawl_id: str, context: Shared) -> None:
    """The progress of a crawl: at once, on change, and at least every 2 s, until it is over."""
    await socket.accept()
    with context.live.listening(CrawlId(crawl_id)) as listener, suppress(WebSocketDisconnect):
        ignoring = asyncio.create_task(_ignore(socket, listener))
        try:
            await _tell(socket, listener)
        finally:
            ignoring.cancel()


async def _tell(socket: WebSocket, listener: Listener) -> None:
    while state := await listener.next():
        await socket.send_text(state.text)
        if state.is_over:
            await socket.close(_OVER)
            return
    await socket.close(_GOING_AWAY)


async def _ignore(socket: WebSocket, listener: Listener) -> None:
    """Read what nobody asked for, slowly: who sends much has to wait. Notices who leaves."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            listener.end()
            return
        await asyncio.sleep(_IGNORED_S)


@router.get(
    "/{crawl_id}/events",
    response_class=StreamingResponse,
    responses={
        **documented(401, 403, 404, 422, 503),
        200: {
            "description": "Events, until the crawl is over",
            "content": {_EVENTS: {"schema": _EVENT, "example": _EXAMPLE}},
        },
    },
    dependencies=[Depends(_ticket)],
)
async def events(
    crawl_id: str,
    context: Shared,
    after: Annotated[
        int | None,
        Query(ge=0, le=_MOST_SEQ, description="Pages that ended after this `seq`; 0: all."),
    ] = None,
    last_event_id: Annotated[
        int | None,
        Header(
            alias="Last-Event-ID", ge=0, le=_MOST_SEQ, description="The same, as browsers send it."
        ),
    ] = None,
) -> StreamingResponse:
    """A crawl as it happens (server-sent events), from now on or from `after`.

    `progress` has what `GET /api/v1/crawls/{crawl_id}` gives: at once, on change, and at least
    every 2 s. `pages` has pages that ended, each once, at most 200 in an event: `id seq url state
    reason status depth found_on found_by title content_type size redirected_to error`; the `id` of
    the event is where to go on from. `end` is the last event, with the crawl as it ended, or an
    `error` if it was deleted. `WS /api/v1/crawls/{crawl_id}/ws` sends the progress alone.
    """
    crawl = await existing(context.reader, CrawlId(crawl_id))
    place = crawl.seq if after is None else after
    if last_event_id is not None:
        place = last_event_id
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        _listened(context.live, crawl.id, place), headers=headers, media_type=_EVENTS
    )


async def _listened(live: Live, crawl: CrawlId, place: int) -> AsyncIterator[str]:
    with live.listening(crawl) as listener:
        # A line of the first event.
        yield f"id: {place}\n"
        async for event in _events(listener, place):
            yield event


async def _events(listener: Listener, place: int) -> AsyncIterator[str]:
    while True:
        try:
            async with asyncio.timeout(_KEEP_ALIVE_S):
                state = await listener.next()
        except TimeoutError:
            yield ": the store does not answer\n\n"
            continue
        if state is None:
            return
        if not state.is_over or place < state.seq:
            yield f"event: progress\ndata: {state.text}\n\n"
        # What cannot be read now is read when there is news again.
        with suppress(StoreError, UnknownCrawl):
            while place < state.seq and not listener.has_news:
                chunk = await listener.pages.after(place, state.seq)
                place = chunk.seq
                if chunk.text:
                    yield f"id: {place}\nevent: pages\ndata: {chunk.text}\n\n"
        if state.is_over and place >= state.seq:
            yield f"event: end\ndata: {state.text}\n\n"
            return
