"""HTTP connections, with limits that uvicorn leaves to a proxy in front of it.

- A request has to arrive completely within `arrival_s`.
- A request without its body (head, chunk extensions, trailers) may have up to `MAX_HEAD_BYTES`.
- A request that was answered before its body arrived has to end soon.
- Reading stops while a client has many unanswered requests.
"""

import asyncio
import json
from collections.abc import Sized
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

MAX_HEAD_BYTES = 64 * 1024
MAX_BODY_BYTES = 1024 * 1024
# The start of a request within a piece is not known: its head counts from the next piece on.
_PIECE_BYTES = 4 * 1024
# The size of a chunk and its line ends: clients may send small chunks, but no long extensions.
_CHUNK_FRAME_BYTES = 12
_MOST_WAITING = 100
_LINGER_S = 1.0


class _Flow(FlowControl):
    """Flow control that reads nothing while many requests wait, even if one wants to read."""

    def __init__(self, transport: asyncio.Transport, waiting: Sized) -> None:
        super().__init__(transport)
        self._waiting = waiting

    def resume_reading(self) -> None:
        """See uvicorn."""
        if len(self._waiting) <= _MOST_WAITING:
            super().resume_reading()


class HttpConnection(HttpToolsProtocol):
    """A connection for HTTP requests."""

    arrival_s: ClassVar[float] = 60.0

    _deadline: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    _head_bytes = 0
    _body_bytes = 0
    _piece_body_bytes = 0
    _is_in_head = False
    _is_after_head = False
    _has_begun = False
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self.pipeline)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._note_arrival()
        self._end_running()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        for start in range(0, len(data), _PIECE_BYTES):
            # After an upgrade to WebSocket, another protocol reads the rest.
            if self._is_refused or self.transport.get_protocol() is not self:
                return
            self._read(data[start : start + _PIECE_BYTES])

    def _read(self, piece: bytes) -> None:
        self._has_begun, self._piece_body_bytes = False, 0
        super().data_received(piece)
        if self._is_refused:
            return
        if not self._has_begun:
            self._head_bytes += len(piece) - self._piece_body_bytes
        if self._head_bytes > MAX_HEAD_BYTES:
            detail = f"a request without its body may have up to {MAX_HEAD_BYTES:,} bytes"
            self._reject(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head-too-large", detail)
        elif self._body_bytes > MAX_BODY_BYTES and self._was_answered_early():
            self._leave()

    def on_message_begin(self) -> None:
        """See httptools."""
        super().on_message_begin()
        self._is_in_head, self._is_after_head, self._has_begun = True, False, True
        self._head_bytes = self._body_bytes = 0
        self._expect_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        """See httptools, which also calls it for trailers: these are ignored."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """See httptools."""
        self._is_in_head, self._is_after_head = False, True
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """See httptools."""
        self._head_bytes = max(0, self._head_bytes - _CHUNK_FRAME_BYTES)

    def on_body(self, body: bytes) -> None:
        """See httptools."""
        self._piece_body_bytes += len(body)
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """See httptools."""
        self._is_after_head = False
        self._note_arrival()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """See uvicorn, which would read on even if many requests wait."""
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        """See uvicorn."""
        self._reject(HTTPStatus.BAD_REQUEST, "not-http", msg)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _end_running(self) -> None:
        """Signal the disconnect to the running request; uvicorn does so for the last one only."""
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
            # Another request is being answered, and this one may wait for it.
            self._expect_request()
        elif self.scope is None or (running and running.response_started and running.more_body):
            self.transport.close()
        else:
            detail = f"a request has to arrive within {self.arrival_s:.0f} s"
            self._reject(HTTPStatus.REQUEST_TIMEOUT, "too-slow", detail)

    def _reject(self, status: HTTPStatus, name: str, detail: str) -> None:
        """Answer a request that does not reach the application, and stop reading."""
        running = self._running
        if running and running.response_started and not running.response_complete:
            # The client would take it for a part of the running answer.
            self.transport.close()
            return
        if not self._was_answered_early():
            self._answer(status, name, detail)
        self._end_running()
        self._leave()

    def _was_answered_early(self) -> bool:
        """Return whether the arriving request has its answer already."""
        return self._is_after_head and self.cycle.response_complete

    def _answer(self, status: HTTPStatus, name: str, detail: str) -> None:
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

    def _leave(self) -> None:
        """Close the connection after 1 s: closing while data arrives would lose the answer."""
        self._is_refused = True
        self.transport.write_eof()
        self.loop.call_later(_LINGER_S, self.transport.close)
