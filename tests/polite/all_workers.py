"""`python -m polite.all_workers WORKERS`: feeders for all crawls, until SIGTERM."""

import asyncio
import os
import signal
import sys

import msgspec

from backing import from_environment
from leadline import bootstrap
from leadline.worker.processes.supervisor import Supervisor


async def main(workers: int) -> None:
    settings = msgspec.structs.replace(from_environment(os.environ).settings, drain_s=1.0)
    store = bootstrap.open_store(settings)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)

    async def nothing() -> None:
        return None

    await Supervisor(store, settings, workers).run(stop.is_set, nothing)
    await store.aclose()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
