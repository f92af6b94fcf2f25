"""Hosts: their numbers in the file, their pace, and their outages."""

import sqlite3
from collections.abc import Collection

from leadline.domain.bounded import Bounded
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Queue

NO_NETWORK = "no network: no host answers"
_SILENT = " does not answer"
"""The reason of a crawl, after the name of its only host."""
_GIVEN_UP = " stopped answering and was given up"

FAILURES_OF_OUTAGE = 3
PATIENCE_S = 10.0
"""How long external pages wait for their host, and pages that are the last ones for theirs."""
_FIRST_WAIT_S = 5.0
_LONGEST_WAIT_S = 600.0
_SHORTEST_WAIT_S = 1.0
LONGEST_WAIT_FOR_RULES_S = 60.0
"""For a robots.txt that cannot be read: a crawl without other pages waits for nothing else."""
_MAX_NUMBERS = 50_000


class HostNumbers:
    """A cache of the numbers of hosts: a crawl asks for few hosts very often."""

    def __init__(self) -> None:
        self._numbers = Bounded[str, int](_MAX_NUMBERS)

    def number(self, db: sqlite3.Connection, name: str, domain: str) -> int:
        """Return the number of a host; a new host gets one."""
        if name not in self._numbers:
            found = db.execute(QUERIES["host"], {"name": name}).fetchone()
            new = {"name": name, "domain": domain}
            row = found or db.execute(QUERIES["add_host"], new).fetchone()
            self._numbers[name] = row[0]
        return self._numbers[name]

    def forget(self) -> None:
        """Clear the cache after a rollback: numbers of new hosts are not in the file."""
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
    """Return until when no request may go to a host."""
    return float(db.execute("SELECT rests_until FROM host WHERE n = ?", (host,)).fetchone()[0])


def leave_alone(db: sqlite3.Connection, host: int, until: float) -> None:
    """Let a host rest until a time. Its queues notice when a claim looks at them."""
    db.execute(QUERIES["rest_host"], {"host": host, "until": until})


def note_answers(db: sqlite3.Connection, answered: Collection[tuple[int, int]], now: float) -> None:
    """Note that hosts answered in a crawl: their outages are over."""
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
    """Count a failure of a host; after three in a row it is left alone for a while.

    While it is left alone, failures of requests that were open already are not counted.
    """
    if rests_until(db, queue.host) > now:
        return
    where = {"host": queue.host, "now": now}
    failures, since = db.execute(QUERIES["host_failed"], where).fetchone()
    if failures >= FAILURES_OF_OUTAGE:
        wait_s = min(_FIRST_WAIT_S * 2 ** (failures - FAILURES_OF_OUTAGE), longest_s)
        # The last attempt is when the host is given up, and not minutes later.
        left_s = max(since + outage_max_s - now, _SHORTEST_WAIT_S)
        leave_alone(db, queue.host, now + min(wait_s, left_s))


def is_all_that_is_left(db: sqlite3.Connection, queue: Queue, now: float) -> bool:
    """Return whether a crawl would wait only for hosts that never answered in it."""
    row = db.execute(QUERIES["outage"], {"crawl": queue.crawl, "host": queue.host}).fetchone()
    if row["failures"] < FAILURES_OF_OUTAGE or row["answered"] or row["has_witness"]:
        return False
    return bool(now - row["failing_since"] > PATIENCE_S)


def is_given_up(db: sqlite3.Connection, queue: Queue, now: float, outage_max_s: float) -> bool:
    """Return whether the pages of a failing host fail, too.

    - A host that never answered in this crawl, while others did since it failed, is given up.
    - A host that has answered is waited for, up to `outage_max_s`.
    - If no host answers, the network is to blame, as long as a host that did answer has pages left.
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
    """Return the reason of a crawl whose host fails; none for a host that never answered."""
    if is_over:
        return outage["name"] + _GIVEN_UP if outage["answered"] else ""
    return NO_NETWORK if outage["has_others"] else outage["name"] + _SILENT
