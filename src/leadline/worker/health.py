"""Whether feeders and what they need are well, for who watches over them: one route, `/healthz`."""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec

from leadline import bootstrap
from leadline.domain.errors import StoreError
from leadline.domain.pages import WorkerId
from leadline.settings import Settings
from leadline.worker.children import Children
from leadline.worker.names import is_of

_PATIENCE_S = 5.0
_FRESH_S = 1.0

Message = MutableMapping[str, Any]


class FeederHealth:
    """The application (ASGI) of one supervisor's parent; `children` has that supervisor."""

    def __init__(self, settings: Settings, children: Children) -> None:
        self._store = bootstrap.SameStore(settings)
        self._children = children
        self._asked: asyncio.Task[list[WorkerId]] | None = None
        self._asked_at = 0.0

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await _nothing_to_open(receive, send)
        elif scope["type"] == "http":
            status, told = await self._answer(scope["path"])
            body = msgspec.json.encode(told)
            headers = [(b"content-type", b"application/json")]
            headers.append((b"content-length", str(len(body)).encode()))
            start = {"type": "http.response.start", "status": status.value, "headers": headers}
            await send(start)
            await send({"type": "http.response.body", "body": body})

    async def _answer(self, path: str) -> tuple[HTTPStatus, dict[str, Any]]:
        if path != "/healthz":
            return HTTPStatus.NOT_FOUND, {"status": "not found", "reason": "there is /healthz"}
        try:
            count = await self._count()
        except TimeoutError:
            return _unwell(f"the store does not answer: not within {_PATIENCE_S:.0f} s")
        except StoreError as exc:
            return _unwell(f"the store does not answer: {exc}")
        if not count:
            return _unwell("no feeder is running")
        return HTTPStatus.OK, {"status": "ok", "feeders": count}

    async def _count(self) -> int:
        """How many feeders of ours the store knows; it is asked once a second at most."""
        now = time.monotonic()
        if self._asked is None or (self._asked.done() and now - self._asked_at > _FRESH_S):
            self._asked = asyncio.create_task(asyncio.to_thread(_workers, self._store))
            self._asked_at = now
        workers = await asyncio.wait_for(asyncio.shield(self._asked), _PATIENCE_S)
        supervisors = self._children.running()
        return sum(is_of(worker, supervisors) for worker in workers)


def _workers(same: bootstrap.SameStore) -> list[WorkerId]:
    """All workers, if the store can be written: it may be locked, so that a thread has to ask."""

    async def ask() -> list[WorkerId]:
        store = same.open()
        try:
            await store.check()
            return await store.workers()
        finally:
            await store.aclose()

    return asyncio.run(ask())


def _unwell(reason: str) -> tuple[HTTPStatus, dict[str, Any]]:
    return HTTPStatus.SERVICE_UNAVAILABLE, {"status": "unwell", "reason": reason}


async def _nothing_to_open(
    receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
