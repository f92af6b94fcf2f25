"""No page is claimed twice, however many claim at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from neo4j import AsyncDriver, AsyncTransaction

from contract.conftest import HTTP, ONE, TWO, done, ids, page
from contract.neo4j_backend import neo4j_backend
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.outcomes import Discovered, Report
from leadline.domain.pages import WorkerId
from leadline.store.contract import Claim, HostPolicy, Store
from leadline.store.neo4j.opening import connect
from leadline.store.neo4j.sections import runner
from leadline.store.neo4j.sections.applying import apply
from neo4j_server.graph_model import CLAIM
from neo4j_server.server import Neo4jServer

C = CrawlId("c")
CLAIMERS = 50
AT_ONCE = 8
_CHUNK = 1_000
UNCLAIMED = "MATCH (n:URL) SET n.job_status = 'PENDING'"
BLOCKED = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN status"


@pytest.fixture
async def store(empty_neo4j: Neo4jServer) -> AsyncIterator[Store]:
    async with neo4j_backend(empty_neo4j, HostPolicy()) as open_:
        yield open_(0)


@pytest.fixture
async def driver(empty_neo4j: Neo4jServer) -> AsyncIterator[AsyncDriver]:
    async with connect(empty_neo4j.url, *(empty_neo4j.auth or ("", ""))) as driver:
        yield driver


async def start_crawl(store: Store, pages: int) -> None:
    """Start a crawl with pages to fetch."""
    options = CrawlOptions(delay_ms=0, concurrency=CLAIMERS, max_depth=5)
    await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
    [root] = (await store.claim(ONE, HTTP, 1, 1)).batches
    numbers = range(2, pages + 2)
    for first in range(0, pages, _CHUNK):
        found = tuple(page(number) for number in numbers[first : first + _CHUNK])
        outcomes = (Discovered(PageId(1), found),)
        await store.complete(ONE, first, [Report(root.token, C, root.host, outcomes)])
    outcomes_of_root = (done(root.tasks[0]),)
    await store.complete(ONE, pages, [Report(root.token, C, root.host, outcomes_of_root)])


async def claim_all(store: Store, driver: AsyncDriver, pages: int) -> tuple[int, int]:
    """Let many claim all pages; return how many are claimed twice by us, and by the model's query.

    Those that claim have a claim open all the time.
    """

    async def ours(number: int) -> list[int]:
        claimed: list[int] = []
        while some := (await store.claim(WorkerId(f"w{number}"), HTTP, AT_ONCE, 1)).batches:
            claimed += ids(some)
        return claimed

    async def by_the_model(_: int) -> list[int]:
        claimed: list[int] = []
        while some := (await driver.execute_query(CLAIM))[0]:
            claimed += [record["n"]["pid"] for record in some]
        return claimed

    async def doubles(claim: Callable[[int], Awaitable[list[int]]]) -> int:
        all_ = await asyncio.gather(*map(claim, range(CLAIMERS)))
        times = Counter(id_ for some in all_ for id_ in some)
        assert sorted(times) == list(range(2, pages + 2)), "each page is claimed"
        return sum(count > 1 for count in times.values())

    our_doubles = await doubles(ours)
    await driver.execute_query(UNCLAIMED)
    return our_doubles, await doubles(by_the_model)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("pages", [500, pytest.param(10_000, marks=pytest.mark.long)])
async def test_of_many_that_claim_at_once_one_gets_each_page(
    store: Store, driver: AsyncDriver, pages: int
) -> None:
    await start_crawl(store, pages)

    ours, of_the_model = await claim_all(store, driver, pages)

    print(f"{CLAIMERS} claimers, {pages} pages: {ours} claimed twice; by the query of the graph")  # noqa: T201 -- a figure of the run
    print(f"model: {of_the_model}")  # noqa: T201 -- a figure of the run
    assert ours == 0


async def wait_for_lock(driver: AsyncDriver) -> None:
    """Wait until a transaction waits for the lock of another one."""
    async with asyncio.timeout(20):
        while not (await driver.execute_query(BLOCKED))[0]:  # noqa: ASYNC110 -- of another process
            await asyncio.sleep(0.01)


async def claim_after_choice(
    store: Store, driver: AsyncDriver, monkeypatch: pytest.MonkeyPatch, *crawls: CrawlId
) -> tuple[Claim, Claim]:
    """Let a worker claim from a crawl; when it has chosen, let another one claim from the next."""
    has_chosen, may_go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*given: object) -> None:
        has_chosen.set()
        await may_go_on.wait()
        await apply(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(runner, "apply", slowly)
    async with asyncio.TaskGroup() as group:
        first = group.create_task(store.claim(ONE, HTTP, 1, 1, crawls[0]))
        await has_chosen.wait()
        second = group.create_task(store.claim(TWO, HTTP, 1, 1, crawls[-1]))
        await wait_for_lock(driver)
        may_go_on.set()
    return first.result(), second.result()


async def test_a_claim_waits_for_one_that_has_chosen_the_page(
    store: Store, driver: AsyncDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_crawl(store, 1)

    first, second = await claim_after_choice(store, driver, monkeypatch, C)

    assert (ids(first.batches), second.batches) == ([2], ())


async def test_a_claim_waits_for_one_of_another_crawl_that_takes_the_turn_of_the_host(
    store: Store, driver: AsyncDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawls = (CrawlId("one"), CrawlId("two"))
    for crawl in crawls:
        await store.create(crawl, CrawlKind.CRAWL, CrawlOptions(delay_ms=5_000), page(1, depth=0))

    first, second = await claim_after_choice(store, driver, monkeypatch, *crawls)

    assert (ids(first.batches), second.batches) == ([1], ())


async def test_the_query_of_the_graph_model_claims_a_page_twice(
    store: Store, driver: AsyncDriver
) -> None:
    """Take the steps of the tests above, which find a claim that is not safe."""
    await start_crawl(store, 1)

    async def claim(transaction: AsyncTransaction) -> list[int]:
        rows = await (await transaction.run(CLAIM)).values()
        await transaction.commit()
        return [node["pid"] for (node,) in rows]

    async with driver.session() as one, driver.session() as two:
        first = await one.begin_transaction()
        chosen = await (await first.run(CLAIM)).values()
        second = asyncio.create_task(claim(await two.begin_transaction()))
        await wait_for_lock(driver)
        await first.commit()

        assert (chosen[0][0]["pid"], await second) == (2, [2])
