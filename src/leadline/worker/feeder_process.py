"""The feeder as a process of its own: `python -m leadline.worker.feeder_process`.

Its first line of input says what to do; the end of its input means that its supervisor is gone.
"""

import asyncio
import os
import signal
import sys
import threading

import msgspec
import uvloop

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import WorkerId
from leadline.pipeline.tools import Tools
from leadline.settings import Settings
from leadline.worker.feeder import Feeder
from leadline.worker.robots import StoredRobots

_STDIN = 0


class Orders(msgspec.Struct, frozen=True):
    """What a supervisor tells a feeder."""

    worker: str
    settings: Settings
    only: str | None = None


def main() -> None:
    """Work until told to stop by SIGTERM, or until the supervisor is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = msgspec.json.decode(sys.stdin.buffer.readline(), type=Orders)
    uvloop.run(_run(orders))


async def _run(orders: Orders) -> None:
    settings = orders.settings
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    _watch_supervisor(loop, stop)
    store = bootstrap.open_store(settings)
    with _renewing(orders):
        async with bootstrap.fetching(settings) as reach:
            tools = Tools(reach.fetcher, reach.sandbox, StoredRobots(store, reach.fetcher))
            defaults = (bootstrap.limits(settings), settings.user_agent)
            only = CrawlId(orders.only) if orders.only else None
            feeder = Feeder(WorkerId(orders.worker), store, tools, defaults, only)
            await feeder.run(stop, settings.drain_s)
    await store.aclose()


def _watch_supervisor(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    def on_input() -> None:
        if not os.read(_STDIN, 1024):
            loop.remove_reader(_STDIN)
            stop.set()

    loop.add_reader(_STDIN, on_input)


class _renewing:  # noqa: N801 -- used like a function
    """Renews the leases from a thread: a page that stops the event loop must not lose them."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(timeout=5)

    def _renew(self) -> None:
        every_s = self._orders.settings.stale_timeout_minutes * 60 / 3
        store = bootstrap.open_store(self._orders.settings)
        while not self._ended.wait(every_s):
            asyncio.run(store.renew(WorkerId(self._orders.worker)))
        asyncio.run(store.aclose())


if __name__ == "__main__":
    main()
