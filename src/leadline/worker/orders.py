"""What a parent tells its processes, on the first line of their input."""

import asyncio
import contextlib
import os
import signal
import sys

import msgspec

from leadline.settings import Settings

_STDIN = 0
_SIGN_S = 1.0


class Orders(msgspec.Struct, frozen=True):
    """Who to be, and what to work on: one crawl, or all. `workers` is for a supervisor."""

    worker: str
    settings: Settings
    only: str | None = None
    workers: int = 1


def received() -> Orders:
    """The orders of this process, which ends if there are none.

    A terminal's Ctrl-C is for its parent to understand.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit()
    return msgspec.json.decode(line, type=Orders)


async def send_signs() -> None:
    """Send the parent a sign of life each second, for as long as the event loop turns."""
    parent = int(sys.argv[1])
    os.set_blocking(parent, False)
    while True:
        # A parent that reads none has enough of them.
        with contextlib.suppress(OSError):
            os.write(parent, b".")
        await asyncio.sleep(_SIGN_S)


def stop_when_told() -> asyncio.Event:
    """Set by SIGTERM, and by the end of the input: the parent is gone."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)

    def on_input() -> None:
        if not os.read(_STDIN, 1024):
            loop.remove_reader(_STDIN)
            stop.set()

    loop.add_reader(_STDIN, on_input)
    return stop
