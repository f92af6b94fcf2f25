"""Connections to the server: what uvicorn leaves to a proxy that may not be there.

A request has to arrive whole within a time, its head within a size, and who has asked for much at
once is listened to again when it was answered.
"""

import asyncio
import json
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_HEAD_BYTES = 64 * 1024
_LINGER_S = 1.0


class HttpConnection(HttpToolsProtocol):
    """A connection over which requests come."""

    arrival_s: ClassVar[float] = 60.0

    _deadline: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    _head_bytes = 0
    _is_in_head = False
    _has_begun = False
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._note_arrival()
        self._end_running()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        if self._is_refused:
            return
        self._has_begun = False
        super().data_received(data)
        # Where in this piece a head has begun is not known; pieces are not large.
        if self._is_in_head and not self._has_begun and not self._is_refused:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                detail = f"the head of a request has at most {MAX_HEAD_BYTES:,} bytes"
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head-too-large", detail)

    def on_message_begin(self) -> None:
        """See httptools."""
        super().on_message_begin()
        self._is_in_head, self._has_begun, self._head_bytes = True, True, 0
        self._expect_request()

    def on_headers_complete(self) -> None:
        """See httptools."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """See httptools."""
        self._note_arrival()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """See uvicorn, which would read on however many requests wait already."""
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        """See uvicorn."""
        self._refuse(HTTPStatus.BAD_REQUEST, "not-http", msg)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _end_running(self) -> None:
        """Let the application know, which uvicorn does for the request that came last."""
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.arrival_s, self._on_late)

    def _note_arrival(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_late(self) -> None:
        self._deadline = None
        running = self._running
        if running and not running.response_complete and not running.more_body:
            # Another is being answered, and the rest may be waiting for that.
            self._expect_request()
        elif self.scope is None or (running and running.response_started and running.more_body):
            self.transport.close()
        else:
            detail = f"a request has to arrive within {self.arrival_s:.0f} s"
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "too-slow", detail)

    def _refuse(self, status: HTTPStatus, name: str, detail: str) -> None:
        """Answer what is no request of the application's, and listen no more."""
        running = self._running
        if running and running.response_started and not running.response_complete:
            # It would be taken for a part of that answer.
            self.transport.close()
            return
        problem = {
            "type": f"urn:leadline:problem:{name}",
            "title": status.phrase,
            "status": status.value,
            "detail": detail,
            "request_id": "",
        }
        body = json.dumps(problem).encode()
        head = (
            f"content-type: application/problem+json\r\ncontent-length: {len(body)}\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self._end_running()
        # Were it closed while more arrives, the answer would be lost.
        self.transport.write_eof()
        self._is_refused = True
        self.loop.call_later(_LINGER_S, self.transport.close)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection that became a WebSocket."""

    def handle_ping(self) -> None:
        """Answer, unless so many answers wait already that nobody seems to read them."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()
