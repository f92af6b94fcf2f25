"""What is told of a crawl is made once, and nobody is waited for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from leadline.api.live.listeners import Live, State
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.errors import StoreUnavailable
from leadline.store.sqlite.store import SqliteStore
from synthetic_crawl import SyntheticCrawl

CRAWL = CrawlId("told")


class WatchedStore(SqliteStore):
    """Counts how often a crawl is looked at, and fails on demand."""

    looks = 0
    error: Exception | None = None
    looked = asyncio.Semaphore(0)

    async def get(self, crawl: CrawlId) -> Crawl | None:
        """See the contract."""
        self.looks += 1
        self.looked.release()
        if self.error is not None:
            raise self.error
        return await super().get(crawl)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[WatchedStore]:
    """One with a crawl."""
    store = WatchedStore(tmp_path / "live.db")
    yield store
    await store.aclose()


@pytest.fixture
async def crawl(store: WatchedStore) -> SyntheticCrawl:
    """Begun, with nothing fetched yet."""
    crawl = SyntheticCrawl(CRAWL, pages=1_000)
    await crawl.create(store)
    return crawl


async def looked_at(store: WatchedStore, times: int) -> None:
    """Until somebody has looked so many times more."""
    store.looked = asyncio.Semaphore(0)
    for _ in range(times):
        await store.looked.acquire()


@pytest.mark.usefixtures("crawl")
async def test_a_thousand_listeners_cost_one_look(store: WatchedStore) -> None:
    live = Live(store)
    with ExitStack() as stack:
        listeners = [stack.enter_context(live.listening(CRAWL)) for _ in range(1_000)]
        states = [await listener.next() for listener in listeners]

        assert len({id(state) for state in states}) == 1
        assert store.looks == 1


async def test_who_does_not_take_what_is_told_has_the_latest_and_nothing_else(
    store: WatchedStore, crawl: SyntheticCrawl
) -> None:
    live = Live(store)
    with live.listening(CRAWL) as slow, live.listening(CRAWL) as quick:
        told = await quick.next()
        for _ in range(2):
            await crawl.fill(store, 1)
            told = await quick.next()
        await looked_at(store, 2)
        late = await slow.next()

        assert isinstance(told, State)
        assert isinstance(late, State)
        assert late.seq == told.seq == 2
        assert not slow.has_news


async def test_a_cancelled_crawl_is_over_when_its_pages_have_been_moved(
    store: WatchedStore, crawl: SyntheticCrawl
) -> None:
    await crawl.fill(store, 1)
    await store.set_status(CRAWL, CrawlStatus.CANCELLED)
    with Live(store).listening(CRAWL) as listener:
        early = await listener.next()
        while await store.sweep(CRAWL, 1_000):
            pass
        last = await listener.next()

    assert isinstance(early, State)
    assert isinstance(last, State)
    assert (early.is_over, last.is_over) == (False, True)
    told = msgspec.json.decode(last.text)
    assert (told["status"], told["pending"]) == ("cancelled", 0)
    assert told["cancelled"] > 0


async def test_who_listens_stays_while_the_store_does_not_answer(
    store: WatchedStore, crawl: SyntheticCrawl
) -> None:
    with Live(store).listening(CRAWL) as listener:
        store.error = StoreUnavailable("gone for a while")
        await looked_at(store, 2)
        assert not listener.has_news

        await crawl.fill(store, 1)
        store.error = None
        state = await listener.next()

    assert state is not None
    assert state.seq == 1


@pytest.mark.usefixtures("crawl")
async def test_nothing_is_done_when_nobody_listens(store: WatchedStore) -> None:
    live = Live(store)
    with live.listening(CRAWL) as one:
        with live.listening(CRAWL) as other:
            await other.next()
        await one.next()
        assert len(asyncio.all_tasks()) == 2
    await asyncio.sleep(0)

    assert len(asyncio.all_tasks()) == 1


@pytest.mark.usefixtures("crawl")
async def test_a_bug_leaves_nobody_waiting(store: WatchedStore) -> None:
    live = Live(store)
    store.error = RuntimeError("a bug")
    with live.listening(CRAWL) as listener:
        assert await listener.next() is None
        store.error = None
        with live.listening(CRAWL) as next_one:
            assert await next_one.next() is not None


@pytest.mark.usefixtures("crawl")
async def test_when_the_server_stops_everybody_is_let_go(store: WatchedStore) -> None:
    live = Live(store)
    with live.listening(CRAWL) as listener:
        live.end()
        assert await listener.next() is None
        with live.listening(CRAWL) as late:
            assert await late.next() is None
