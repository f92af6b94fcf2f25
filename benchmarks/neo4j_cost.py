"""How fast a store on Neo4j takes the pages of feeders, against a bare loop of its driver.

A synthetic crawl has 30 links on each page. Feeders, each a process, claim up to 128 pages and
commit them: no page is fetched. The bare loop creates the same nodes and relationships by the same
number of processes in batches of the same size, and does nothing else: no claims, no leases, no
counters. Both write to the same server, one after the other.

Then reads: what progress, the overview and the first page of the list take with few pages and with
twenty times as many.

usage: neo4j_cost.py [PAGES [PAGES_OF_READS]]
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from neo4j import AsyncGraphDatabase

from backing import OnServer, from_environment
from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.domain.listing import PageFilter, PageOrder
from leadline.domain.pages import WorkerId
from leadline.store.contract import Store
from neo4j_server.server import FAST_LOAD, Neo4jServer, neo4j_server
from synthetic_crawl import SyntheticCrawl

AT_ONCE = 128
LINKS = 30
GROWTH = 20
CHECK_S = 1.0
BARE = """
UNWIND $pages AS page CREATE (p:Bare:BareUrl) SET p = page
"""
BARE_DONE = """
UNWIND $done AS row MATCH (p:Bare {crawl_id: $crawl, n: row.n}) SET p += row.fields
"""
BARE_BESIDE = """
UNWIND $done AS row CREATE (:BareLeads {crawl: $crawl, seq: row.n, targets: $packed})
CREATE (:BareBodies {crawl: $crawl, seq: row.n, place: $place})
"""
BARE_LEADS = """
UNWIND $leads AS row MATCH (a:Bare {crawl_id: $crawl, n: row[0]})
UNWIND row[1] AS target MATCH (b:Bare {crawl_id: $crawl, n: target}) CREATE (a)-[:BareLead]->(b)
"""
SCHEMA = (
    "CREATE CONSTRAINT bare_n IF NOT EXISTS FOR (n:Bare) REQUIRE (n.crawl_id, n.n) IS UNIQUE",
    "CREATE CONSTRAINT bare_id IF NOT EXISTS FOR (n:Bare) REQUIRE (n.crawl_id, n.pid) IS UNIQUE",
    "CREATE INDEX bare_state IF NOT EXISTS FOR (n:Bare) ON (n.crawl_id, n.state)",
    "CREATE INDEX bare_seq IF NOT EXISTS FOR (n:Bare) ON (n.crawl_id, n.seq)",
    "CREATE INDEX bare_job IF NOT EXISTS FOR (n:BareUrl) ON (n.job_status)",
    "CREATE INDEX bare_name IF NOT EXISTS FOR (n:BareUrl) ON (n.name, n.http_type)",
    "CREATE INDEX bare_claimed IF NOT EXISTS FOR (n:BareUrl) ON (n.claimed_at)",
    "CREATE INDEX bare_crawl IF NOT EXISTS FOR (n:BareUrl) ON (n.crawl_id)",
)


def crawl_of(name: str, pages: int, worker: str = "one") -> SyntheticCrawl:
    return SyntheticCrawl(name, pages, LINKS, WorkerId(worker))


async def feed(store: Store, crawl: SyntheticCrawl, pages: int) -> None:
    """Claim and commit until nothing is left of a crawl."""
    while True:
        await crawl.fill(store, at_once=AT_ONCE)
        found = await store.get(crawl.id)
        assert found is not None
        if found.figures.fetched == pages:
            return
        await store.wait(0.1)


async def supervise(store: Store, names: Sequence[str], feeders: Sequence[Any]) -> None:
    """Look after relationships once a second while feeders work, and write the rest."""
    while any(feeder.poll() is None for feeder in feeders):
        await store.check()
        await asyncio.sleep(CHECK_S / 10)
    for name in names:
        await store.finish(CrawlId(name))


def start(*arguments: object, **environment: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, *map(str, arguments)]
    return subprocess.Popen(command, env=os.environ | environment)


def whole(backing: OnServer, names: Sequence[str], pages: int, feeders: int) -> float:
    """Return how long feeders take for crawls, with all relationships."""

    async def run() -> float:
        async with aclosing(bootstrap.open_store(backing.settings)) as store:
            for name in names:
                await crawl_of(name, pages).create(store)
            begun = time.perf_counter()
            at_work = [
                start("feed", names[n % len(names)], pages, f"w{n}", **backing.environment)
                for n in range(feeders)
            ]
            await supervise(store, names, at_work)
            return time.perf_counter() - begun

    return asyncio.run(run())


def bare(server: Neo4jServer, names: Sequence[str], pages: int, writers: int) -> float:
    """Return how long the bare loop takes for the same."""
    begun = time.perf_counter()
    share = json.dumps([server.url, server.password, names, pages, writers])
    at_work = [start("bare", share, number) for number in range(writers)]
    for each in at_work:
        assert each.wait() == 0
    return time.perf_counter() - begun


async def write_bare(share: str, number: int) -> None:
    url, password, names, pages, writers = json.loads(share)
    of_crawl = max(1, writers // len(names))
    name, part = names[number % len(names)], number // len(names)
    mine = range(part * pages // of_crawl, (part + 1) * pages // of_crawl)
    async with AsyncGraphDatabase.driver(url, auth=("neo4j", password)) as driver:
        # As in a crawl, pages are created before they are done and linked to.
        for first in range(mine.start, mine.stop, AT_ONCE):
            some = range(first, min(first + AT_ONCE, mine.stop))
            async with driver.session() as session:
                await session.execute_write(_write, name, some, mine.start)


async def _write(transaction: Any, crawl: str, some: range, start: int) -> None:
    done = [{"n": n, "fields": _done(n)} for n in some]
    known = some.stop - start
    leads = [[n, [start + (n * 7 + k) % known for k in range(LINKS)]] for n in some]
    packed, place = bytes(8 * LINKS), f"{'0' * 32}:text=0+400"
    await (await transaction.run(BARE, pages=[_page(crawl, n) for n in some])).consume()
    given: dict[str, Any] = {"crawl": crawl, "done": done}
    await (await transaction.run(BARE_DONE, **given)).consume()
    await (await transaction.run(BARE_BESIDE, **given, packed=packed, place=place)).consume()
    await (await transaction.run(BARE_LEADS, crawl=crawl, leads=leads)).consume()


def _page(crawl: str, n: int) -> dict[str, Any]:
    return {
        "crawl_id": crawl, "pid": n * 7919, "n": n, "address": f"https://www.example/light/{n}",
        "host": "www.example", "domain": "www.example", "name": f"WWW.EXAMPLE/light/{n}",
        "http_type": "HTTPS://", "kind": "page", "state": "PENDING", "requested_depth": 101,
        "current_depth": 3, "hops": 0, "found_by": "link", "found_on": 7, "parent": 7,
        "fetched": True, "tries": 0, "waits": 0, "suspects": 0, "listed": False,
        "job_status": "PENDING", "attempts": 0,
    }  # fmt: skip


def _done(n: int) -> dict[str, Any]:
    return {
        "state": "COMPLETED", "job_status": "COMPLETED", "seq": n, "status": 200, "size": 20_000,
        "title": f"light {n} · Synthetic", "content_type": "text/html", "content_hash": n,
        "answered_ip": "::1", "timings": [0.0, 0.0, 0.0, 3.5, 4.5], "tries": 1,
    }  # fmt: skip


async def timed_ms(work: Callable[[], Awaitable[object]], times: int = 30) -> float:
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        await work()
        took.append(time.perf_counter() - begun)
    return statistics.median(took) * 1000


async def reads(backing: OnServer, pages: int) -> None:
    async with aclosing(bootstrap.open_store(backing.settings)) as store:
        before: dict[str, float] = {}
        for size in (pages, GROWTH * pages):
            crawl = crawl_of(f"reads{size}", size)
            await crawl.create(store)
            await crawl.fill(store)
            first = (crawl.id, PageFilter(), PageOrder(), 50)
            asked: dict[str, Callable[[], Awaitable[object]]] = {
                "progress": lambda crawl=crawl: store.get(crawl.id),  # type: ignore[misc]
                "overview": store.overview,
                "first page of the list": lambda first=first: store.pages_where(*first),  # type: ignore[misc]
                "skips": lambda crawl=crawl: store.skips(crawl.id),  # type: ignore[misc]
                "failures": lambda crawl=crawl: store.failures(crawl.id, 3),  # type: ignore[misc]
            }
            for name, work in asked.items():
                took = await timed_ms(work)
                ratio = f"  {took / before[name]:.2f} x" if name in before else ""
                print(f"{name:<24} {size:>8,} pages {took:8.2f} ms{ratio}", flush=True)
                before[name] = took


def main(arguments: Sequence[str]) -> None:
    pages = int(arguments[0]) if arguments else 5_000
    read_pages = int(arguments[1]) if len(arguments) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder, neo4j_server(java_options=FAST_LOAD) as server:
        backing = OnServer(server.url, server.password, Path(folder) / "bodies")
        asyncio.run(_prepare(backing, server))
        whole(backing, ["warm"], pages, 2)
        bare(server, ["warm"], pages, 2)
        for feeders in (1, 4):
            for crawls in (1, 2):
                names = [f"c{feeders}{crawls}{n}" for n in range(crawls)]
                if feeders < crawls:
                    continue
                ours = pages * crawls / whole(backing, names, pages, feeders)
                theirs = pages * crawls / bare(server, names, pages, feeders)
                print(
                    f"{feeders} feeders, {crawls} crawls: {ours:7.0f} pages/s,"
                    f" bare loop {theirs:7.0f}: {ours / theirs:.0%}",
                    flush=True,
                )
        if read_pages:
            asyncio.run(reads(backing, read_pages))


async def _prepare(backing: OnServer, server: Neo4jServer) -> None:
    await bootstrap.open_store(backing.settings).aclose()
    auth = (server.user, server.password)
    async with AsyncGraphDatabase.driver(server.url, auth=auth) as driver:
        for statement in SCHEMA:
            await driver.execute_query(statement)


async def _feed(name: str, pages: int, worker: str) -> None:
    settings = from_environment(os.environ).settings
    async with aclosing(bootstrap.open_kept(settings)) as store:
        await feed(store, crawl_of(name, pages, worker), pages)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["feed", name, pages, worker]:
            asyncio.run(_feed(name, int(pages), worker))
        case ["bare", share, number]:
            asyncio.run(write_bare(share, int(number)))
        case arguments:
            main(arguments)
