"""Clients that disconnect before they are answered: their requests are cancelled."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leadline.api.problems import ClientLeft

Result = TypeVar("Result")

_NO_BODY: Message = {"type": "http.request", "body": b"", "more_body": False}
_LEFT: Message = {"type": "http.disconnect"}


async def unless_left(receive: Receive, work: Coroutine[Any, Any, Result]) -> Result:
    """Await `work`; cancel it and raise ClientLeft when the client disconnects first.

    `receive` belongs to a request whose body was read, or is not needed.
    """
    working, listening = asyncio.create_task(work), asyncio.create_task(_until_left(receive))
    try:
        await asyncio.wait((working, listening), return_when=asyncio.FIRST_COMPLETED)
        if working.done() or not listening.result():
            return await working
        raise ClientLeft
    finally:
        for task in (working, listening):
            task.cancel()
        await asyncio.gather(working, listening, return_exceptions=True)


async def answer_unless_left(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that changes nothing and has no body, unless its client disconnects."""
    never = asyncio.get_running_loop().create_future()
    has_begun = is_over = False

    async def receive_nothing() -> Message:
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            return _NO_BODY
        await never
        return _LEFT

    async def noting(message: Message) -> None:
        nonlocal is_over
        is_over = message["type"] == "http.response.body" and not message.get("more_body")
        await send(message)

    async def receive_early() -> Message:
        message = await receive()
        if is_over:
            # The client has its answer: let the application finish.
            await never
        return message

    async def answer() -> None:
        await app(scope, receive_nothing, noting)

    with contextlib.suppress(ClientLeft):
        await unless_left(receive_early, answer())


async def _until_left(receive: Receive) -> bool:
    """Wait for the client to disconnect. Return False when its body exceeds the limits."""
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    except HTTPException:
        return False
    return True
