"""Many WebSocket listeners in one process: what reached each of them, and when.

They read frames themselves: a library would take more of the machine than what is measured.

usage: live_listeners.py ADDRESS LISTENERS SECONDS
"""

import asyncio
import itertools
import json
import os
import sys
import time
from typing import cast
from urllib.parse import urlsplit

import uvloop

CONNECTING_AT_ONCE = 50
TEXT, CLOSE, PING = 0x1, 0x8, 0x9
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Listening(asyncio.Protocol):
    """One WebSocket."""

    def __init__(self, handshake: bytes) -> None:
        self.times: list[float] = []
        self.is_closed = False
        self.is_open = asyncio.get_running_loop().create_future()
        self._handshake = handshake
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._handshake)

    def connection_lost(self, _exc: Exception | None) -> None:
        self.is_closed = True

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            self.is_open.set_result(head.startswith(b"HTTP/1.1 101"))
            self._buffer = rest
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Take one frame, if all of it is there. Servers do not mask, and ours are short."""
        if len(self._buffer) < 4:
            return False
        opcode, length, start = self._buffer[0] & 0x0F, self._buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(self._buffer[2:4], "big"), 4
        if len(self._buffer) < start + length:
            return False
        payload = self._buffer[start : start + length]
        self._buffer = self._buffer[start + length :]
        if opcode == TEXT:
            self.times.append(time.monotonic())
        elif opcode == PING:
            # Masked with zeros, which leaves it as it is.
            self._transport.write(bytes([0x8A, 0x80 | length, 0, 0, 0, 0]) + payload)
        return True


async def listen(address: str, count: int, seconds: float) -> dict[str, object]:
    """Listen for some time from when all are connected; gives the gaps of all, in seconds.

    The worst may be one at the beginning or at the end of that time, which are no gaps.
    """
    at = urlsplit(address)
    host, port = at.hostname or "", at.port or 0
    asked = HANDSHAKE.format(path=at.path, host=at.netloc).encode()
    loop = asyncio.get_running_loop()
    connected: list[Listening] = []
    start = time.monotonic()
    while len(connected) < count:
        some = min(CONNECTING_AT_ONCE, count - len(connected))
        made = await asyncio.gather(
            *(loop.create_connection(lambda: Listening(asked), host, port) for _ in range(some))
        )
        connected += [protocol for _, protocol in made]
        await asyncio.gather(*(protocol.is_open for _, protocol in made))
    begun, cpu_s = time.monotonic(), _cpu_s()
    print(json.dumps({"connected_in_s": begun - start}), flush=True)
    await asyncio.sleep(seconds)
    end = time.monotonic()
    times = [[at for at in each.times if at > begun] for each in connected]
    silences = [
        after - before
        for each in times
        for before, after in itertools.pairwise([begun, *each, end])
    ]
    return {
        "gaps": [after - before for each in times for before, after in itertools.pairwise(each)],
        "worst_s": max(silences),
        "messages": sum(len(each.times) for each in connected),
        "closed": sum(each.is_closed for each in connected),
        "cpu_s": _cpu_s() - cpu_s,
        "seconds": end - begun,
    }


def _cpu_s() -> float:
    used = os.times()
    return used.user + used.system


def main() -> None:
    """Tell when all are connected, and at the end what they got, as JSON."""
    address, count, seconds = sys.argv[1:]
    print(json.dumps(uvloop.run(listen(address, int(count), float(seconds)))))


if __name__ == "__main__":
    main()
