"""The log that SQLite writes ahead (WAL), kept short."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from leadline.store.sqlite.connection import BUSY_S

_LONG_BYTES = 48 * 1024 * 1024
_SHORT_BYTES = 4 * 1024 * 1024
_PATIENCE_MS = 200
_AGAIN_S = 1.0


class WriteAheadLog:
    """Begins the log anew when it has grown long.

    SQLite does so by itself only at a moment when everything is copied back, nobody reads and
    nobody has written meanwhile, which may never come while many work.
    """

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._store = path
        self._path = path.with_name(f"{path.name}-wal")
        self._again_at = 0.0

    def shorten(self) -> None:
        """To be called when a write is over: others still sleep, so that the lock is to be had."""
        if self._size() < _LONG_BYTES or time.monotonic() < self._again_at:
            return
        # Writers wait meanwhile: not for long, and not again at once, if somebody who reads sleeps.
        self._again_at = time.monotonic() + _AGAIN_S
        self._db.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        try:
            is_busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000:.0f}")
        if not is_busy:
            self._again_at = 0.0

    def copy_back(self) -> None:
        """Leave little of it to who closes the file last, and in nobody's way. For a thread."""
        if self._size() < _SHORT_BYTES:
            return
        with suppress(sqlite3.Error), closing(self._connect()) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _connect(self) -> sqlite3.Connection:
        # Where the file was deleted, none is created.
        return sqlite3.connect(f"file:{quote(bytes(self._store))}?mode=rw", uri=True)

    def _size(self) -> int:
        with suppress(FileNotFoundError):
            return self._path.stat().st_size
        return 0
