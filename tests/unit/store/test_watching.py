"""How a SQLite file tells that it was written: at once, and at no cost while it is not."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from leadline.domain.pages import PageKind, WorkerId
from leadline.domain.system.keys import ApiKey
from leadline.store.sqlite.database import bell, watching
from leadline.store.sqlite.reader import SqliteReader
from leadline.store.sqlite.store import SqliteStore

LONG_S = 30.0
SOON_S = watching._ANYWAY_S / 2


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    await store.aclose()


@pytest.fixture
async def reader(path: Path, store: SqliteStore) -> AsyncIterator[SqliteReader]:
    assert store.now() > 0, "which has made the file"
    reader = SqliteReader.open(path)
    yield reader
    await reader.aclose()


async def write(store: SqliteStore, name: str) -> None:
    await store.add_key(ApiKey(name, name, b"", 0.0))


async def woken_in_s(reader: SqliteReader, store: SqliteStore) -> float:
    await reader.wait(0)
    waiting = asyncio.create_task(reader.wait(LONG_S))
    await asyncio.sleep(0.05)
    start = time.monotonic()
    await write(store, "a")
    await waiting
    return time.monotonic() - start


async def test_a_reader_hears_at_once_what_was_written(
    store: SqliteStore, reader: SqliteReader
) -> None:
    assert await woken_in_s(reader, store) < SOON_S


async def test_where_nothing_can_be_heard_readers_look(
    store: SqliteStore, reader: SqliteReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "_listen", lambda _: None)

    assert await woken_in_s(reader, store) < SOON_S


async def test_who_dies_before_ringing_is_noticed_all_the_same(
    store: SqliteStore, reader: SqliteReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell.Bell, "ring", lambda _: None)

    assert SOON_S / 2 < await woken_in_s(reader, store) < LONG_S / 2


async def test_nobody_is_woken_by_what_they_wrote_themselves(store: SqliteStore) -> None:
    await write(store, "a")
    start = time.monotonic()

    await store.wait(0.05)

    assert time.monotonic() - start >= 0.05


async def test_who_finds_nothing_to_claim_does_not_wait_for_who_writes(
    path: Path, store: SqliteStore
) -> None:
    worker, kinds = WorkerId("w"), [PageKind.PAGE]
    await store.claim(worker, kinds, 1, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")

        assert (await store.claim(worker, kinds, 1, 1)).batches == ()


async def test_while_nothing_is_written_nobody_looks(
    reader: SqliteReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    look = watching.StoreWatcher._version

    def counted(watch: watching.StoreWatcher) -> int:
        nonlocal looks
        looks += 1
        return look(watch)

    monkeypatch.setattr(watching.StoreWatcher, "_version", counted)
    await reader.wait(0.3)

    assert looks <= 3
