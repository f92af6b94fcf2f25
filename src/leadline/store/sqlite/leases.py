"""Leases: ending them, and what becomes of their pages."""

import json
import sqlite3
from collections.abc import Collection

from leadline.domain.pages import Token
from leadline.store.sqlite.hosts import gap_after_s
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import fail_without_root, note_root
from leadline.store.sqlite.states import (
    CANCELLED,
    FAILED,
    IN_PROGRESS,
    NO_TURN,
    PENDING,
    TURN_HELD,
    TURN_OVER,
)
from leadline.store.sqlite.tally import Queue, Tally, refresh
from leadline.store.sqlite.turns import wake_waiters

ON_TRIAL = 2
"""Suspected twice: from now on such a page is all that its worker holds."""
_POISON = 5
"""On trial, and then alone when the worker died three times."""


def queue_of(lease: sqlite3.Row) -> Queue:
    """The queue that the pages of a lease are from."""
    return Queue(lease["crawl"], lease["host"], lease["kind"])


def renew(
    db: sqlite3.Connection, worker: str, tokens: Collection[Token], now: float, lease_s: float
) -> set[Token]:
    """Lengthen leases; gives those that are lost."""
    change = {"worker": worker, "now": now, "expires_at": now + lease_s}
    rows = db.execute(QUERIES["renew"], {**change, "tokens": json.dumps(list(tokens))}).fetchall()
    db.execute(QUERIES["see_worker"], change)
    return set(tokens) - {Token(row["token"]) for row in rows}


def expire(db: sqlite3.Connection, now: float) -> int:
    """End all leases that nobody renewed; gives the number of pages that came back."""
    expired = db.execute(QUERIES["expired_leases"], {"now": now}).fetchall()
    alone = {row["worker"]: holds(db, row["worker"]) == 1 for row in expired}
    return sum(end(db, row["token"], now, is_alone=alone[row["worker"]]) for row in expired)


def end_worker(db: sqlite3.Connection, worker: str, now: float) -> int:
    """End all leases of a worker that died; gives the number of pages that came back."""
    held = [row["token"] for row in db.execute(QUERIES["leases_of_worker"], {"worker": worker})]
    is_alone = holds(db, worker) == 1
    db.execute(QUERIES["forget_worker"], {"worker": worker})
    return sum(end(db, token, now, is_alone=is_alone) for token in held)


def holds(db: sqlite3.Connection, worker: str) -> int:
    """How many pages a worker has in hand, over all its leases."""
    return int(db.execute(QUERIES["held_by_worker"], {"worker": worker}).fetchone()[0])


def has_page_on_trial(db: sqlite3.Connection, worker: str) -> bool:
    """Whether a worker has a page in hand beside which it must not have another."""
    where = {"worker": worker, "suspects": ON_TRIAL}
    return db.execute(QUERIES["on_trial"], where).fetchone() is not None


def end(db: sqlite3.Connection, token: int, now: float, *, is_alone: bool) -> int:
    """End one lease whose worker died: its pages are suspect, and free.

    When many died together nobody knows which of them it was; so they are tried one by one.
    """
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    crawl = db.execute(QUERIES["crawl_figures"], {"crawl": lease["crawl"]}).fetchone()
    pages = db.execute(QUERIES["pages_of_lease"], {"token": token}).fetchall()
    tally, seq, queue = Tally(), crawl["seq"], queue_of(lease)
    for page in pages:
        suspects = _suspects(page["suspects"], is_alone=is_alone)
        row = {"crawl": crawl["n"], "id": page["id"], "suspects": suspects}
        state = FAILED if suspects >= _POISON else PENDING
        if state == FAILED:
            seq += 1
            db.execute(QUERIES["poison_page"], {**row, "seq": seq})
        else:
            db.execute(QUERIES["suspect_page"], row)
            tally.change(queue, ready=1)
        tally.move(queue, IN_PROGRESS, state)
        note_root(db, crawl, page["id"], state)
        if state == FAILED:
            fail_without_root(db, crawl, page["id"], "poison: fetching the root kills workers", now)
    tally.add(crawl["n"], "seq", seq - crawl["seq"])
    tally.write(db)
    _drop(db, lease, now)
    return len(pages)


def _suspects(before: int, *, is_alone: bool) -> int:
    """How suspect a page is after another death. Among others it is not worse than on trial."""
    return max(before, ON_TRIAL) + 1 if is_alone else max(before, min(before + 1, ON_TRIAL))


def cancel(db: sqlite3.Connection, token: int, now: float) -> None:
    """End one lease of a crawl that was cancelled: its pages are, too."""
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    crawl = db.execute(QUERIES["crawl_figures"], {"crawl": lease["crawl"]}).fetchone()
    tally = Tally()
    for page in db.execute(QUERIES["pages_of_lease"], {"token": token}).fetchall():
        db.execute(
            "UPDATE page SET state = ?, lease = NULL WHERE crawl = ? AND id = ?",
            (CANCELLED, crawl["n"], page["id"]),
        )
        tally.move(queue_of(lease), IN_PROGRESS, CANCELLED)
        note_root(db, crawl, page["id"], CANCELLED)
    tally.write(db)
    _drop(db, lease, now)


def _drop(db: sqlite3.Connection, lease: sqlite3.Row, now: float) -> None:
    db.execute(QUERIES["drop_lease"], {"token": lease["token"]})
    if lease["turn"] == TURN_HELD:
        # When it started its last request is not known: at the latest now.
        end_turn(db, lease, now + gap_after_s(db, queue_of(lease)), now)
    if lease["turn"] != NO_TURN:
        wake_waiters(db, lease["host"], now)
    refresh(db, [lease["crawl"]])


def end_turn(db: sqlite3.Connection, lease: sqlite3.Row, free_at: float, now: float) -> None:
    """Let the host of a lease be served again from a time on; its queue waits for another turn."""
    turn = {"host": lease["host"], "token": lease["token"], "free_at": free_at}
    db.execute(QUERIES["set_turn"], {"token": lease["token"], "turn": TURN_OVER})
    db.execute(QUERIES["end_turn"], turn)
    (at,) = db.execute("SELECT free_at FROM host WHERE n = ?", (lease["host"],)).fetchone()
    db.execute(QUERIES["wait_again"], queue_of(lease)._asdict() | {"at": at, "now": now})
