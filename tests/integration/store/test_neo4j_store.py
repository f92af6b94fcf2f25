"""The store on a Neo4j server: its start, and the graph that people look at."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from answers import ANSWER
from contract.conftest import HTTP, ONE, done, page
from contract.neo4j_backend import neo4j_backend
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.errors import StoreError, StoreUnavailable, WrongStore
from leadline.domain.outcomes import Completed, Discovered, Outcome, Report
from leadline.domain.pages import Batch, Lead
from leadline.store.bodies.opening import open_bodies
from leadline.store.contract import HostName, HostPolicy, Store, Unnamed
from leadline.store.neo4j.opening import Account, Neo4jPlace, connect
from leadline.store.neo4j.queries import QUERIES
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


def place_of(server: Neo4jServer, folder: Path, **changes: str) -> Neo4jPlace:
    account = Account(**{"password": server.password} | changes)
    return Neo4jPlace(server.url, account, open_bodies(str(folder)), HostPolicy())


def test_a_wrong_password_is_named_but_not_printed(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    with pytest.raises(WrongStore, match="refuses this user or password") as raised:
        place_of(empty_neo4j, tmp_path, password="not-the-password").create()

    assert "not-the-password" not in str(raised.value)
    assert "not-the-password" not in repr(Account(password="not-the-password"))


def test_a_missing_database_is_named(empty_neo4j: Neo4jServer, tmp_path: Path) -> None:
    with pytest.raises(WrongStore, match="has no such database"):
        place_of(empty_neo4j, tmp_path, database="nowhere").create()


@pytest.mark.parametrize(
    ("url", "error", "said"),
    [
        ("neo4j://127.0.0.1:1", StoreUnavailable, "127.0.0.1"),
        ("http://127.0.0.1:1", WrongStore, "address"),
        ("neo4j://127.0.0.1:x", WrongStore, "address"),
        ("neo4j://a:secret@127.0.0.1", WrongStore, "address"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_its_secrets(
    tmp_path: Path, url: str, error: type[StoreError], said: str
) -> None:
    place = Neo4jPlace(url, Account(password="secret"), open_bodies(str(tmp_path)), HostPolicy())
    with pytest.raises(error, match=said) as raised:
        place.create()

    assert "secret" not in str(raised.value)


async def test_a_database_of_others_is_left_alone(empty_neo4j: Neo4jServer, tmp_path: Path) -> None:
    place = place_of(empty_neo4j, tmp_path)
    await ask(empty_neo4j, "DROP CONSTRAINT crawl_id IF EXISTS")
    await ask(empty_neo4j, "CREATE (:Film)")
    with pytest.raises(WrongStore, match="nodes that are not of Leadline"):
        place.create()

    empty_neo4j.wipe()
    store = place.create()

    assert await store.newest(CrawlKind.CRAWL, 1) == []
    await store.aclose()


async def test_an_older_server_is_named_with_its_version(
    empty_neo4j: Neo4jServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The oldest server that can be fetched is new enough, so that only its answer is replaced.
    monkeypatch.setitem(QUERIES, "server_version", "RETURN '4.4.38'")
    with pytest.raises(WrongStore, match=r"is Neo4j 4\.4\.38; Leadline needs Neo4j 5"):
        place_of(empty_neo4j, tmp_path).create()


async def test_pieces_of_pages_are_in_the_bodies_store_of_the_database(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    store = place_of(empty_neo4j, tmp_path).create()
    batch = await start(store)
    await report(store, 1, batch, Completed(PageId(1), ANSWER, bodies={"text": b"fog"}))

    assert await store.bodies(C, [PageId(1)], "text") == {1: b"fog"}
    assert await store.pieces(C, PageId(1)) == {"text": 3}
    reader = place_of(empty_neo4j, tmp_path / "elsewhere").open_reader()
    with pytest.raises(WrongStore, match="LEADLINE_BODIES"):
        await reader.bodies(C, [PageId(1)], "text")
    await reader.aclose()
    await store.aclose()


async def test_a_second_machine_with_a_folder_of_its_own_is_refused_at_its_start(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    await place_of(empty_neo4j, tmp_path / "first").create().aclose()
    with pytest.raises(WrongStore, match="All machines of a store need one bodies store"):
        place_of(empty_neo4j, tmp_path / "second").create()

    await place_of(empty_neo4j, tmp_path / "first").create().aclose()


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
