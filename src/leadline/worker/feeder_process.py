"""The feeder as a process of its own: `python -m leadline.worker.feeder_process`.

Its first line of input says what to do; the end of its input means that its supervisor is gone.
"""

import gc

if __name__ == "__main__":
    # Nothing of what is loaded is garbage, and looking for some takes a tenth of the time.
    gc.disable()

import asyncio
import os
import threading

import uvloop

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreUnavailable, WrongStore
from leadline.domain.pages import WorkerId
from leadline.pipeline.tools import Tools
from leadline.store.contract import Store, Unnamed
from leadline.worker.dns import name_hosts
from leadline.worker.feeder import Feeder
from leadline.worker.open_files import allow_many_files
from leadline.worker.orders import Orders, received, send_signs, stop_when_told
from leadline.worker.polling import Polling
from leadline.worker.robots import StoredRobots

_GARBAGE = (20_000, 5, 5)
_RETRY_S = 5.0


def main() -> None:
    """Work until told to stop by SIGTERM, or until the supervisor is gone."""
    bootstrap.load_fetching()
    allow_many_files()
    orders = received()
    collect_less()
    try:
        uvloop.run(_run(orders))
    except WrongStore:
        # The supervisor meets the same, and says so.
        os._exit(1)
    # All is stored, and whoever waits for our end need not wait until we have taken us apart.
    os._exit(0)


def collect_less() -> None:
    """Pages make much garbage but few cycles: looking for those took a tenth of the time.

    Older generations are looked through as often as young ones allow: a feeder was 20 MiB larger
    where they were left alone.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(*_GARBAGE)


async def _run(orders: Orders) -> None:
    settings = orders.settings
    stop = stop_when_told()
    living = asyncio.create_task(send_signs())
    store = bootstrap.open_kept(settings)
    async with bootstrap.fetching(settings) as reach:
        feeder = feeder_of(orders, store, reach)
        with _renewing(orders, feeder):
            among = Unnamed.FOUND if settings.dns_for_linked_hosts else Unnamed.IN_WORK
            naming = asyncio.create_task(name_hosts(store, reach.resolver, among))
            await feeder.run(stop, settings.drain_s)
            naming.cancel()
    await store.aclose()
    living.cancel()


def feeder_of(orders: Orders, store: Store, reach: bootstrap.Reach) -> Feeder:
    """A feeder as ordered."""
    tools = Tools(reach.fetcher, reach.sandbox, StoredRobots(store))
    settings = orders.settings
    return Feeder(
        WorkerId(orders.worker),
        store,
        tools,
        bootstrap.defaults(settings),
        CrawlId(orders.only) if orders.only else None,
        networks=frozenset(settings.allow_network),
        polling=Polling(settings.poll_min_ms / 1000, settings.poll_max_ms / 1000),
    )


class _renewing:  # noqa: N801 -- used like a function
    """Renews the leases from a thread: a page that stops the event loop must not lose them."""

    def __init__(self, orders: Orders, feeder: Feeder) -> None:
        self._orders = orders
        self._feeder = feeder
        self._loop = asyncio.get_running_loop()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(timeout=5)

    def _renew(self) -> None:
        every_s = self._orders.settings.stale_timeout_minutes * 60 / 3
        store = bootstrap.open_kept(self._orders.settings)
        # Made now: when leases are to be renewed, there may be no file descriptor left.
        runner = asyncio.Runner()
        runner.get_loop()
        wait_s = every_s
        while not self._ended.wait(wait_s):
            try:
                worker = WorkerId(self._orders.worker)
                lost = runner.run(store.renew(worker, self._feeder.tokens()))
            except StoreUnavailable:
                wait_s = min(every_s, _RETRY_S)
                continue
            wait_s = every_s
            if lost:
                self._loop.call_soon_threadsafe(self._feeder.lose, lost)
        runner.run(store.aclose())
        runner.close()


if __name__ == "__main__":
    main()
