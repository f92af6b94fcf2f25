"""Whether a page costs as much on one of 5,000 hosts as on one of 100, and beside 1,000 crawls.

Every host has as many pages as make the same number in all, and is asked politely. The first page
of each leads to the others; nginx writes them, and its CPU is not counted. The last crawl is in a
store with 1,000 crawls that wait for a host, and 10,000 that are over.

usage: broad.py [PAGES] [HOSTS]
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from crawl_cost import LEADLINE, Cost, run
from doc_site import nginx
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.services.crawling.crawls import root_of
from leadline.store.sqlite.store import SqliteStore

FEW = 100
RUNNING = 1_000
FINISHED = 10_000
START = "start.test"
WORDS = "The lead was cast and the depth was called out before the next one was cast. " * 25
SERVER = """
root {folder};
location = /robots.txt {{ return 404; }}
location ~ "^/[0-9]+[.]html$" {{ try_files /page.html =404; }}
"""


def host(number: int) -> str:
    """A host with a domain of its own."""
    return f"www.h{number}.test"


def write_site(folder: Path, port: str, hosts: int, pages: int) -> None:
    """Write a page that leads to all hosts, and the pages that each of these has."""
    links = "".join(f"<li><a href='//{host(n)}:{port}/'>{n}</a></li>" for n in range(hosts))
    (folder / "start.html").write_text(f"<title>Start</title><ul>{links}</ul>")
    own = "".join(f"<li><a href='/{n}.html'>Page {n}</a></li>" for n in range(1, pages))
    (folder / "index.html").write_text(f"<title>Host</title><p>{WORDS}</p><ul>{own}</ul>")
    (folder / "page.html").write_text(f"<title>Page</title><p>{WORDS}</p><a href='/'>Home</a>")
    names = [*(host(n) for n in range(hosts)), START]
    (folder / "hosts").write_text("".join(f"127.0.0.1 {name}\n" for name in names))


def crawl(folder: Path, port: str, store: Path) -> Cost:
    """Crawl all hosts; returns what it cost."""
    out, cost = run(
        "env", f"LEADLINE_HOSTS_FILE={folder}/hosts", str(LEADLINE), "crawl",
        f"http://{START}:{port}/start.html", "--scope", "all", "--concurrency", "256",
        "--depth", "2", "--workers", "2", "--allow-network", "127.0.0.0/8",
        "--max-per-shape", "0", "--json", "--store", f"sqlite:///{store}",
    )  # fmt: skip
    return Cost(json.loads(out)["fetched"], cost.cpu_s, cost.wall_s)


async def fill(path: Path) -> None:
    """Make crawls that are over, and crawls that wait for a host."""
    store = SqliteStore(path)
    for number in range(FINISHED + RUNNING):
        name = CrawlId(f"c{number}")
        root = root_of(name, Address("http://rests.test/"))
        await store.create(name, CrawlKind.CRAWL, CrawlOptions(), root)
        if number < FINISHED:
            await store.set_status(name, CrawlStatus.CANCELLED)
            await store.sweep(name, 1)
    await store.aclose()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE host SET rests_until = 9e9 WHERE name = 'rests.test'")


def measured(hosts: int, pages: int, *, is_shared: bool) -> Cost:
    """Crawl a site of so many hosts and pages; returns what it cost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if is_shared:
            asyncio.run(fill(folder / "store.db"))
        with nginx(SERVER.format(folder=folder)) as (origin, _):
            port = origin.rpartition(":")[2]
            write_site(folder, port, hosts, pages // hosts)
            cost = crawl(folder, port, folder / "store.db")
    print(
        f"{hosts:>6,} hosts: {cost.pages:,} pages, {cost.cpu_ms:.2f} ms CPU a page,"
        f" {cost.rate:,.0f} pages/s" + f" beside {RUNNING + FINISHED:,} crawls" * is_shared,
        flush=True,
    )
    return cost


def main() -> None:
    """Print what a page costs with few hosts, with many, and with many beside other crawls."""
    given = [int(argument) for argument in sys.argv[1:]]
    pages, many = (given + [50_000, 5_000][len(given) :])[:2]
    few = measured(FEW, pages, is_shared=False)
    broad = measured(many, pages, is_shared=False)
    beside = measured(many, pages, is_shared=True)
    print(
        f"CPU of a page: {broad.cpu_ms / few.cpu_ms:.2f} x that with {FEW} hosts;"
        f" {beside.cpu_ms / few.cpu_ms:.2f} x beside other crawls"
    )


if __name__ == "__main__":
    main()
