"""The supervisor as a process of its own: `python -m leadline.worker.processes.supervisor_process`.

The first line of its input has its orders; the end of the input means that its parent is gone.
"""

import asyncio
import math

import uvloop

from leadline import bootstrap
from leadline.worker.processes.logs import log_to_stderr
from leadline.worker.processes.orders import Orders, read_orders, stop_on_sigterm
from leadline.worker.processes.supervisor import Supervisor


def main() -> None:
    """Supervise feeders for all crawls until SIGTERM, or until the parent is gone."""
    orders = read_orders()
    log_to_stderr(orders.settings)
    uvloop.run(_run(orders))


async def _run(orders: Orders) -> None:
    stop = stop_on_sigterm()
    store = bootstrap.open_kept(orders.settings)
    supervisor = Supervisor(store, orders.settings, orders.workers)
    stopping = asyncio.create_task(_wake(supervisor, stop))
    # A server outlives an outage of the store.
    await supervisor.run(stop.is_set, _nothing, patience_s=math.inf)
    stopping.cancel()
    await store.aclose()


async def _wake(supervisor: Supervisor, stop: asyncio.Event) -> None:
    await stop.wait()
    supervisor.wake()


async def _nothing() -> None:
    pass


if __name__ == "__main__":
    main()
