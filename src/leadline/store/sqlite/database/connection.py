"""A connection to the file: opening, migrating, transactions, and errors in our words."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from leadline.domain.errors import InvalidInput, StoreUnavailable, WrongStore
from leadline.store.sqlite.database.file import create_private, make_private

APPLICATION_ID = 0x1EAD11E
BUSY_S = 30.0
_CACHE_KIB = 8 * 1024
_CHECKPOINT_PAGES = 4000
_PAGE_BYTES = 8192
_SEEN_S = 30.0
_FEW_PAGES = 128
_NAME_ANOTHER = "name another with --store sqlite:///PATH"


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for writing; create it, with mode 0600, if it is missing. Raises WrongStore."""
    _check_file(path)
    create_private(path)
    with translating_errors(path):
        db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)
        _check_ours(db, path)
        make_private(path)
        db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        db.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        _migrate(db, path)
        return db


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open the file so that nothing can be changed. Raises WrongStore.

    A file of an older version is brought up to date first.
    """
    check_kept(path)
    with translating_errors(path):
        db = sqlite3.connect(uri_of(path, "ro"), uri=True, isolation_level=None, timeout=BUSY_S)
        _check_ours(db, path)
        if _version(db) == 0:
            raise _no_store(path)
        if _version(db) < len(_scripts()):
            # A connection that is alone copies the log back when it closes.
            db.close()
            connect(path).close()
            return connect_for_reading(path)
        return db


def uri_of(path: Path, mode: Literal["ro", "rw"]) -> str:
    """Return the file as a URI with a mode, for SQLite: neither mode creates the file."""
    return f"{path.absolute().as_uri()}?mode={mode}"


def check_kept(path: Path) -> None:
    """Raise WrongStore where there is no store yet."""
    _check_file(path)
    try:
        is_empty = path.stat().st_size == 0
    except FileNotFoundError:
        is_empty = True
    except OSError:
        # SQLite reports what is wrong with it.
        return
    if is_empty:
        raise _no_store(path)


def _check_file(path: Path) -> None:
    if os.path.isdir(path):  # noqa: PTH112 -- False where it cannot be known
        raise WrongStore(f"{path} is a folder; {_NAME_ANOTHER}")


def _no_store(path: Path) -> WrongStore:
    if not path.parent.exists():
        return WrongStore(
            f"there is no folder {path.parent} for the store {path.name};"
            f" create the folder, or {_NAME_ANOTHER}"
        )
    start = "start one with: leadline crawl URL"
    return WrongStore(f"there is no store {path} yet; {start}, or {_NAME_ANOTHER}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Commit all or nothing. Takes the write lock at once: two that first read would block."""
    with translating_errors():
        db.execute("BEGIN IMMEDIATE")
        try:
            _check_version(db)
            yield db
        except BaseException:
            # On a full disk SQLite has rolled back by itself.
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")


def check_writable(db: sqlite3.Connection) -> None:
    """Write something that changes nothing."""
    db.execute(f"PRAGMA user_version = {_version(db)}")


def compact(db: sqlite3.Connection, now: float) -> int:
    """Rewrite the file without its free pages; return by how many bytes it shrank.

    Returns 0, and changes nothing:
    - while there are workers, which would have to wait,
    - when fewer bytes are free than would be copied,
    - when another process keeps the file busy, or the disk has no room for the copy.
    """
    used, free = _pages(db)
    is_busy = db.execute("SELECT 1 FROM worker WHERE seen_at > ?", (now - _SEEN_S,)).fetchone()
    if is_busy or free < max(used, _FEW_PAGES):
        return 0
    try:
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError:
        return 0
    left = sum(_pages(db))
    return (used + free - left) * _PAGE_BYTES


def _pages(db: sqlite3.Connection) -> tuple[int, int]:
    """Return how many pages of the file are used, and how many are free."""
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (free,) = db.execute("PRAGMA freelist_count").fetchone()
    return pages - free, free


@contextmanager
def translating_errors(path: Path | None = None) -> Iterator[None]:
    """Raise SQLite's errors as ours."""
    try:
        yield
    except UnicodeEncodeError as exc:
        # Bytes of the command line that are not text arrive as surrogates.
        raise InvalidInput(f"{exc.object!r} is not text in UTF-8") from exc
    except (sqlite3.NotSupportedError, sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise
    except sqlite3.DatabaseError as exc:
        if "not a database" in str(exc):
            raise WrongStore(f"{path} is not a Leadline store; {_NAME_ANOTHER}") from exc
        where = f"{path}: " if path else ""
        hint = "; is it there, and can its folder be written?" if "to open" in str(exc) else ""
        raise StoreUnavailable(f"{where}{exc}{hint}") from exc


def _check_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raise WrongStore, before anything was changed."""
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner != APPLICATION_ID and tables:
        raise WrongStore(f"{path} is a database, but not a Leadline store; {_NAME_ANOTHER}")
    _check_version(db, path)


def _check_version(db: sqlite3.Connection, path: Path | str = "the store") -> None:
    if _version(db) > len(_scripts()):
        raise WrongStore(f"{path} was written by a newer Leadline; update this one")


@cache
def _scripts() -> list[Traversable]:
    folder = resources.files("leadline.store.sqlite.migrations")
    scripts = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    return sorted(scripts, key=lambda script: script.name)


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    scripts = _scripts()
    if _version(db) == len(scripts):
        return
    try:
        with transaction(db):
            _check_ours(db, path)
            _check_unused(db, path)
            version = _version(db)
            for number, script in enumerate(scripts[version:], version + 1):
                for statement in _statements(script.read_text()):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except StoreUnavailable as exc:
        raise StoreUnavailable(f"{path} cannot be brought up to date: {exc}") from exc


def _check_unused(db: sqlite3.Connection, path: Path) -> None:
    """Raise WrongStore while workers of an earlier version use the file."""
    if (
        _version(db)
        and db.execute(
            "SELECT 1 FROM worker WHERE seen_at > ?", (time.time() - _SEEN_S,)
        ).fetchone()
    ):
        raise WrongStore(
            f"{path} is of an earlier Leadline, which is at work on it; stop that, or wait"
            f" {_SEEN_S:.0f} s if it was killed"
        )


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _statements(script: str) -> Iterator[str]:
    # executescript() would commit the transaction that it is called in.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
