"""The log that SQLite writes ahead (WAL), kept short."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from leadline.store.sqlite.database.connection import BUSY_S, uri_of

_LONG_BYTES = 48 * 1024 * 1024
_SHORT_BYTES = 4 * 1024 * 1024
_PATIENCE_MS = 200
_AGAIN_S = 1.0


class WriteAheadLog:
    """The log, which starts again from its beginning when it has grown long.

    SQLite does so by itself only at a moment when everything is copied back and no process reads or
    writes, which may never come while many work.
    """

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._store = path
        self._path = path.with_name(f"{path.name}-wal")
        self._again_at = 0.0

    def shorten(self) -> None:
        """Shorten a long log. Called after a write: others still sleep, so the lock is free."""
        if self._size() < _LONG_BYTES or time.monotonic() < self._again_at:
            return
        # Writers wait meanwhile: not for long, and not again at once, if a reader sleeps.
        self._again_at = time.monotonic() + _AGAIN_S
        self._db.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        try:
            is_busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000:.0f}")
        if not is_busy:
            self._again_at = 0.0

    def copy_back(self) -> None:
        """Copy the log back without blocking others, so that the last close is short."""
        if self._size() < _SHORT_BYTES:
            return
        with suppress(sqlite3.Error), closing(self._connect()) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _connect(self) -> sqlite3.Connection:
        # A file that was deleted is not created again.
        return sqlite3.connect(uri_of(self._store, "rw"), uri=True)

    def _size(self) -> int:
        with suppress(FileNotFoundError):
            return self._path.stat().st_size
        return 0
