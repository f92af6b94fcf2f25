"""Hosts: their numbers in the file, their pace, and their outages."""

import sqlite3
from collections.abc import Sequence

from leadline.store.contract import HostNews
from leadline.store.sqlite.queries import QUERIES

_FAILURES_OF_OUTAGE = 3
_FIRST_WAIT_S = 5.0
_LONGEST_WAIT_S = 600.0
_MAX_NUMBERS = 50_000


class HostNumbers:
    """The number of each host, remembered: a crawl asks for few hosts very often."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, db: sqlite3.Connection, name: str) -> int:
        """The number of a host, which is given one when it has none."""
        if name not in self._numbers:
            found = db.execute(QUERIES["host"], {"name": name}).fetchone()
            row = found or db.execute(QUERIES["add_host"], {"name": name}).fetchone()
            if len(self._numbers) >= _MAX_NUMBERS:
                self._numbers.clear()
            self._numbers[name] = row[0]
        return self._numbers[name]

    def forget(self) -> None:
        """After a rollback: numbers that were given in it are not in the file."""
        self._numbers.clear()


def gap_s(db: sqlite3.Connection, host: int) -> float:
    """The strictest wish of all who have unfinished pages on a host, and of robots.txt."""
    (wished,) = db.execute(QUERIES["strictest_gap"], {"host": host}).fetchone()
    (robots,) = db.execute("SELECT robots_gap_s FROM host WHERE n = ?", (host,)).fetchone()
    return float(max(wished or 0.0, robots))


def note_news(
    db: sqlite3.Connection, hosts: HostNumbers, news: Sequence[HostNews], now: float
) -> None:
    """Write down what workers learnt about hosts."""
    for item in news:
        host = hosts.number(db, item.host)
        if item.crawl_delay_s is not None:
            db.execute(QUERIES["host_gap"], {"host": host, "gap_s": item.crawl_delay_s})
        if item.answered:
            db.execute(QUERIES["host_answered"], {"host": host})
        if item.failed:
            _note_failure(db, host, now)
        if item.slow_until is not None:
            _leave_alone(db, host, item.slow_until)


def _note_failure(db: sqlite3.Connection, host: int, now: float) -> None:
    (failures,) = db.execute(QUERIES["host_failed"], {"host": host, "now": now}).fetchone()
    if failures >= _FAILURES_OF_OUTAGE:
        wait_s = min(_FIRST_WAIT_S * 2 ** (failures - _FAILURES_OF_OUTAGE), _LONGEST_WAIT_S)
        db.execute(QUERIES["host_down"], {"host": host, "until": now + wait_s})
        _leave_alone(db, host, now + wait_s)


def _leave_alone(db: sqlite3.Connection, host: int, until: float) -> None:
    db.execute(QUERIES["host_slower"], {"host": host, "until": until})
    db.execute(QUERIES["queues_of_host_at"], {"host": host, "at": until})
