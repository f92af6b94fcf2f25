"""Waiting until other connections write."""

import asyncio
import sqlite3
import time
from pathlib import Path

from leadline.store.sqlite.database.bell import Bell
from leadline.store.sqlite.database.connection import translating_errors

# A process that commits a thousand times a second must not wake the others as often. A few times
# in a row are allowed: a client waits for the result of a page.
_REST_S = 0.005
_IN_A_ROW_S = 4 * _REST_S
# A process that died between writing and ringing was not heard.
_ANYWAY_S = 1.0
_LOOK_S = 0.005
_LONGEST_LOOK_S = 0.05


class StoreWatcher:
    """A watch on what other connections write. One caller waits at a time."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._bell = Bell(path)
        self._seen = self._version()
        self._rests_until = 0.0

    def note(self) -> None:
        """Note that everything written until now has been seen."""
        self._seen = self._version()

    def ring(self) -> None:
        """Notify the others that something was written."""
        self._bell.ring()

    async def wait(self, timeout_s: float) -> None:
        """Wait until something was written that was not seen, or the time is over."""
        until, look_s = time.monotonic() + timeout_s, _LOOK_S
        if (rest_s := self._rests_until - time.monotonic()) > 0:
            await asyncio.sleep(min(rest_s, timeout_s))
        # It has to be listening before the first look.
        hears = self._bell.can_hear()
        while self._version() == self._seen and (left_s := until - time.monotonic()) > 0:
            if hears:
                await self._bell.heard(min(left_s, _ANYWAY_S))
            else:
                await asyncio.sleep(min(left_s, look_s))
                look_s = min(look_s * 1.5, _LONGEST_LOOK_S)
        self.note()
        self._rests_until = max(self._rests_until, time.monotonic() - _IN_A_ROW_S) + _REST_S

    def _version(self) -> int:
        """Return a number that changes with every commit of another connection; takes 3 µs."""
        with translating_errors():
            return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Stop listening."""
        self._bell.close()
