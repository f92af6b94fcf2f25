"""The orders that a parent sends its processes, on the first line of their input."""

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
    """The name of a worker, and its work: one crawl, or all. `workers` is for a supervisor."""

    worker: str
    settings: Settings
    only: str | None = None
    workers: int = 1


def read_orders() -> Orders:
    """Return the orders of this process; end it if there are none.

    SIGINT of the terminal is ignored: the parent handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit()
    return msgspec.json.decode(line, type=Orders)


async def send_signs() -> None:
    """Send the parent a sign of life each second, for as long as the event loop runs."""
    parent = int(sys.argv[1])
    os.set_blocking(parent, False)
    while True:
        # A full pipe means that the parent reads none at the moment.
        with contextlib.suppress(OSError):
            os.write(parent, b".")
        await asyncio.sleep(_SIGN_S)


def stop_on_sigterm() -> asyncio.Event:
    """Return an event that SIGTERM sets, and the end of the input: the parent is gone."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)

    def on_input() -> None:
        if not os.read(_STDIN, 1024):
            loop.remove_reader(_STDIN)
            stop.set()

    loop.add_reader(_STDIN, on_input)
    return stop
