"""`python -m polite.all_workers STORE WORKERS`: feeders for all crawls, until SIGTERM."""

import asyncio
import signal
import sys

from leadline import bootstrap
from leadline.settings import Settings
from leadline.worker.processes.supervisor import Supervisor


async def main(store_url: str, workers: int) -> None:
    settings = Settings(
        store=store_url, allow_network=("127.0.0.0/8",), dns_servers=("127.0.0.1:9",), drain_s=1.0
    )
    store = bootstrap.open_store(settings)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)

    async def nothing() -> None:
        return None

    await Supervisor(store, settings, workers).run(stop.is_set, nothing)
    await store.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
