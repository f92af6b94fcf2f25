"""Between a crawler and a web server: the answers of one address in twenty come late.

`python -m exact.delaying PORT` forwards to that port of this machine, and prints its own.
"""

import asyncio
import contextlib
import sys
from collections.abc import Coroutine
from zlib import crc32

LOOPBACK = "127.0.0.1"
LATE_S = 0.3
LATE_ONE_IN = 20
STEP = 64 * 1024


def is_late(head: bytes) -> bool:
    """Whether a request is for one of the late addresses, which are always the same ones."""
    target = head.split(b" ", 2)[1]
    return crc32(target) % LATE_ONE_IN == 0


async def _requests(client: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
    while True:
        head = await client.readuntil(b"\r\n\r\n")
        if is_late(head):
            await asyncio.sleep(LATE_S)
        server.write(head)
        await server.drain()


async def _answers(server: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
    while data := await server.read(STEP):
        client.write(data)
        await client.drain()


async def _until_either_ends(*pumps: Coroutine[None, None, None]) -> None:
    tasks = [asyncio.create_task(pump) for pump in pumps]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, EOFError, OSError):
            await task


async def serve(port: int) -> None:
    """Forward until standard input ends."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(LOOPBACK, port)
        try:
            await _until_either_ends(
                _requests(reader, server_writer), _answers(server_reader, writer)
            )
        finally:
            server_writer.close()
            writer.close()

    async with await asyncio.start_server(connected, LOOPBACK, 0) as server:
        sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
