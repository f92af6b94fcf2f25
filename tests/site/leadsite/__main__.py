"""Serve the site until SIGTERM, SIGINT, or the end of standard input.

Prints one line of JSON when it listens: `{"ports": [...], "refused_port": ...}`.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import threading
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

from leadsite.routes import Options
from leadsite.running import running_site

STDIN = 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="leadsite", description=__doc__)
    parser.add_argument("--port", type=int, action="append", help="0 is a free one; repeatable")
    parser.add_argument("--log", type=Path, help="append every request to this file")
    for option in fields(Options):
        flag = f"--{option.name.replace('_', '-')}"
        parser.add_argument(flag, type=type(option.default), default=option.default)
    return parser.parse_args()


async def main(given: argparse.Namespace) -> None:
    options = Options(**{option.name: getattr(given, option.name) for option in fields(Options)})
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    threading.Thread(target=_await_end_of_input, args=(loop, stop), daemon=True).start()
    with ExitStack() as stack:
        log_file = stack.enter_context(given.log.open("a")) if given.log else None
        ports = tuple(given.port or [0])
        async with running_site(options, ports=ports, log_file=log_file) as site:
            said = {"ports": site.ports, "refused_port": site.refused_port}
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()
            await stop.wait()


def _await_end_of_input(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    # A thread, because not everything that standard input may be can be polled.
    while os.read(STDIN, 1024):
        pass
    loop.call_soon_threadsafe(stop.set)


if __name__ == "__main__":
    asyncio.run(main(arguments()))
