"""CPU per page: our fetcher against two bare pycurl loops, in one run, taking turns.

`select` is libcurl driven by a loop of its own that does nothing else, which is the least it can
cost; `asyncio` is pycurl's own driver on the event loop, which is the least for a program that
also does other things. Neither has a guard, limits, headers or timings.

usage: fetch_cost.py [PAGES] [ROUNDS]
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from statistics import median

import certifi
import pycurl
import uvloop

from doc_site import doc_site, paths
from leadline.domain.addresses import Address
from leadline.domain.web.fetching import Request, Response
from leadline.fetch.guard.guard import NetworkGuard
from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy
from leadline.fetch.guard.resolver import DnsResolver
from leadline.fetch.http import CurlFetcher

AT_ONCE = 32


def by_select(urls: Iterator[str]) -> int:
    multi = pycurl.CurlMulti()
    free = [pycurl.Curl() for _ in range(AT_ONCE)]
    bodies: dict[pycurl.Curl, BytesIO] = {}
    fetched = 0
    url = next(urls, None)
    while url or bodies:
        while url and free:
            handle = free.pop()
            bodies[handle] = BytesIO()
            handle.setopt(pycurl.URL, url)
            handle.setopt(pycurl.WRITEDATA, bodies[handle])
            multi.add_handle(handle)
            url = next(urls, None)
        while multi.perform()[0] == pycurl.E_CALL_MULTI_PERFORM:
            pass
        _, done, failed = multi.info_read()
        assert not failed, failed
        for handle in done:
            multi.remove_handle(handle)
            fetched += len(bodies.pop(handle).getvalue()) > 0
            free.append(handle)
        if not done:
            multi.select(1.0)
    return fetched


async def by_asyncio(urls: Iterator[str]) -> int:
    fetched = 0

    async def work(multi: pycurl.AsyncCurlMulti) -> None:
        nonlocal fetched
        handle = pycurl.Curl()
        for url in urls:
            body = BytesIO()
            handle.setopt(pycurl.URL, url)
            handle.setopt(pycurl.WRITEDATA, body)
            await multi.perform(handle)
            fetched += len(body.getvalue()) > 0

    async with pycurl.AsyncCurlMulti() as multi:
        await asyncio.gather(*(work(multi) for _ in range(AT_ONCE)))
    return fetched


async def ours(urls: Iterator[str]) -> int:
    policy = NetworkPolicy((AllowedNetwork.parse("127.0.0.1"),))
    fetched = 0

    async def work(fetcher: CurlFetcher) -> None:
        nonlocal fetched
        for url in urls:
            answer = await fetcher.fetch(Request(Address(url), "bench"))
            assert isinstance(answer, Response)
            assert answer.truncated is None
            fetched += len(answer.body) > 0

    async with (
        DnsResolver(("127.0.0.1:9",), hosts_file=None) as resolver,
        CurlFetcher(NetworkGuard(resolver, policy), Path(certifi.where())) as fetcher,
    ):
        await asyncio.gather(*(work(fetcher) for _ in range(AT_ONCE)))
    return fetched


KINDS: dict[str, Callable[[Iterator[str]], int]] = {
    "select": by_select,
    "asyncio": lambda urls: uvloop.run(by_asyncio(urls)),
    "ours": lambda urls: uvloop.run(ours(urls)),
}


def measure(kind: str, origin: str, count: int) -> None:
    urls = iter([origin + path for path in paths(count)])
    before = time.process_time()
    fetched = KINDS[kind](urls)
    print(json.dumps({"pages": fetched, "cpu_s": time.process_time() - before}))


def run(kind: str, origin: str, count: int) -> float:
    command = [sys.executable, __file__, "--measure", kind, origin, str(count)]
    figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert figures["pages"] == count, figures
    return float(figures["cpu_s"]) / count * 1e6


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        return
    count, rounds = [*map(int, sys.argv[1:]), *(3_000, 9)[len(sys.argv) - 1 :]]
    costs: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with doc_site() as origin:
        for _ in range(rounds):
            for kind, measured in costs.items():
                measured.append(run(kind, origin, count))
    print(f"{count} pages, {AT_ONCE} at once, {rounds} rounds: µs of CPU a page")
    for kind, measured in costs.items():
        print(f"  {kind:<8} median {median(measured):6.1f}  least {min(measured):6.1f}")
    for kind in ("select", "asyncio"):
        ratio = median(costs["ours"]) / median(costs[kind])
        least = min(costs["ours"]) / min(costs[kind])
        print(f"  ours / {kind:<8} median {ratio:.2f}  least {least:.2f}")


if __name__ == "__main__":
    main()
