"""Answers that are sent while they are made, as fast as they are taken."""

import asyncio
from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse
from starlette.types import Message, Send

_PATIENCE_S = 60.0


class Stream(StreamingResponse):
    """A file for who asked for it. Who takes nothing of it for a minute is left."""

    def __init__(self, chunks: AsyncIterator[bytes], media_type: str, file_name: str) -> None:
        # What a site wrote is in it: it is saved, not shown.
        saved = {"Content-Disposition": f'attachment; filename="{file_name}"'}
        super().__init__(chunks, headers=saved, media_type=media_type)

    async def stream_response(self, send: Send) -> None:
        """See Starlette."""

        async def patiently(message: Message) -> None:
            async with asyncio.timeout(_PATIENCE_S):
                await send(message)

        await super().stream_response(patiently)
