"""SQLite's log, which only grows while there is always somebody who reads."""

from pathlib import Path

import pytest

from leadline.store.sqlite.database.connection import connect_for_reading
from leadline.store.sqlite.store import SqliteStore

MIB = 1024 * 1024


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept.db"


def log_bytes(path: Path) -> int:
    return file_bytes(path.with_name(f"{path.name}-wal"))


def file_bytes(path: Path) -> int:
    return path.stat().st_size


async def long_log(path: Path) -> SqliteStore:
    """A store whose log nobody could begin anew, as somebody read all the time."""
    store = SqliteStore(path)
    reader = connect_for_reading(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
    store._db.execute("CREATE TABLE filler (bytes BLOB)")
    for _ in range(60):
        store._db.execute("INSERT INTO filler VALUES (zeroblob(?))", [MIB])
    assert log_bytes(path) > 60 * MIB
    reader.close()
    return store


async def test_a_long_log_is_begun_anew(path: Path) -> None:
    store = await long_log(path)

    await store.check()

    assert log_bytes(path) == 0
    await store.aclose()


async def test_who_sleeps_while_reading_stops_nobody(path: Path) -> None:
    store = await long_log(path)
    sleeper = connect_for_reading(path)
    sleeper.execute("BEGIN")
    sleeper.execute("SELECT count(*) FROM sqlite_master").fetchone()
    store._db.execute("INSERT INTO filler VALUES (1)")

    await store.check()

    assert log_bytes(path) > 60 * MIB
    store._db.execute("INSERT INTO filler VALUES (1)")
    sleeper.close()
    await store.aclose()


async def test_what_is_in_the_log_is_in_the_file_once_it_was_tidied(path: Path) -> None:
    store = await long_log(path)
    before = file_bytes(path)

    await store.tidy()

    assert before < MIB
    assert file_bytes(path) > 60 * MIB
    await store.aclose()


async def test_a_short_log_is_left(path: Path) -> None:
    store = SqliteStore(path)
    before = file_bytes(path)
    store._db.execute("CREATE TABLE filler (bytes BLOB)")
    store._db.execute("INSERT INTO filler VALUES (zeroblob(?))", [MIB])

    await store.tidy()

    assert file_bytes(path) == before
    await store.aclose()
