"""Drivers of operations: one waits in a thread, the other in an event loop."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, Self, TypeVar, cast

import httpx

from leadline.client.transport.connections import broken_by, request_of, server_of
from leadline.client.transport.effects import (
    Call,
    Effect,
    Give,
    Giving,
    More,
    Open,
    Pause,
    Reply,
    Steps,
)

Item = TypeVar("Item")
Result = TypeVar("Result")


class ThreadDriver:
    """A driver that blocks its thread. Each operation has its own exchange."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self.server = server_of(http)

    def run(self, steps: Steps[Result]) -> Result:
        """Run an operation to its end."""
        answer = None
        with _Exchange(self._http) as exchange:
            while True:
                try:
                    effect = steps.send(answer)
                except StopIteration as end:
                    return cast("Result", end.value)
                answer = exchange.perform(effect)

    def iterate(self, steps: Giving[Item]) -> Iterator[Item]:
        """Run an operation as far as the caller iterates."""
        answer = None
        with _Exchange(self._http) as exchange:
            while True:
                try:
                    effect = steps.send(answer)
                except StopIteration:
                    return
                answer = None
                if isinstance(effect, Give):
                    yield effect.item
                else:
                    answer = exchange.perform(effect)


class LoopDriver:
    """A driver that lets its event loop run other tasks."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self.server = server_of(http)

    async def run(self, steps: Steps[Result]) -> Result:
        """Run an operation to its end."""
        answer = None
        async with _AsyncExchange(self._http) as exchange:
            while True:
                try:
                    effect = steps.send(answer)
                except StopIteration as end:
                    return cast("Result", end.value)
                answer = await exchange.perform(effect)

    async def iterate(self, steps: Giving[Item]) -> AsyncIterator[Item]:
        """Run an operation as far as the caller iterates."""
        answer = None
        async with _AsyncExchange(self._http) as exchange:
            while True:
                try:
                    effect = steps.send(answer)
                except StopIteration:
                    return
                answer = None
                if isinstance(effect, Give):
                    yield effect.item
                else:
                    answer = await exchange.perform(effect)


class _Exchange:
    """The open answer of one operation, of which there is at most one."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._server = server_of(http)
        self._open: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()

    def perform(self, effect: Effect) -> Any:
        try:
            match effect:
                case Pause():
                    return time.sleep(effect.seconds)
                case Call():
                    return self._send(effect, is_read=True)
                case Open():
                    return self._send(effect.call, is_read=False)
                case More():
                    return next(self._pieces, b"")
        except httpx.RequestError as exc:
            return broken_by(exc, self._http)

    def _send(self, call: Call, *, is_read: bool) -> Reply:
        self.__exit__()
        response = self._open = self._http.send(request_of(call, self._http), stream=True)
        if is_read or not response.is_success:
            return Reply(response.status_code, response.headers, response.read(), self._server)
        self._pieces = response.iter_bytes()
        return Reply(response.status_code, response.headers, server=self._server)


class _AsyncExchange:
    """The open answer of one operation, for an event loop."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._server = server_of(http)
        self._open: httpx.Response | None = None
        self._pieces: AsyncIterator[bytes]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._open is not None:
            await self._open.aclose()

    async def perform(self, effect: Effect) -> Any:
        try:
            match effect:
                case Pause():
                    return await asyncio.sleep(effect.seconds)
                case Call():
                    return await self._send(effect, is_read=True)
                case Open():
                    return await self._send(effect.call, is_read=False)
                case More():
                    return await anext(self._pieces, b"")
        except httpx.RequestError as exc:
            return broken_by(exc, self._http)

    async def _send(self, call: Call, *, is_read: bool) -> Reply:
        await self.__aexit__()
        response = self._open = await self._http.send(request_of(call, self._http), stream=True)
        if is_read or not response.is_success:
            body = await response.aread()
            return Reply(response.status_code, response.headers, body, self._server)
        self._pieces = response.aiter_bytes()
        return Reply(response.status_code, response.headers, server=self._server)
