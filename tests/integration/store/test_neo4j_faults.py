"""A server that is killed, and a client that stands still, in the middle of a section."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from contract.conftest import HTTP, ONE, TWO, done, ids, page
from contract.neo4j_backend import PiecesInMemory
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.errors import StoreUnavailable
from leadline.domain.outcomes import Report
from leadline.store.contract import Store
from leadline.store.neo4j.opening import open_neo4j
from leadline.store.neo4j.sections import runner
from leadline.store.neo4j.sections.applying import apply
from neo4j_server.fixtures import skip_without_server
from neo4j_server.jars import MissingServer
from neo4j_server.server import Neo4jServer, neo4j_server

C = CrawlId("c")
TESTS = Path(__file__).parents[2]
STANDS_STILL = """
import asyncio, os, signal, sys
from contract.conftest import HTTP, ONE
from contract.neo4j_backend import PiecesInMemory
from leadline.store.neo4j.opening import open_neo4j
from leadline.store.neo4j.sections import runner

async def stand_still(*_):
    print("holds the crawl", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)

async def main():
    store = await open_neo4j(*sys.argv[1:], PiecesInMemory())
    await store.claim(ONE, HTTP, 2, 1)

runner.apply, runner.TRANSACTION_S = stand_still, 1.0
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Neo4jServer]:
    """A server that no other test uses."""
    try:
        with neo4j_server() as server:
            yield server
    except MissingServer as missing:
        skip_without_server(missing)


@pytest.fixture
async def store(server: Neo4jServer) -> AsyncIterator[Store]:
    """A store with a crawl that has two pages to fetch."""
    server.wipe()
    store = await open_neo4j(server.url, server.user, server.password, PiecesInMemory())
    options = CrawlOptions(delay_ms=0, concurrency=9)
    await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
    [root] = (await store.claim(ONE, HTTP, 1, 1)).batches
    found = (done(root.tasks[0], page(2), page(3)),)
    await store.complete(ONE, 1, [Report(root.token, C, root.host, found)])
    yield store
    await store.aclose()


async def test_nothing_is_lost_when_the_server_is_killed_in_a_section(
    server: Neo4jServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def apply_and_kill(*given: object) -> None:
        await apply(*given)  # type: ignore[arg-type]
        await asyncio.to_thread(server.kill)

    with monkeypatch.context() as patched:
        patched.setattr(runner, "apply", apply_and_kill)
        with pytest.raises(StoreUnavailable):
            await store.claim(ONE, HTTP, 2, 1)
    for call in (store.claim(ONE, HTTP, 2, 1), store.get(C), store.check(), store.renew(ONE, [])):
        with pytest.raises(StoreUnavailable):
            await call
    await asyncio.to_thread(server.start)

    [batch] = (await store.claim(TWO, HTTP, 2, 1)).batches

    assert ids([batch]) == [2, 3], "the claim was not committed"
    outcomes = tuple(done(task) for task in batch.tasks)
    committed = await store.complete(TWO, 1, [Report(batch.token, C, batch.host, outcomes)])
    assert committed.accepted == 2
    crawl = await store.get(C)
    assert crawl is not None
    assert (crawl.figures.fetched, crawl.seq) == (3, 3)


async def test_a_commit_whose_answer_was_lost_is_not_made_twice(
    server: Neo4jServer, store: Store
) -> None:
    [batch] = (await store.claim(ONE, HTTP, 2, 1)).batches
    reports = [Report(batch.token, C, batch.host, tuple(done(task) for task in batch.tasks))]
    first = await store.complete(ONE, 2, reports)

    await asyncio.to_thread(server.restart)

    assert await store.complete(ONE, 2, reports) == first
    crawl = await store.get(C)
    assert crawl is not None
    assert (crawl.figures.fetched, crawl.stale) == (3, 0)


async def test_a_client_that_stands_still_holds_others_up_for_a_time_only(
    server: Neo4jServer, store: Store
) -> None:
    account = (server.url, server.user, server.password)
    client = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STANDS_STILL, *account, cwd=TESTS, stdout=subprocess.PIPE
    )
    assert client.stdout is not None
    try:
        assert await client.stdout.readline() == b"holds the crawl\n"
        async with asyncio.timeout(25):
            [batch] = (await store.claim(TWO, HTTP, 2, 1)).batches
    finally:
        client.kill()
        await client.wait()

    assert ids([batch]) == [2, 3]
