"""One connection of a site: requests in, answers out, one after the other."""

import asyncio
import logging
import socket
import struct
import sys
from dataclasses import replace
from http import HTTPStatus

from leadline.demo.messages import (
    Ending,
    Handler,
    Observer,
    Raw,
    Reply,
    SiteAnswer,
    SiteRequest,
    parse_request,
)

MAX_HEAD_BYTES = 64 * 1024
IDLE_S = 60.0
HOLD_S = 600.0
LINGER_S = 1.0
METHODS = frozenset({"GET", "HEAD"})
LAST_DATA_AT = 52
"""The offset in tcp_info of Linux of the milliseconds since the last data came, four bytes."""
RESET_ON_CLOSE = struct.pack("ii", 1, 0)

log = logging.getLogger(__name__)


class Connection:
    """The connection of one client, until either side ends it.

    The reader's limit is the limit of a request's head. Nothing that a client sends raises here.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        handler: Handler,
        watch: Observer,
        number: int,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._handler = handler
        self._watch = watch
        self._number = number
        self._port: int = writer.get_extra_info("sockname")[1]

    async def run(self) -> None:
        """Answer requests until the connection ends, and close it."""
        try:
            while await self._exchange() is Ending.KEEP:
                pass
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            pass  # The client has disconnected.
        finally:
            self._writer.close()

    async def _exchange(self) -> Ending:
        try:
            async with asyncio.timeout(IDLE_S):
                head = await self._reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return await self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        request = parse_request(head, self._port, self._number, self._waited_ms())
        if request is None:
            return await self._refuse(HTTPStatus.BAD_REQUEST)
        if request.method not in METHODS:
            return await self._refuse(HTTPStatus.METHOD_NOT_ALLOWED)
        ended = self._watch(request)
        try:
            return await self._answer(request)
        finally:
            ended()

    async def _answer(self, request: SiteRequest) -> Ending:
        answer = self._ask(request)
        await self._pause(answer.delay_s)
        if isinstance(answer, Raw):
            return await self._send_raw(answer)
        return await self._send_reply(request, answer)

    def _ask(self, request: SiteRequest) -> SiteAnswer:
        try:
            return self._handler(request)
        except Exception:
            log.exception("handler failed", extra={"path": request.path})
            return Reply(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _send_reply(self, request: SiteRequest, reply: Reply) -> Ending:
        if not request.may_keep_alive:
            reply = replace(reply, headers=(*reply.headers, ("Connection", "close")))
        body = b"" if request.method == "HEAD" else reply.body
        self._writer.write(reply.head() + body)
        await self._writer.drain()
        return Ending.KEEP if request.may_keep_alive else Ending.CLOSE

    async def _send_raw(self, raw: Raw) -> Ending:
        is_first = True
        for part in raw.parts:
            if not is_first:
                await self._pause(raw.pause_s)
            is_first = False
            self._writer.write(part)
            await self._writer.drain()
            # An endless answer must not block the other connections.
            await asyncio.sleep(0)
        if raw.ending is Ending.HOLD:
            async with asyncio.timeout(HOLD_S):
                await self._hear_out()
        if raw.ending is Ending.RESET:
            self._reset()
        return raw.ending

    async def _pause(self, seconds: float) -> None:
        """Wait, but no longer than the client is connected."""
        if not seconds:
            return
        try:
            async with asyncio.timeout(seconds):
                heard = await self._reader.read(1)
        except TimeoutError:
            return
        what = "sent more before it was answered" if heard else "went away"
        raise ConnectionAbortedError(f"the client {what}")

    async def _hear_out(self) -> None:
        while await self._reader.read(MAX_HEAD_BYTES):
            pass

    async def _refuse(self, status: HTTPStatus) -> Ending:
        self._writer.write(Reply(status, (("Connection", "close"),)).head())
        self._writer.write_eof()
        # Closing with unread bytes makes the kernel send a reset, and the client loses the answer.
        async with asyncio.timeout(LINGER_S):
            await self._hear_out()
        return Ending.CLOSE

    def _waited_ms(self) -> int:
        if sys.platform != "linux":
            return 0
        peer: socket.socket = self._writer.get_extra_info("socket")
        told = peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_DATA_AT + 4)
        return int.from_bytes(told[LAST_DATA_AT:], sys.byteorder)

    def _reset(self) -> None:
        peer: socket.socket = self._writer.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        self._writer.transport.abort()
