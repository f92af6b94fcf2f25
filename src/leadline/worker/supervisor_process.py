"""The supervisor as a process of its own: `python -m leadline.worker.supervisor_process`.

Its first line of input says what to do; the end of its input means that its parent is gone.
"""

import math

import uvloop

from leadline import bootstrap
from leadline.worker.logs import log_to_stderr
from leadline.worker.orders import Orders, received, stop_when_told
from leadline.worker.supervisor import Supervisor


def main() -> None:
    """Supervise feeders for all crawls until told to stop."""
    orders = received()
    log_to_stderr(orders.settings)
    uvloop.run(_run(orders))


async def _run(orders: Orders) -> None:
    stop = stop_when_told()
    store = bootstrap.open_kept(orders.settings)
    supervisor = Supervisor(store, orders.settings, orders.workers)
    # Whoever serves outlives an outage of the store.
    await supervisor.run(stop.is_set, _nothing, patience_s=math.inf)
    await store.aclose()


async def _nothing() -> None:
    pass


if __name__ == "__main__":
    main()
