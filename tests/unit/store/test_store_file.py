"""The file of a store: for its owner alone, and the same one for as long as it is used."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from leadline import bootstrap
from leadline.domain.errors import StoreUnavailable, WrongStore
from leadline.settings import Settings
from leadline.store.sqlite.store import SqliteStore

SUFFIXES = ("", "-wal", "-shm")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(path: Path) -> set[int]:
    return {stat.S_IMODE(Path(f"{path}{suffix}").stat().st_mode) for suffix in SUFFIXES}


async def test_a_store_is_created_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "new.db")
    await store.check()

    assert modes(tmp_path / "new.db") == {0o600}
    await store.aclose()


async def test_a_store_that_others_could_read_is_taken_from_them(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    store = SqliteStore(path)
    for suffix in SUFFIXES:
        os.chmod(f"{path}{suffix}", 0o644)  # noqa: PTH101 -- not worth a thread

    another = SqliteStore(path)

    assert modes(path) == {0o600}
    await another.aclose()
    await store.aclose()


def test_a_database_of_others_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (a)")
    path.chmod(0o644)

    with pytest.raises(WrongStore):
        SqliteStore(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o644


async def test_a_deleted_store_is_not_written_and_not_created_again(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/gone.db")
    store = bootstrap.open_store(settings)
    same = bootstrap.SameStore(settings)
    (tmp_path / "gone.db").unlink()

    with pytest.raises(StoreUnavailable, match="deleted or replaced"):
        await store.check()
    with pytest.raises(StoreUnavailable, match="deleted or replaced"):
        same.open()
    assert not (tmp_path / "gone.db").exists()
    await store.aclose()


async def test_a_store_in_the_place_of_another_is_not_taken_for_it(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/here.db")
    store = bootstrap.open_store(settings)
    same = bootstrap.SameStore(settings)
    await SqliteStore(tmp_path / "other.db").aclose()
    (tmp_path / "here.db").rename(tmp_path / "kept.db")
    (tmp_path / "other.db").rename(tmp_path / "here.db")

    with pytest.raises(StoreUnavailable, match="deleted or replaced"):
        await store.check()
    with pytest.raises(StoreUnavailable, match="deleted or replaced"):
        same.open_reader()

    (tmp_path / "kept.db").rename(tmp_path / "here.db")
    await store.check()
    await store.aclose()
