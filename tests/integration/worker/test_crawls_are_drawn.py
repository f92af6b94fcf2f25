"""The supervisor has crawls drawn that are over, by a process of its own."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from invented import links, settled
from leadline.domain.crawls import CrawlId
from leadline.settings import Settings, with_options
from leadline.store.sqlite.store import SqliteStore
from leadline.worker.processes.supervisor import Supervisor

SITE = {"/": links("/a", "/b"), "/a": links("/b")}
_WAIT_S = 60


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.db")
    yield store
    await store.aclose()


async def supervised(store: SqliteStore, folder: Path, wanted: str) -> None:
    """Supervise without feeders until a crawl is drawn."""
    settings = with_options(Settings(), store=f"sqlite:///{folder}/store.db")
    until = time.monotonic() + _WAIT_S
    is_drawn = False

    async def look() -> None:
        nonlocal is_drawn
        is_drawn = await store.drawing(CrawlId(wanted)) is not None
        assert time.monotonic() < until

    await Supervisor(store, settings, 0).run(lambda: is_drawn, look)


async def test_crawls_that_are_over_are_drawn(store: SqliteStore, tmp_path: Path) -> None:
    for name in ("first", "second"):
        await settled(store, SITE, name)

    await supervised(store, tmp_path, "second")

    assert await store.drawing(CrawlId("first")) is not None
    assert await store.take_undrawn(0) is None


async def test_one_that_cannot_be_drawn_keeps_nothing_else_from_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    for name in ("broken", "whole"):
        await settled(store, SITE, name)
    with closing(sqlite3.connect(tmp_path / "store.db")) as db, db:
        db.execute("UPDATE lead SET targets = x'00' WHERE crawl = 1 AND seq = 1")

    await supervised(store, tmp_path, "whole")

    assert await store.drawing(CrawlId("broken")) is None
    assert await store.take_undrawn(0) is None, "it is not tried again at once"
