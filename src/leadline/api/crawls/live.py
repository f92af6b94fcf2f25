"""Live updates of a crawl: by WebSocket, and as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from leadline.api.context import Shared
from leadline.api.live.listeners import Listener, Live
from leadline.api.problems import problem_responses
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreError, UnknownCrawl
from leadline.services.crawling.crawls import get_crawl

router = APIRouter(prefix="/api/v1/crawls", tags=["crawls"])

_MOST_SEQ = 2**53
_OVER = 1000
_GOING_AWAY = 1001
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
        str | None,
        Query(max_length=100, description="A ticket in place of an API key, for browsers."),
    ] = None,
) -> None:
    """Document the ticket, which admission has taken."""


@router.websocket("/{crawl_id}/ws")
async def listen(socket: WebSocket, crawl_id: str, context: Shared) -> None:
    """Send the progress of a crawl at once, on change, and at least every 2 s, until it is over."""
    with suppress(WebSocketDisconnect), context.live.listening(CrawlId(crawl_id)) as listener:
        await socket.accept()
        leaving = asyncio.create_task(_end_with_client(socket, listener))
        try:
            await _send_states(socket, listener)
        finally:
            leaving.cancel()


async def _send_states(socket: WebSocket, listener: Listener) -> None:
    while state := await listener.next():
        await socket.send_text(state.text)
        if state.is_over:
            await socket.close(_OVER)
            return
    await socket.close(_GOING_AWAY)


async def _end_with_client(socket: WebSocket, listener: Listener) -> None:
    """End a listener when its client disconnects. Messages do not arrive here."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    listener.end()


@router.get(
    "/{crawl_id}/events",
    summary="Stream a crawl as server-sent events",
    response_class=StreamingResponse,
    responses={
        **problem_responses(401, 403, 404, 422, 503),
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
        Query(
            ge=0,
            le=_MOST_SEQ,
            description="Send the pages that ended after this `seq`; 0 sends all. By default, "
            "only pages that end from now on are sent.",
        ),
    ] = None,
    last_event_id: Annotated[
        int | None,
        Header(
            alias="Last-Event-ID",
            ge=0,
            le=_MOST_SEQ,
            description="The `id` of the last event that a browser received. It has precedence "
            "over `after`.",
        ),
    ] = None,
) -> StreamingResponse:
    """Stream the progress and the pages of a crawl as server-sent events, until it is over.

    - `progress` has the fields of `GET /api/v1/crawls/{crawl_id}`. It is sent at once, on change,
      and at least every 2 s.
    - `pages` has pages that ended, each once, up to 200 per event: `id seq url state reason status
      depth found_on found_by title content_type size redirected_to error`. To continue later, send
      the `id` of the event as `after` or `Last-Event-ID`.
    - `end` is the last event: the crawl as it ended, or an `error` if it was deleted.

    `WS /api/v1/crawls/{crawl_id}/ws` sends the progress only.
    """
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    place = crawl.seq if after is None else after
    if last_event_id is not None:
        place = last_event_id
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        _listen(context.live, crawl.id, place), headers=headers, media_type=_EVENTS
    )


async def _listen(live: Live, crawl: CrawlId, place: int) -> AsyncIterator[str]:
    with live.listening(crawl) as listener:
        # This line belongs to the first event.
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
        # Pages that cannot be read now are read with the next state.
        with suppress(StoreError, UnknownCrawl):
            while place < state.seq and not listener.has_news:
                chunk = await listener.pages.after(place, state.seq)
                place = chunk.seq
                if chunk.text:
                    yield f"id: {place}\nevent: pages\ndata: {chunk.text}\n\n"
        if state.is_over and place >= state.seq:
            yield f"event: end\ndata: {state.text}\n\n"
            return
