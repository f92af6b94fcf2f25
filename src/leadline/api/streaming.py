"""Answers that are sent while they are made, as fast as they are taken."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Message, Send

_PIECE_BYTES = 64 * 1024
_LONGEST_SILENCE_S = 60.0
_AVERAGED_S = 30.0
_LEAST_BYTES_PER_S = 16 * 1024


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
        # An error keeps the generator alive, and with it the place that its answer takes.
        async with aclosing(self._chunks):
            await super().stream_response(_Patience(send).send)


class Stream(PatientResponse):
    """A download."""

    def __init__(
        self, chunks: AsyncGenerator[bytes, None], media_type: str, file_name: str
    ) -> None:
        # What a site wrote is in it: it is saved, not shown.
        saved = {"Content-Disposition": f'attachment; filename="{file_name}"'}
        super().__init__(chunks, headers=saved, media_type=media_type)


class _Patience:
    """Sends what one client takes; only the time in which it keeps us waiting counts."""

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
