"""WebSockets of the server: clients listen and send almost nothing."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

# A client answers a ping every 20 s, and may send some of its own.
MAX_FRAMES_PER_S = 50
# A read may contain 40,000 frames, which would take 1 s.
_PIECE_BYTES = 512
_LINGER_S = 1.0


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection over which clients only listen.

    Messages are discarded. A client that sends more than 50 frames a second, including pings, is
    disconnected.
    """

    _counted_from = 0.0
    _frames = 0
    _is_dropped = False

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        for start in range(0, len(data), _PIECE_BYTES):
            if self._is_dropped or self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE_BYTES])

    def handle_events(self) -> None:
        """See uvicorn."""
        now = self.loop.time()
        if now - self._counted_from >= 1.0:
            self._counted_from, self._frames = now, 0
        self._frames += len(self.conn.events)
        if self._frames > MAX_FRAMES_PER_S:
            self._drop()
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Discard a message, which the application would ignore."""
        self.frames = []

    def _drop(self) -> None:
        """Stop reading, and close the connection after the client had time to read the reason."""
        self._is_dropped = True
        self.transport.pause_reading()
        code = CloseCode.POLICY_VIOLATION
        self.conn.fail(code, f"at most {MAX_FRAMES_PER_S} frames a second")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        # From now on, neither the application nor the server's shutdown sends anything.
        self.disconnected = self.close_sent = True
        self.close_timer = self.loop.call_later(_LINGER_S, self.transport.close)
