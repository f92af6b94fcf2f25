"""The queries of the graph model that write, run by hand while a crawl runs."""

from collections.abc import AsyncIterator

import pytest
from neo4j import AsyncDriver

from contract.conftest import HTTP, ONE, done, ids, page
from contract.neo4j_backend import neo4j_backend
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus
from leadline.domain.outcomes import Report
from leadline.domain.pages import Batch
from leadline.store.contract import Committed, HostPolicy, Store
from leadline.store.neo4j.opening import connect
from neo4j_server.graph_model import CANCEL, CLAIM, PROGRESS
from neo4j_server.server import Neo4jServer

C = CrawlId("c")
PAGES = range(2, 22)


@pytest.fixture
async def store(empty_neo4j: Neo4jServer) -> AsyncIterator[Store]:
    """A store with a crawl that has twenty pages to fetch."""
    async with neo4j_backend(empty_neo4j, HostPolicy()) as open_:
        store = open_(0)
        options = CrawlOptions(delay_ms=0, max_depth=5)
        await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
        [root] = (await store.claim(ONE, HTTP, 1, 10)).batches
        found = [page(number) for number in PAGES]
        await store.complete(
            ONE, 1, [Report(root.token, C, root.host, (done(root.tasks[0], *found),))]
        )
        yield store


@pytest.fixture
async def people(empty_neo4j: Neo4jServer) -> AsyncIterator[AsyncDriver]:
    async with connect(empty_neo4j.url, *(empty_neo4j.auth or ("", ""))) as driver:
        yield driver


async def fetch(store: Store, commit: int, batch: Batch) -> Committed:
    outcomes = tuple(done(task) for task in batch.tasks)
    return await store.complete(ONE, commit, [Report(batch.token, C, batch.host, outcomes)])


async def counted(people: AsyncDriver) -> list[int]:
    """Return pages by the query of the graph model: total, completed, pending, in progress."""
    [record], _, _ = await people.execute_query(PROGRESS, crawl_id=C)
    return list(record.values())[1:5]


async def test_pages_that_a_person_claims_are_fetched_all_the_same(
    store: Store, people: AsyncDriver
) -> None:
    for _ in range(5):
        await people.execute_query(CLAIM)
    [first] = (await store.claim(ONE, HTTP, 8, 10)).batches
    for _ in range(5):
        await people.execute_query(CLAIM)
    await fetch(store, 2, first)
    before = await counted(people)
    await store.check()

    assert before[2] < 12
    assert await counted(people) == [20, 8, 12, 0]
    rest = (await store.claim(ONE, HTTP, 20, 10)).batches
    assert sorted(ids([first, *rest])) == list(PAGES)
    await people.execute_query("MATCH (n:URL) SET n.job_status = 'PENDING'")
    for number, batch in enumerate(rest, 3):
        await fetch(store, number, batch)
    assert await store.finish(C)
    assert await counted(people) == [20, 20, 0, 0]


async def test_a_crawl_that_a_person_cancels_ends(store: Store, people: AsyncDriver) -> None:
    [batch] = (await store.claim(ONE, HTTP, 8, 10)).batches
    await people.execute_query(CANCEL, crawl_id=C)

    await store.check()

    crawl = await store.get(C)
    assert crawl is not None
    assert (crawl.status, crawl.reason) == (CrawlStatus.CANCELLED, "cancelled in the graph")
    assert (await fetch(store, 2, batch)).stale == 8
    assert await store.unswept_crawls() == [C]
    while await store.sweep(C, 100):
        pass
    swept = await store.get(C)
    assert swept is not None
    assert swept.counts.cancelled == 20
    assert await counted(people) == [20, 0, 0, 0]
