"""A small HTTP/1.1 server whose handler chooses every byte."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

from leadline.demo.connection import MAX_HEAD_BYTES, Connection
from leadline.demo.messages import Handler, Observer, SiteRequest

BACKLOG = 1024


def unobserved(_request: SiteRequest) -> Callable[[], None]:
    """Ignore a request: the observer of servers that have none."""
    return _nothing


def _nothing() -> None:
    pass


class SiteServer:
    """A server on one port that answers by a handler. Made by `serve`."""

    def __init__(self, handler: Handler, watch: Observer = unobserved) -> None:
        self._handler = handler
        self._watch = watch
        self._numbers = count(1)
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """Return the port of the server. Raises RuntimeError before the start."""
        if self._server is None:
            raise RuntimeError("the server is not listening")
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self, host: str, port: int) -> None:
        """Listen. Port 0 lets the system choose one. Raises OSError if the port is taken."""
        self._server = await asyncio.start_server(
            self._accept, host, port, limit=MAX_HEAD_BYTES, backlog=BACKLOG
        )

    async def close(self) -> None:
        """Stop listening, and end all connections."""
        if self._server is None:
            return
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = next(self._numbers)
        connection = Connection(reader, writer, self._handler, self._watch, number)
        task = asyncio.create_task(connection.run(), name=f"site connection {number}")
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)


@asynccontextmanager
async def serve(
    handler: Handler, host: str = "127.0.0.1", port: int = 0, watch: Observer = unobserved
) -> AsyncIterator[SiteServer]:
    """Answer requests on `host` and `port` for as long as the block runs."""
    server = SiteServer(handler, watch)
    await server.start(host, port)
    try:
        yield server
    finally:
        await server.close()
