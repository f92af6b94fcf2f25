"""Listening to a crawl as others would, by a WebSocket library that is not the server's."""

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import websocket

from e2e.serving import Server

CLOSE = websocket.ABNF.OPCODE_CLOSE
_PATIENCE_S = 20.0


@dataclass(frozen=True)
class Event:
    """One of an event stream."""

    id: int | None
    name: str
    data: dict[str, Any]


@contextmanager
def socket_of(server: Server, crawl: str, query: str = "", **options: Any) -> Iterator[Any]:
    """An open WebSocket of a crawl."""
    address = f"{server.url.replace('http', 'ws', 1)}/api/v1/crawls/{crawl}/ws{query}"
    socket = websocket.create_connection(address, timeout=_PATIENCE_S, **options)
    try:
        yield socket
    finally:
        socket.close()
        # Which does nothing when the server was first.
        socket.shutdown()


def messages(socket: Any) -> Iterator[dict[str, Any] | int]:
    """What arrives, the closing code last."""
    while True:
        opcode, data = socket.recv_data(control_frame=True)
        if opcode == CLOSE:
            yield struct.unpack("!H", data[:2])[0]
            return
        if opcode == websocket.ABNF.OPCODE_TEXT:
            yield json.loads(data)


def events(answer: httpx.Response) -> Iterator[Event]:
    """The events of a stream that was begun."""
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif not line and "data" in fields:
            id_ = int(fields["id"]) if "id" in fields else None
            yield Event(id_, fields["event"], json.loads(fields["data"]))
            fields = {}
