"""Idle workers look for work ever more seldom, until there is some."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from contract.conftest import page
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.errors import StoreUnavailable
from leadline.domain.pages import WorkerId
from leadline.pipeline.plan import Defaults
from leadline.pipeline.tools import Tools
from leadline.store.contract import Claim, Store
from leadline.store.sqlite.store import SqliteStore
from leadline.worker.feeder.feeder import Feeder
from leadline.worker.feeder.pacing.polling import Polling


def test_the_wait_doubles_up_to_its_limit() -> None:
    polling = Polling(0.1, 0.5)

    assert [polling.lengthen() for _ in range(5)] == [0.1, 0.2, 0.4, 0.5, 0.5]


def test_work_makes_it_short_again() -> None:
    polling = Polling(0.1, 30.0)
    polling.lengthen()
    polling.lengthen()

    polling.reset()

    assert polling.lengthen() == 0.1


def test_the_longest_wait_is_not_shorter_than_the_first() -> None:
    polling = Polling(2.0, 1.0)

    assert [polling.lengthen(), polling.lengthen()] == [2.0, 2.0]


class Watched(SqliteStore):
    """A store that notes how long its worker would wait, and does not let it."""

    def __init__(self, path: Path, stop: asyncio.Event) -> None:
        super().__init__(path)
        self.stop = stop
        self.waits_s: list[float] = []

    async def wait(self, timeout_s: float) -> None:
        self.waits_s.append(timeout_s)
        if len(self.waits_s) == 3:
            options = CrawlOptions(networks=("10.0.0.0/8",))
            await self.create(CrawlId("c"), CrawlKind.CRAWL, options, page(1, depth=0))
        if len(self.waits_s) == 5:
            self.stop.set()


async def test_a_feeder_waits_ever_longer_until_it_finds_work(tmp_path: Path) -> None:
    stop = asyncio.Event()
    store = Watched(tmp_path / "s.db", stop)
    # It may not fetch from where the crawl wants to, and gives the page back.
    tools = cast("Tools", SimpleNamespace(known={}))
    feeder = Feeder(WorkerId("w"), store, tools, cast("Defaults", None), polling=Polling(0.1, 0.3))

    await feeder.run(stop, 1.0)
    await store.aclose()

    assert store.waits_s == [0.1, 0.2, 0.3, 0.1, 0.2]


class Gone:
    """A server that does not answer: every call fails at once."""

    def __init__(self) -> None:
        self.claims = 0

    async def claim(self, *_: object, **__: object) -> Claim:
        self.claims += 1
        raise StoreUnavailable("gone")

    async def wait(self, _: float) -> None:
        raise StoreUnavailable("gone")


async def test_a_server_that_does_not_answer_is_asked_once_a_second() -> None:
    stop, store = asyncio.Event(), Gone()
    tools = cast("Tools", SimpleNamespace(known={}))
    feeder = Feeder(WorkerId("w"), cast("Store", store), tools, cast("Defaults", None))
    asyncio.get_running_loop().call_later(10.5, stop.set)

    async with asyncio.timeout(20):
        await feeder.run(stop, 1.0)

    assert store.claims == 11
