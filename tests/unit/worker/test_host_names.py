"""DNS as data: which hosts are asked about, and how often."""

import asyncio
from pathlib import Path

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.fetch.contract import Resolved, Resolver
from leadline.services.crawling.crawls import root_of
from leadline.store.contract import Unnamed
from leadline.store.sqlite.store import SqliteStore
from leadline.worker.feeder.host_names import name_some


class Asked(Resolver):
    """Notes what it is asked; knows one host without a question."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def resolve(self, host: str) -> Resolved:
        self.names.append(host)
        await asyncio.sleep(0)
        return Resolved(("192.0.2.1",))

    def known(self, host: str) -> Resolved | None:
        return Resolved(("10.0.0.1",)) if host == "wiki.internal" else None


async def store_with(path: Path, *hosts: str) -> SqliteStore:
    store = SqliteStore(path / "names.db")
    for number, host in enumerate(hosts):
        crawl = CrawlId(f"c{number}")
        root = root_of(crawl, Address(f"http://{host}/"))
        await store.create(crawl, CrawlKind.CRAWL, CrawlOptions(), root)
    return store


async def test_each_host_is_asked_about_once_by_all_feeders(tmp_path: Path) -> None:
    hosts = [f"h{number}.example.org" for number in range(30)]
    one = await store_with(tmp_path, *hosts)
    two, resolver = SqliteStore(tmp_path / "names.db"), Asked()

    while len(resolver.names) < len(hosts):
        await asyncio.gather(*(name_some(each, resolver, Unnamed.FOUND) for each in (one, two)))
    await asyncio.gather(*(name_some(each, resolver, Unnamed.FOUND) for each in (one, two)))

    assert sorted(resolver.names) == sorted(hosts)
    await one.aclose()
    await two.aclose()


async def test_names_that_cannot_be_public_are_not_asked_about(tmp_path: Path) -> None:
    private = ("intranet", "printer.local", "db.internal", "a.localhost", "x.test:8080", "z.onion")
    store = await store_with(tmp_path, *private, "wiki.internal", "a.example.org")
    resolver = Asked()

    await name_some(store, resolver, Unnamed.FOUND)

    assert resolver.names == ["a.example.org"]
    assert await store.take_unnamed(Unnamed.FOUND, 10) == []
    [wiki] = await store.hosts(CrawlId(f"c{len(private)}"), 1)
    assert wiki.ip == "10.0.0.1"
    await store.aclose()
