"""The feeder as a process of its own: `python -m leadline.worker.processes.feeder_process`.

The first line of its input has its orders; the end of the input means that its supervisor is gone.
"""

import gc

if __name__ == "__main__":
    # Loading makes no garbage, and looking for it takes a tenth of the time.
    gc.disable()

import asyncio
import os
import threading

import uvloop

from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreUnavailable, WrongStore
from leadline.domain.pages import WorkerId
from leadline.pipeline.robots import RobotsGate
from leadline.pipeline.tools import Tools
from leadline.store.contract import Store, Unnamed
from leadline.worker.feeder.feeder import Feeder
from leadline.worker.feeder.host_names import name_hosts
from leadline.worker.feeder.pacing.polling import Polling
from leadline.worker.processes.open_files import allow_many_files
from leadline.worker.processes.orders import Orders, read_orders, send_signs, stop_on_sigterm

_GARBAGE = (20_000, 5, 5)
_RETRY_S = 5.0


def main() -> None:
    """Work until SIGTERM, or until the supervisor is gone."""
    bootstrap.load_fetching()
    allow_many_files()
    orders = read_orders()
    collect_less()
    try:
        uvloop.run(_run(orders))
    except WrongStore:
        # The supervisor meets the same error, and logs it.
        os._exit(1)
    # All is stored. Parents that wait for our end need not wait for the interpreter to shut down.
    os._exit(0)


def collect_less() -> None:
    """Look for garbage less often: pages make few cycles, and looking took a tenth of the time.

    Older generations are still collected: without that a feeder was 20 MiB larger.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(*_GARBAGE)


async def _run(orders: Orders) -> None:
    settings = orders.settings
    stop = stop_on_sigterm()
    living = asyncio.create_task(send_signs())
    store = bootstrap.open_kept(settings)
    async with bootstrap.fetching(settings) as stack:
        feeder = feeder_of(orders, store, stack)
        with _renewing(orders, feeder):
            among = Unnamed.FOUND if settings.dns_for_linked_hosts else Unnamed.IN_WORK
            naming = asyncio.create_task(name_hosts(store, stack.resolver, among))
            await feeder.run(stop, settings.drain_s)
            naming.cancel()
    await store.aclose()
    living.cancel()


def feeder_of(orders: Orders, store: Store, stack: bootstrap.FetchStack) -> Feeder:
    """Return a feeder by its orders."""
    tools = Tools(stack.fetcher, stack.sandbox, RobotsGate(store))
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
    """A thread that renews the leases: a page that blocks the event loop must not lose them."""

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
        # Opened now: at the time of the first renewal there may be no file descriptor left.
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
