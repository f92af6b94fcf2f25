"""What a client may do to a connection, before any request of it is one of the application's."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import uvicorn
import websocket

from leadline.api.transport.connections import MAX_HEAD_BYTES, HttpConnection
from leadline.api.transport.leaving import answer_unless_left
from leadline.api.transport.web_sockets import WebSocketConnection
from stalls import longest_stall

_HEAD = b" HTTP/1.1\r\nHost: localhost\r\n"
_SOON_S = 10.0


class Impatient(HttpConnection):
    """Waits for requests hardly at all."""

    arrival_s = 0.3


@dataclass
class Application:
    """Counts who comes and who leaves; `/wait` is answered to nobody, `/` as soon as it may be."""

    begun: int = 0
    came: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        self.begun += 1
        self.came.set()
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            self.left.set()
            return
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            self.left.set()
            return
        if scope["path"] == "/wait":
            await receive()
            self.left.set()
            return
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})


@dataclass(frozen=True)
class Served:
    """An application, and the port it is served on."""

    app: Application
    server: uvicorn.Server
    port: int

    def unsent(self) -> int:
        """How many bytes wait for those who do not read."""
        held = self.server.server_state.connections
        return sum(each.transport.get_write_buffer_size() for each in held)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def told(self, sent: bytes) -> tuple[bytes, dict[str, Any]]:
        """What is answered until the connection ends: its first line, and the problem."""
        reader, writer = await self.connect()
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
        async with asyncio.timeout(_SOON_S):
            answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.split(b"\r\n")[0], json.loads(body) if body else {}


@contextlib.asynccontextmanager
async def served(connection: type[HttpConnection], another: Any = None) -> AsyncIterator[Served]:
    """An application behind such connections."""
    app = Application()
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(
            another or app,
            interface="asgi3",
            http=connection,
            ws=WebSocketConnection,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
    )
    server.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield Served(app, server, listening.getsockname()[1])
    finally:
        app.may_answer.set()
        server.should_exit = True
        await serving


async def test_a_head_without_end_is_refused() -> None:
    async with served(HttpConnection) as it:
        line, problem = await it.told(b"GET /" + b"a" * (4 * MAX_HEAD_BYTES))
        _, by_header = await it.told(b"GET /" + _HEAD + b"X: " + b"a" * (4 * MAX_HEAD_BYTES))

    assert line == b"HTTP/1.1 431 Request Header Fields Too Large"
    assert problem["type"] == by_header["type"] == "urn:leadline:problem:head-too-large"
    assert it.app.begun == 0


@pytest.mark.parametrize("more", [b"0\r\n" + b"a: b\r\n" * 50_000, b"1;" + b"a=b;" * 50_000])
async def test_trailers_and_chunk_extensions_count_as_head(more: bytes) -> None:
    chunked = b"POST /" + _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    async with served(HttpConnection) as it:
        line, problem = await it.told(chunked + more)

    assert line == b"HTTP/1.1 431 Request Header Fields Too Large"
    assert problem["type"] == "urn:leadline:problem:head-too-large"


async def test_a_body_may_come_in_small_chunks() -> None:
    chunked = b"POST /" + _HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with served(HttpConnection) as it:
        it.app.may_answer.set()
        line, _ = await it.told(chunked + b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n")

    assert line == b"HTTP/1.1 204 No Content"


async def test_what_is_not_http_is_told_so() -> None:
    async with served(HttpConnection) as it:
        line, problem = await it.told(b"\x16\x03\x01 this is TLS, or so")

    assert line == b"HTTP/1.1 400 Bad Request"
    assert problem["status"] == 400


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nHost: loc", b"POST /" + _HEAD + b"Content-Length: 9\r\n\r\nslow"]
)
async def test_a_request_that_does_not_arrive_is_not_waited_for(sent: bytes) -> None:
    async with served(Impatient) as it:
        line, problem = await it.told(sent)

    assert line == b"HTTP/1.1 408 Request Timeout"
    assert problem["type"] == "urn:leadline:problem:too-slow"


async def test_who_connects_and_says_nothing_is_let_go() -> None:
    async with served(Impatient) as it:
        assert await it.told(b"") == (b"", {})


async def test_a_request_that_has_arrived_may_take_its_time() -> None:
    async with served(Impatient) as it:
        reader, writer = await it.connect()
        writer.write(b"GET /" + _HEAD + b"\r\nGET /")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3 * Impatient.arrival_s):
                await reader.read(1)
        it.app.may_answer.set()
        async with asyncio.timeout(_SOON_S):
            assert await reader.readline() == b"HTTP/1.1 204 No Content\r\n"
        writer.close()


async def test_a_socket_may_be_silent() -> None:
    async with served(Impatient) as it:
        open_ = await asyncio.to_thread(websocket.create_connection, f"ws://127.0.0.1:{it.port}/")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3 * Impatient.arrival_s):
                await it.app.left.wait()
        await asyncio.to_thread(open_.close)


async def test_who_leaves_is_noticed_also_behind_another_request() -> None:
    async with served(HttpConnection) as it:
        _, writer = await it.connect()
        writer.write(b"GET /wait" + _HEAD + b"\r\nGET /" + _HEAD + b"\r\n")
        await it.app.came.wait()
        writer.transport.abort()
        async with asyncio.timeout(_SOON_S):
            await it.app.left.wait()

    assert it.app.begun == 1


async def test_who_asks_for_much_at_once_is_listened_to_again_when_it_was_answered() -> None:
    one = b"GET /" + _HEAD + b"\r\n"
    async with served(HttpConnection) as it:
        it.app.may_answer.set()
        reader, writer = await it.connect()
        writer.write(one * 500_000)
        async with asyncio.timeout(_SOON_S):
            for _ in range(1_000):
                await reader.readuntil(b"\r\n\r\n")
        unsent = writer.transport.get_write_buffer_size()
        writer.transport.abort()

    # What it took in beyond is what its system holds for it, not what it holds itself.
    assert unsent > 300_000 * len(one)


async def test_who_asks_for_much_is_not_read_from_while_its_leaving_is_watched_for() -> None:
    one = b"GET /" + _HEAD + b"\r\n"

    async def answer(_: Any, __: Any, send: Any) -> None:
        await asyncio.sleep(0.001)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async with served(HttpConnection, partial(answer_unless_left, answer)) as it:
        reader, writer = await it.connect()
        writer.write(one * 500_000)
        async with asyncio.timeout(_SOON_S):
            for _ in range(500):
                await reader.readuntil(b"\r\n\r\n")
        unsent = writer.transport.get_write_buffer_size()
        writer.transport.abort()

    assert unsent > 300_000 * len(one)


FRAMES = {
    "messages": b"\x81\x81\0\0\0\0x",
    "empty parts of a message": b"\x00\x80\0\0\0\0",
    "pings": b"\x89\xfd\0\0\0\0" + b"p" * 125,
    "pongs": b"\x8a\x80\0\0\0\0",
}


@pytest.mark.parametrize("name", FRAMES)
async def test_a_client_that_floods_a_socket_is_dropped_and_holds_up_nothing(name: str) -> None:
    flood = FRAMES[name] * (4 * 1024 * 1024 // len(FRAMES[name]))
    async with served(HttpConnection) as it:
        reader, writer = await it.connect()
        writer.write(
            b"GET /" + _HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert b"101" in await reader.readline()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x01\x80\0\0\0\0" * name.startswith("empty") + flood)
        async with asyncio.timeout(_SOON_S):
            stalled_s, last = await longest_stall(_last_frame(reader))
            await it.app.left.wait()
        writer.transport.abort()

    assert stalled_s < 0.1
    assert last.startswith((1008).to_bytes(2, "big"))


async def _last_frame(reader: asyncio.StreamReader) -> bytes:
    """Return the payload of the frame that closes a socket; pongs may come before it."""
    while True:
        opcode, length = await reader.readexactly(2)
        payload = await reader.readexactly(length)
        if opcode == 0x88:
            return payload
