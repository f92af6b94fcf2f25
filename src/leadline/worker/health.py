"""The health of feeders and of their store, for a monitor: one route, `/healthz`."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec

from leadline import bootstrap
from leadline.domain.errors import StoreError
from leadline.domain.pages import WorkerId
from leadline.domain.system.overview import Process
from leadline.services.figures.process_figures import stuck_feeders
from leadline.services.store_answers import SharedQuestion
from leadline.settings import Settings
from leadline.worker.processes.children import Children
from leadline.worker.processes.worker_ids import is_of

Message = MutableMapping[str, Any]


class FeederHealth:
    """The application (ASGI) of one supervisor's parent; `children` has that supervisor."""

    def __init__(self, settings: Settings, children: Children) -> None:
        self._store = bootstrap.SameStore(settings)
        self._children = children
        self._question = SharedQuestion(lambda: asyncio.to_thread(_look, self._store))

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
            seen = await self._question.answer()
        except StoreError as exc:
            return _unwell(f"the store does not answer: {exc}")
        supervisors = self._children.running()
        count = sum(is_of(worker, supervisors) for worker in seen.workers)
        if not count:
            return _unwell("no feeder is running")
        if standing := stuck_feeders(seen.processes):
            return _unwell(standing[0])
        return HTTPStatus.OK, {"status": "ok", "feeders": count}


@dataclass(frozen=True, slots=True)
class _Seen:
    workers: list[WorkerId]
    processes: list[Process]


def _look(same: bootstrap.SameStore) -> _Seen:
    """Ask the store by a connection that writes. It may be locked, so this runs in a thread."""

    async def ask() -> _Seen:
        store = same.open()
        try:
            await store.check()
            return _Seen(await store.workers(), await store.processes())
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
