"""CPU per page: our fetcher against a bare pycurl loop, in one run, taking turns.

usage: fetch_cost.py [PAGES] [ROUNDS]
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median

import certifi
import pycurl
import uvloop

from doc_site import doc_site, paths
from leadline.domain.addresses import Address
from leadline.domain.fetching import Request, Response
from leadline.fetch.guard.guard import NetworkGuard
from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy
from leadline.fetch.guard.resolver import DnsResolver
from leadline.fetch.http import CurlFetcher

AT_ONCE = 32
MAX_RATIO = 1.3


def bare(urls: Iterator[str]) -> int:
    """The least that libcurl needs: no guard, no limits, no headers, no event loop."""
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


def measure(kind: str, origin: str, count: int) -> None:
    urls = iter([origin + path for path in paths(count)])
    before = time.process_time()
    fetched = bare(urls) if kind == "bare" else uvloop.run(ours(urls))
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
    count, rounds = [*map(int, sys.argv[1:]), *(3_000, 5)[len(sys.argv) - 1 :]]
    costs: dict[str, list[float]] = {"bare": [], "ours": []}
    with doc_site() as origin:
        for _ in range(rounds):
            for kind, measured in costs.items():
                measured.append(run(kind, origin, count))
    ratio = median(costs["ours"]) / median(costs["bare"])
    print(f"{count} pages, {AT_ONCE} at once, median of {rounds} rounds")
    for kind, measured in costs.items():
        print(f"  {kind}: {median(measured):6.1f} µs of CPU a page  {[round(m) for m in measured]}")
    print(f"  ratio: {ratio:.2f} (at most {MAX_RATIO})")
    sys.exit(ratio > MAX_RATIO)


if __name__ == "__main__":
    main()
