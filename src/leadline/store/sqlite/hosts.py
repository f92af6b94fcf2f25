"""Hosts: their numbers in the file, their pace, and their outages."""

import sqlite3
from collections.abc import Collection

from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.tally import Queue

NO_NETWORK = "no network: no host answers"
_SILENT = " does not answer"
"""What follows the name of a host that is the only one of its crawl."""
_GIVEN_UP = " stopped answering and was given up"

FAILURES_OF_OUTAGE = 3
PATIENCE_S = 10.0
"""How long external pages wait for their host, and pages that are the last ones for theirs."""
_FIRST_WAIT_S = 5.0
_LONGEST_WAIT_S = 600.0
_SHORTEST_WAIT_S = 1.0
LONGEST_WAIT_FOR_RULES_S = 60.0
"""For a robots.txt that cannot be read: a crawl whose other pages are done waits for it in vain."""
_MAX_NUMBERS = 50_000


class HostNumbers:
    """The number of each host, remembered: a crawl asks for few hosts very often."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, db: sqlite3.Connection, name: str, domain: str) -> int:
        """The number of a host, which is given one when it has none."""
        if name not in self._numbers:
            found = db.execute(QUERIES["host"], {"name": name}).fetchone()
            new = {"name": name, "domain": domain}
            row = found or db.execute(QUERIES["add_host"], new).fetchone()
            if len(self._numbers) >= _MAX_NUMBERS:
                self._numbers.clear()
            self._numbers[name] = row[0]
        return self._numbers[name]

    def forget(self) -> None:
        """After a rollback: numbers that were given in it are not in the file."""
        self._numbers.clear()


def strictest_wish_s(db: sqlite3.Connection, host: int) -> float:
    """Return the largest gap that a crawl with unfinished pages on a host asks for."""
    row = db.execute(QUERIES["strictest_gap"], {"host": host}).fetchone()
    return float(row[0]) if row else 0.0


def gap_s(db: sqlite3.Connection, host: int) -> float:
    """Return the gap of a host: the strictest wish of crawls and of robots.txt."""
    (robots,) = db.execute("SELECT robots_gap_s FROM host WHERE n = ?", (host,)).fetchone()
    return max(strictest_wish_s(db, host), float(robots))


def gap_after_s(db: sqlite3.Connection, queue: Queue) -> float:
    """Return the gap after a turn of a queue, which may have no unfinished pages by now."""
    row = db.execute(QUERIES["gap_of_queue"], queue._asdict()).fetchone()
    return max(gap_s(db, queue.host), float(row["gap_s"]))


def rests_until(db: sqlite3.Connection, host: int) -> float:
    """Until when nothing may be asked of a host."""
    return float(db.execute("SELECT rests_until FROM host WHERE n = ?", (host,)).fetchone()[0])


def leave_alone(db: sqlite3.Connection, host: int, until: float) -> None:
    """Ask nothing of a host before a time. Its queues learn that when they are looked at."""
    db.execute(QUERIES["rest_host"], {"host": host, "until": until})


def note_answers(db: sqlite3.Connection, answered: Collection[tuple[int, int]], now: float) -> None:
    """Note that hosts answered in a crawl: they are not in an outage."""
    for crawl, host in answered:
        db.execute(QUERIES["host_answered"], {"host": host})
        db.execute(QUERIES["queue_answered"], {"crawl": crawl, "host": host})
    for crawl in {crawl for crawl, _ in answered}:
        change = {"crawl": crawl, "now": now, "outage": NO_NETWORK, "silent": f"%{_SILENT}"}
        db.execute(QUERIES["crawl_answered"], change)


def note_failure(
    db: sqlite3.Connection,
    queue: Queue,
    now: float,
    outage_max_s: float,
    longest_s: float = _LONGEST_WAIT_S,
) -> None:
    """Count that a host could not be reached; after three times it is left alone for a while.

    While it is left alone, requests that were open already fail, too, which is not counted.
    """
    if rests_until(db, queue.host) > now:
        return
    where = {"host": queue.host, "now": now}
    failures, since = db.execute(QUERIES["host_failed"], where).fetchone()
    if failures >= FAILURES_OF_OUTAGE:
        wait_s = min(_FIRST_WAIT_S * 2 ** (failures - FAILURES_OF_OUTAGE), longest_s)
        # The last try is when it is given up, and not minutes later.
        left_s = max(since + outage_max_s - now, _SHORTEST_WAIT_S)
        leave_alone(db, queue.host, now + min(wait_s, left_s))


def is_all_that_is_left(db: sqlite3.Connection, queue: Queue, now: float) -> bool:
    """Whether a crawl would wait for nobody but hosts that have given it nothing so far."""
    row = db.execute(QUERIES["outage"], {"crawl": queue.crawl, "host": queue.host}).fetchone()
    if row["failures"] < FAILURES_OF_OUTAGE or row["answered"] or row["has_witness"]:
        return False
    return bool(now - row["failing_since"] > PATIENCE_S)


def is_given_up(db: sqlite3.Connection, queue: Queue, now: float, outage_max_s: float) -> bool:
    """Whether the pages of a host that fails are to fail, too.

    A host that never answered in this crawl, while others did since it began to fail, is not
    there. One that has answered is waited for. If nobody answers, it is the network, as long as
    there is somebody left to ask who did answer before.
    """
    where = {"crawl": queue.crawl, "host": queue.host}
    row = db.execute(QUERIES["outage"], where).fetchone()
    if row["failures"] < FAILURES_OF_OUTAGE:
        return False
    failing_for_s = now - row["failing_since"]
    is_silent = row["answered_at"] <= row["failing_since"]
    if row["answered"]:
        is_over = failing_for_s >= outage_max_s
    else:
        is_over = not is_silent or (failing_for_s > PATIENCE_S and not row["has_witness"])
    if is_silent or (is_over and row["answered"]):
        said = {"crawl": queue.crawl, "reason": _reason(row, is_over=bool(is_over))}
        db.execute(QUERIES["say_why"], said)
    return bool(is_over)


def _reason(outage: sqlite3.Row, *, is_over: bool) -> str:
    """Return what a crawl says of a host that fails: a host that never answered is no news."""
    if is_over:
        return outage["name"] + _GIVEN_UP if outage["answered"] else ""
    return NO_NETWORK if outage["has_others"] else outage["name"] + _SILENT
