"""Downloads: a thread produces bytes as fast as a client reads them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from http import HTTPStatus
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Message, Send

from leadline.api.problems import Problem
from leadline.api.server.pool import StoreThread
from leadline.store.reader import Reader

_MOST = 8
_RETRY_S = 10
_PIECE_BYTES = 64 * 1024
_LONGEST_SILENCE_S = 60.0
_AVERAGED_S = 30.0
_LEAST_BYTES_PER_S = 16 * 1024

Begin = Callable[[Reader], AsyncGenerator[bytes, None]]


class Downloads:
    """Generators of bytes, each in its own thread: a slow client delays no other."""

    def __init__(self, open_: Callable[[], Reader]) -> None:
        self._open = open_
        self._running = 0

    def start(self, begin: Begin) -> AsyncGenerator[bytes, None]:
        """Return the chunks of a generator in a thread. Raises Problem when too many run."""
        if self._running >= _MOST:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-streams",
                f"{_MOST} downloads are running, which is the limit; try again when one has ended",
                headers={"Retry-After": str(_RETRY_S)},
            )
        return self._stream(begin)

    async def _stream(self, begin: Begin) -> AsyncGenerator[bytes, None]:
        store_thread = StoreThread(self._open)
        begun: list[AsyncGenerator[bytes, None]] = []

        async def step(kept: Reader) -> bytes | None:
            if not begun:
                begun.append(begin(kept))
            return await anext(begun[0], None)

        self._running += 1
        try:
            while (chunk := await asyncio.shield(store_thread.submit(step))) is not None:
                yield chunk
        finally:
            # The store is closed after the current step. Nothing waits for it: the client may be
            # gone.
            loop = asyncio.get_running_loop()
            loop.run_in_executor(store_thread.thread, store_thread.close).add_done_callback(
                self._note_end
            )
            store_thread.thread.shutdown(wait=False)

    def _note_end(self, _: asyncio.Future[None]) -> None:
        self._running -= 1


class PatientResponse(StreamingResponse):
    """A streamed answer that is aborted when its client is too slow.

    - A client that reads nothing for 60 s has gone.
    - A client that keeps the server waiting has to read 16 KiB/s, on average over 30 s.
    """

    def __init__(self, chunks: AsyncGenerator[bytes, None], **options: Any) -> None:
        super().__init__(chunks, **options)
        self._chunks = chunks

    async def stream_response(self, send: Send) -> None:
        """See Starlette. Raises TimeoutError when the client is too slow."""
        # After an error the generator would stay alive, and its download would count as running.
        async with aclosing(self._chunks):
            await super().stream_response(_Patience(send).send)


class Download(PatientResponse):
    """A file to save."""

    def __init__(
        self, chunks: AsyncGenerator[bytes, None], media_type: str, file_name: str
    ) -> None:
        # Content of sites is in the file: browsers save it and do not show it.
        saved = {"Content-Disposition": f'attachment; filename="{file_name}"'}
        super().__init__(chunks, headers=saved, media_type=media_type)


class _Patience:
    """A sender that measures one client; only the time in which the client blocks it counts."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waited_s = 0.0
        self._taken_bytes = 0

    async def send(self, message: Message) -> None:
        """Send a message in pieces. Raises TimeoutError when the client is too slow."""
        body = message.get("body", b"")
        while len(body) > _PIECE_BYTES:
            piece, body = body[:_PIECE_BYTES], body[_PIECE_BYTES:]
            await self._send_piece({**message, "body": piece, "more_body": True})
        await self._send_piece({**message, "body": body} if body else message)

    async def _send_piece(self, message: Message) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout(_LONGEST_SILENCE_S):
            await self._send(message)
        self._waited_s += loop.time() - began
        self._taken_bytes += len(message.get("body", b""))
        if self._waited_s >= _AVERAGED_S:
            if self._taken_bytes < _LEAST_BYTES_PER_S * self._waited_s:
                raise TimeoutError("the client reads too slowly")
            self._waited_s, self._taken_bytes = 0.0, 0
