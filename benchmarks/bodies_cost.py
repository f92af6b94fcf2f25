"""The cost of a bodies store in a folder, per page: CPU and time to put and to get.

A commit has 128 pages with headers (300 bytes) and a compressed text (2 kB) each. fsync is real,
so that the time depends on the disk; CPU does not.

usage: bodies_cost.py [COMMITS]
"""

import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable

from leadline.domain.crawls import CrawlId
from leadline.store.bodies.contract import StoredPieces
from leadline.store.bodies.opening import open_bodies

PAGES = 128
CRAWL = CrawlId("crawl")


def commit(number: int) -> list[tuple[int, str, bytes]]:
    pages = range(number * PAGES, (number + 1) * PAGES)
    sizes = (("headers", 300), ("text", 2000))
    return [(page, name, secrets.token_bytes(size)) for page in pages for name, size in sizes]


async def measure(name: str, count: int, work: Callable[[int], Awaitable[object]]) -> None:
    begun, used = time.perf_counter(), time.process_time()
    for number in range(count):
        await work(number)
    wall_s, cpu_s = time.perf_counter() - begun, time.process_time() - used
    pages = count * PAGES
    print(
        f"{name:<28} {cpu_s / pages * 1e6:8.1f} us of CPU a page"
        f" {wall_s / pages * 1e6:8.1f} us of time a page {wall_s / count * 1e3:8.2f} ms a commit"
    )


async def main(commits: int) -> None:
    made = [commit(number) for number in range(commits)]
    stored: list[dict[int, StoredPieces]] = []
    with tempfile.TemporaryDirectory() as folder:
        bodies = open_bodies(folder)
        await bodies.claim_marker()

        async def put(number: int) -> None:
            stored.append(dict(await bodies.put(CRAWL, made[number])))

        async def get(number: int) -> None:
            await bodies.get(CRAWL, "text", stored[number])

        async def write_where(number: int) -> None:
            for pieces in stored[number].values():
                StoredPieces.from_text(pieces.to_text())

        await measure("put", commits, put)
        await measure("get texts", commits, get)
        await measure("where pieces are, as text", commits, write_where)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
