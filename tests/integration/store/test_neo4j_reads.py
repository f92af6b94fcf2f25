"""Reads while others write: Neo4j shows a commit part by part, and readers must not lose any."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from neo4j import AsyncDriver

from contract.conftest import page
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.store.bodies.opening import open_bodies
from leadline.store.neo4j.bodies import PiecesInBodies
from leadline.store.neo4j.database import Graph
from leadline.store.neo4j.opening import connect, prepare
from leadline.store.neo4j.store import Neo4jStore
from neo4j_server.server import Neo4jServer

C = CrawlId("c")
FOR_S = 6.0
ENDED_TOGETHER = 20
"""Pages of one commit. Before commits were read as a whole, 2 of 12,740 were missed."""
# As a commit does it, but without its rules: these write a hundredth of it in the same time.
END_PAGES = """
MATCH (c:Crawl {id: 'c'}) SET c.locked_by = 'one' WITH c SET c.seq = $last, c.found = $last WITH c
UNWIND range($last, $last - $pages + 1, -1) AS seq
CREATE (p:Page {crawl_id: 'c', n: seq, pid: seq, seq: seq, address: '', kind: 'page',
                state: 'COMPLETED', current_depth: 1, found_by: 'link', fetched: true,
                host: 'a.example', tries: 1})
CREATE (:Leads {crawl: 'c', seq: seq, source: seq, is_redirect: false, targets: $none,
                notes: $none})
"""


@pytest.fixture
async def driver(empty_neo4j: Neo4jServer) -> AsyncIterator[AsyncDriver]:
    async with connect(empty_neo4j.url, *(empty_neo4j.auth or ("", ""))) as driver:
        await prepare(Graph(driver, empty_neo4j.url, owns_driver=False))
        store = open_store(driver)
        await store.create(C, CrawlKind.CRAWL, CrawlOptions(), page(1, depth=0))
        await driver.execute_query("MATCH (p:Page) DELETE p")
        yield driver


def open_store(driver: AsyncDriver) -> Neo4jStore:
    graph = Graph(driver, "test", owns_driver=False)
    # No page of these tests has bodies.
    return Neo4jStore(graph, PiecesInBodies(graph, open_bodies("none")))


async def end_pages(driver: AsyncDriver, last: int, pages: int) -> None:
    await driver.execute_query(END_PAGES, last=last, pages=pages, none=b"")


async def leads(store: Neo4jStore, after: int) -> list[int]:
    return [each.seq for each in await store.leads(C, 5_000, after)]


async def ended(store: Neo4jStore, after: int) -> list[int]:
    return [each.seq or 0 for each in await store.ended_pages(C, 5_000, after)]


async def found(store: Neo4jStore, after: int) -> list[int]:
    return [each.id for each in await store.pages(C, 5_000, PageId(after) if after else None)]


READS: list[Callable[[Neo4jStore, int], Awaitable[list[int]]]] = [leads, ended, found]


async def test_readers_miss_nothing_of_commits_that_are_made_meanwhile(driver: AsyncDriver) -> None:
    is_over, last = False, 0

    async def write() -> None:
        nonlocal is_over, last
        until = time.monotonic() + FOR_S
        while time.monotonic() < until:
            last += ENDED_TOGETHER
            await end_pages(driver, last, ENDED_TOGETHER)
        is_over = True

    async def collect(read: Callable[[Neo4jStore, int], Awaitable[list[int]]]) -> list[int]:
        store, all_ = open_store(driver), list[int]()
        while True:
            was_over = is_over
            some = await read(store, all_[-1] if all_ else 0)
            all_ += some
            if was_over and not some:
                return all_

    async with asyncio.TaskGroup() as group:
        group.create_task(write())
        readers = [group.create_task(collect(read)) for read in READS]

    for reader in readers:
        assert reader.result() == list(range(1, last + 1))


@pytest.mark.parametrize("read", READS)
async def test_a_read_ends_before_a_commit_that_is_not_visible_as_a_whole(
    driver: AsyncDriver, read: Callable[[Neo4jStore, int], Awaitable[list[int]]]
) -> None:
    store = open_store(driver)
    await end_pages(driver, 2, 2)
    await end_pages(driver, 5, 3)
    await driver.execute_query(
        "MATCH (x) WHERE (x:Leads OR x:Page) AND x.seq = 3 SET x.seq = null"
        " WITH x MATCH (c:Crawl) SET c.seq = 2, c.found = 2"
    )

    assert await read(store, 0) == [1, 2]


async def test_what_a_read_has_seen_is_whole_for_the_next_one(driver: AsyncDriver) -> None:
    store = open_store(driver)
    asked: list[Any] = []
    session = driver.session

    def spy(**options: Any) -> Any:
        asked.append(options["bookmark_manager"])
        return session(**options)

    driver.session = spy  # type: ignore[method-assign]
    await store.get(C)
    first = await asked[0].get_bookmarks()
    await end_pages(driver, 1, 1)
    await store.leads(C, 10)

    assert len(set(map(id, asked))) == 1
    assert first
    assert await asked[0].get_bookmarks() != first
