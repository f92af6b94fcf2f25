"""Scans: bounded, dropped when no client waits for them, and stopped while they run."""

import asyncio
import threading
from pathlib import Path

import pytest

from leadline.api.problems import Problem
from leadline.api.server.answer_cache import AnswerCache
from leadline.api.server.pool import ScanPool
from leadline.store.reader import Reader
from leadline.store.sqlite.reader import SqliteReader
from leadline.store.sqlite.store import SqliteStore

FOR_HOURS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


class Work:
    """Work that goes on until it is allowed to end."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = threading.Event()

    async def __call__(self, _: Reader) -> str:
        self.begun += 1
        await asyncio.to_thread(self.may_end.wait)
        return "done"


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    await SqliteStore(tmp_path / "leadline.db").aclose()
    return tmp_path / "leadline.db"


def pool_of(path: Path) -> ScanPool:
    return ScanPool(lambda: SqliteReader.open(path), 1, lambda _: None, most_waiting=2)


async def begun(*tasks: asyncio.Task[str]) -> None:
    """Wait until all of these had a turn."""
    for _ in tasks:
        await asyncio.sleep(0)


async def test_so_many_wait_and_no_more(path: Path) -> None:
    pool, work = pool_of(path), Work()
    waiting = [asyncio.create_task(pool.run(work)) for _ in range(3)]
    await begun(*waiting)

    with pytest.raises(Problem) as refused:
        await pool.run(work)

    assert (refused.value.status, refused.value.name) == (429, "too-many-scans")
    work.may_end.set()
    assert await asyncio.gather(*waiting) == ["done"] * 3
    await pool.aclose()


async def test_what_nobody_waits_for_is_never_begun(path: Path) -> None:
    pool, work, unwanted = pool_of(path), Work(), Work()
    running = asyncio.create_task(pool.run(work))
    left = asyncio.create_task(pool.run(unwanted))
    await begun(running, left)

    left.cancel()
    work.may_end.set()
    await running
    await pool.aclose()

    assert unwanted.begun == 0


async def test_a_read_that_runs_is_stopped_when_nobody_waits_for_it(path: Path) -> None:
    pool, has_begun = pool_of(path), threading.Event()

    async def read(reader: Reader) -> str:
        assert isinstance(reader, SqliteReader)
        has_begun.set()
        return str(reader._db.execute(FOR_HOURS).fetchone())

    async def look(reader: Reader) -> str:
        return str(await reader.keys())

    left = asyncio.create_task(pool.run(read))
    await asyncio.to_thread(has_begun.wait)
    left.cancel()

    async with asyncio.timeout(10):
        assert await pool.run(look) == "[]"
    await pool.aclose()


async def test_an_answer_is_given_up_when_all_who_asked_have_left() -> None:
    memory, ended = AnswerCache(), asyncio.Event()

    async def make() -> bytes:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return b""

    waiting = [asyncio.create_task(memory.answer("a", 1, make)) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not ended.is_set()
    waiting[1].cancel()

    async with asyncio.timeout(10):
        await ended.wait()
