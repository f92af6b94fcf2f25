"""The store on a Neo4j server: its start, and the graph that people look at."""

from collections.abc import AsyncIterator

import pytest

from answers import ANSWER
from contract.conftest import HTTP, ONE, done, page
from contract.neo4j_backend import PiecesInMemory, neo4j_backend
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.errors import StoreUnavailable, WrongStore
from leadline.domain.outcomes import Completed, Discovered, Outcome, Report
from leadline.domain.pages import Batch, Lead
from leadline.store.contract import HostName, HostPolicy, Store, Unnamed
from leadline.store.neo4j.opening import connect, open_neo4j
from neo4j_server.server import Neo4jServer

C = CrawlId("c")
LEADS = "MATCH (a:Page)-[r:Lead]->(b:Page) RETURN a.pid, b.pid, size(keys(r)) ORDER BY a.pid, b.pid"
PENDING = "MATCH (l:Leads) WHERE l.pending IS NOT NULL RETURN count(l)"


@pytest.fixture
async def store(empty_neo4j: Neo4jServer) -> AsyncIterator[Store]:
    async with neo4j_backend(empty_neo4j, HostPolicy()) as open_:
        yield open_(0)


async def ask(server: Neo4jServer, query: str) -> list[list[object]]:
    async with connect(server.url, server.user, server.password) as driver, driver.session() as s:
        return await (await s.run(query)).values()


async def start(store: Store) -> Batch:
    """Start a crawl; return its root in hand."""
    await store.create(C, CrawlKind.CRAWL, CrawlOptions(delay_ms=0), page(1, depth=0))
    [batch] = (await store.claim(ONE, HTTP, 1, 10)).batches
    return batch


async def report(store: Store, commit: int, batch: Batch, *outcomes: Outcome) -> None:
    await store.complete(ONE, commit, [Report(batch.token, C, batch.host, outcomes)])


async def fetch_root(store: Store) -> None:
    """Fetch a root that leads to two pages and to itself."""
    batch = await start(store)
    leads = tuple(Lead(PageId(n), "", ()) for n in (2, 3, 1))
    found = (page(2), page(3))
    await report(store, 1, batch, Completed(PageId(1), ANSWER, leads, found))


async def test_a_wrong_password_is_named_but_not_printed(empty_neo4j: Neo4jServer) -> None:
    with pytest.raises(WrongStore, match="refuses this user or password") as raised:
        await open_neo4j(empty_neo4j.url, "neo4j", "not-the-password", PiecesInMemory())

    assert "not-the-password" not in str(raised.value)


async def test_a_missing_database_is_named(empty_neo4j: Neo4jServer) -> None:
    account = (empty_neo4j.user, empty_neo4j.password)
    with pytest.raises(WrongStore, match="has no such database"):
        await open_neo4j(empty_neo4j.url, *account, PiecesInMemory(), database="nowhere")


async def test_a_server_that_does_not_answer_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        await open_neo4j("neo4j://127.0.0.1:1", "neo4j", "secret", PiecesInMemory())


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1", "neo4j://127.0.0.1:x", "neo4j://a:secret@127.0.0.1"]
)
async def test_an_address_that_cannot_be_used_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(WrongStore, match="address") as raised:
        await open_neo4j(url, "neo4j", "secret", PiecesInMemory())

    assert "secret" not in str(raised.value)


async def test_a_database_of_others_is_left_alone(empty_neo4j: Neo4jServer) -> None:
    account = (empty_neo4j.user, empty_neo4j.password)
    await ask(empty_neo4j, "DROP CONSTRAINT crawl_id IF EXISTS")
    await ask(empty_neo4j, "CREATE (:Film)")
    with pytest.raises(WrongStore, match="nodes that are not of Leadline"):
        await open_neo4j(empty_neo4j.url, *account, PiecesInMemory())

    empty_neo4j.wipe()
    store = await open_neo4j(empty_neo4j.url, *account, PiecesInMemory())

    assert await store.newest(CrawlKind.CRAWL, 1) == []
    await store.aclose()


async def test_leads_become_relationships_once(empty_neo4j: Neo4jServer, store: Store) -> None:
    await fetch_root(store)
    assert await ask(empty_neo4j, LEADS) == []

    await store.check()
    await ask(empty_neo4j, "MATCH (l:Leads) SET l.pending = l.crawl")
    await store.check()

    assert await ask(empty_neo4j, LEADS) == [[1, 1, 0], [1, 2, 0], [1, 3, 0]]
    assert await ask(empty_neo4j, PENDING) == [[0]]


async def test_a_crawl_has_all_relationships_before_it_is_completed(
    empty_neo4j: Neo4jServer, store: Store
) -> None:
    await fetch_root(store)
    [batch] = (await store.claim(ONE, HTTP, 5, 10)).batches
    await report(store, 2, batch, *(done(task) for task in batch.tasks))

    assert await store.finish(C)

    assert len(await ask(empty_neo4j, LEADS)) == 3


async def test_pages_say_how_long_the_page_took_that_they_were_found_on(
    empty_neo4j: Neo4jServer, store: Store
) -> None:
    batch = await start(store)
    leads = tuple(Lead(PageId(n), "", ()) for n in (2, 3))
    await report(store, 1, batch, Discovered(PageId(1), (page(2),)))
    took = ANSWER._replace(timings=(1.0, 2.0, 1234.4))
    await report(store, 2, batch, Completed(PageId(1), took, leads, (page(3),)))
    [batch] = (await store.claim(ONE, HTTP, 1, 10)).batches
    slow = ANSWER._replace(timings=(60_000.0,))
    await report(store, 3, batch, Completed(PageId(2), slow, (Lead(PageId(3), "", ()),)))

    await store.check()

    times = "MATCH (n) WHERE n:ROOT OR n:URL RETURN n.pid, n.request_time ORDER BY n.pid"
    assert await ask(empty_neo4j, times) == [[1, "1.234s"], [2, "1.234s"], [3, "1.234s"]]


async def test_pages_have_the_address_of_their_host(empty_neo4j: Neo4jServer, store: Store) -> None:
    batch = await start(store)
    addresses = "MATCH (p:Page) RETURN p.pid, p.ip ORDER BY p.pid"
    assert await store.take_unnamed(Unnamed.FOUND, 10) == ["a.example"]
    await store.name_hosts([HostName("a.example", "192.0.2.1", None)])
    assert await ask(empty_neo4j, addresses) == [[1, "192.0.2.1"]]

    await report(store, 1, batch, done(batch.tasks[0], page(2)))

    assert await ask(empty_neo4j, addresses) == [[1, ANSWER.ip], [2, "192.0.2.1"]]
    pages = await store.pages_by_id(C, [PageId(2)])
    assert pages[PageId(2)].ip is None
