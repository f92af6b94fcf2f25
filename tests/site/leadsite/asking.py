"""A client that hides nothing: the bytes as they came, and how the connection ended."""

import asyncio
from dataclasses import dataclass

from leadsite.routes import WWW

DEADLINE_S = 10.0
STEP = 64 * 1024


@dataclass(frozen=True, slots=True)
class Heard:
    """All that a server said, until it closed, or until the client had enough."""

    data: bytes
    was_reset: bool

    @property
    def head(self) -> bytes:
        """Everything before the first empty line."""
        return self.data.partition(b"\r\n\r\n")[0]

    @property
    def body(self) -> bytes:
        """Everything after the first empty line."""
        return self.data.partition(b"\r\n\r\n")[2]

    @property
    def status(self) -> int:
        """The number in the status line."""
        return int(self.head.split(b" ", 2)[1])

    def all(self, name: str) -> list[str]:
        """The values of a header, in order."""
        lines = [line.decode().partition(":") for line in self.head.split(b"\r\n")[1:]]
        return [value.strip() for key, _, value in lines if key.lower() == name.lower()]

    def header(self, name: str) -> str | None:
        """The first value of a header."""
        return next(iter(self.all(name)), None)


async def ask(port: int, target: str, host: str = WWW, *, enough_bytes: int = 1 << 30) -> Heard:
    """One GET on a connection of its own, read to its end or until it is enough."""
    request = f"GET {target} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
    return await say(port, request.encode(), enough_bytes=enough_bytes)


async def say(port: int, request: bytes, *, enough_bytes: int = 1 << 30) -> Heard:
    """Send any bytes, and hear the other side out."""
    data = bytearray()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(DEADLINE_S):
            writer.write(request)
            while len(data) < enough_bytes and (step := await reader.read(STEP)):
                data += step
    except ConnectionResetError:
        return Heard(bytes(data), was_reset=True)
    finally:
        writer.close()
    return Heard(bytes(data), was_reset=False)
