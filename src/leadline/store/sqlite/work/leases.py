"""Leases: how they are renewed and end, with their pages. Visits are leases without pages."""

import json
import secrets
import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import LeaseLost
from leadline.domain.pages import Batch, Token
from leadline.store.sqlite.codes import (
    CANCELLED,
    FAILED,
    IN_PROGRESS,
    NO_TURN,
    PENDING,
    TURN_HELD,
    TURN_OVER,
)
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue, refresh
from leadline.store.sqlite.work.hosts import gap_after_s, rests_until
from leadline.store.sqlite.work.roots import fail_without_root, note_root
from leadline.store.sqlite.work.turns import wake_waiters

ON_TRIAL = 2
"""Suspected twice: from now on its worker holds no other page."""
_POISON = 5
"""On trial, and then three times the only page of a worker that died."""


def queue_of(lease: sqlite3.Row) -> Queue:
    """Return the queue that the pages of a lease are from."""
    return Queue(lease["crawl"], lease["host"], lease["kind"])


def renew(
    db: sqlite3.Connection, worker: str, tokens: Collection[Token], now: float, lease_s: float
) -> set[Token]:
    """Renew leases; return those that are lost."""
    change = {"worker": worker, "now": now, "expires_at": now + lease_s}
    rows = db.execute(QUERIES["renew"], {**change, "tokens": json.dumps(list(tokens))}).fetchall()
    db.execute(QUERIES["see_worker"], change)
    return set(tokens) - {Token(row["token"]) for row in rows}


def expire(db: sqlite3.Connection, now: float) -> int:
    """End all leases that have expired; return the number of pages that came back."""
    expired = db.execute(QUERIES["expired_leases"], {"now": now}).fetchall()
    alone = {row["worker"]: holds(db, row["worker"]) == 1 for row in expired}
    return sum(end(db, row["token"], now, is_alone=alone[row["worker"]]) for row in expired)


def end_worker(db: sqlite3.Connection, worker: str, now: float) -> int:
    """End all leases of a worker that died; return the number of pages that came back."""
    held = [row["token"] for row in db.execute(QUERIES["leases_of_worker"], {"worker": worker})]
    is_alone = holds(db, worker) == 1
    db.execute(QUERIES["forget_worker"], {"worker": worker})
    return sum(end(db, token, now, is_alone=is_alone) for token in held)


def holds(db: sqlite3.Connection, worker: str) -> int:
    """Count the pages that a worker has in hand, over all its leases."""
    return int(db.execute(QUERIES["held_by_worker"], {"worker": worker}).fetchone()[0])


def has_page_on_trial(db: sqlite3.Connection, worker: str) -> bool:
    """Return whether a worker has a page on trial, and so must not get another."""
    where = {"worker": worker, "suspects": ON_TRIAL}
    return db.execute(QUERIES["on_trial"], where).fetchone() is not None


def end(db: sqlite3.Connection, token: int, now: float, *, is_alone: bool) -> int:
    """End one lease whose worker died: its pages are suspect, and free.

    When a worker died with many pages, any of them may be to blame: they are tried one by one.
    """
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    crawl = db.execute(QUERIES["crawl_figures"], {"crawl": lease["crawl"]}).fetchone()
    pages = db.execute(QUERIES["pages_of_lease"], {"token": token}).fetchall()
    counters, seq, queue = Counters(), crawl["seq"], queue_of(lease)
    for page in pages:
        suspects = _suspects(page["suspects"], is_alone=is_alone)
        row = {"crawl": crawl["n"], "id": page["id"], "suspects": suspects}
        state = FAILED if suspects >= _POISON else PENDING
        if state == FAILED:
            seq += 1
            db.execute(QUERIES["poison_page"], {**row, "seq": seq})
        else:
            db.execute(QUERIES["suspect_page"], row)
        counters.move(queue, IN_PROGRESS, state)
        note_root(db, crawl, page["id"], state)
        if state == FAILED:
            fail_without_root(db, crawl, page["id"], "poison: fetching the root kills workers", now)
    counters.add(crawl["n"], "seq", seq - crawl["seq"])
    counters.write(db)
    _drop(db, lease, now)
    return len(pages)


def _suspects(before: int, *, is_alone: bool) -> int:
    """Return how suspect a page is after another death: among others, at most on trial."""
    return max(before, ON_TRIAL) + 1 if is_alone else max(before, min(before + 1, ON_TRIAL))


def cancel(db: sqlite3.Connection, token: int, now: float) -> None:
    """End one lease of a crawl that was cancelled, and cancel its pages."""
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    crawl = db.execute(QUERIES["crawl_figures"], {"crawl": lease["crawl"]}).fetchone()
    counters = Counters()
    for page in db.execute(QUERIES["pages_of_lease"], {"token": token}).fetchall():
        db.execute(
            "UPDATE page SET state = ?, lease = NULL WHERE crawl = ? AND id = ?",
            (CANCELLED, crawl["n"], page["id"]),
        )
        counters.move(queue_of(lease), IN_PROGRESS, CANCELLED)
        note_root(db, crawl, page["id"], CANCELLED)
    counters.write(db)
    _drop(db, lease, now)


def _drop(db: sqlite3.Connection, lease: sqlite3.Row, now: float) -> None:
    drop(db, lease)
    if lease["turn"] == TURN_HELD:
        # The start of its last request is not known: at the latest now.
        end_turn(db, lease, now + gap_after_s(db, queue_of(lease)), now)
    if lease["turn"] != NO_TURN:
        wake_waiters(db, lease["host"], now)
    refresh(db, [lease["crawl"]])


def drop(db: sqlite3.Connection, lease: sqlite3.Row) -> None:
    """Remove a lease that has no page."""
    db.execute(QUERIES["drop_lease"], {"token": lease["token"]})
    if is_visit(lease):
        _count_visit(db, queue_of(lease), -1)


def end_turn(db: sqlite3.Connection, lease: sqlite3.Row, free_at: float, now: float) -> None:
    """Free the host of a lease from a time on; its queue waits for another turn."""
    turn = {"host": lease["host"], "token": lease["token"], "free_at": free_at}
    db.execute(QUERIES["set_turn"], {"token": lease["token"], "turn": TURN_OVER})
    db.execute(QUERIES["end_turn"], turn)
    (at,) = db.execute("SELECT free_at FROM host WHERE n = ?", (lease["host"],)).fetchone()
    db.execute(QUERIES["wait_again"], queue_of(lease)._asdict() | {"at": at, "now": now})


class Place(NamedTuple):
    """A host and its number in the file."""

    name: str
    number: int


class Times(NamedTuple):
    """The start of a lease, and its end unless it is renewed."""

    now: float
    expires_at: float


def open_visit(
    db: sqlite3.Connection, worker: str, token: Token, host: Place, times: Times
) -> Batch | None:
    """Open a visit of a page to another host; see the contract."""
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    if lease is None or lease["worker"] != worker:
        raise LeaseLost("the lease has ended")
    db.execute(QUERIES["leave_host"], {"token": token})
    queue = Queue(lease["crawl"], host.number, lease["kind"])
    _count_visit(db, queue, 1)
    gap_s = gap_after_s(db, queue)
    if not gap_s and rests_until(db, host.number) <= times.now:
        _count_visit(db, queue, -1)
        return None
    visit = Token(secrets.randbits(63))
    row = {"token": visit, "worker": worker, **times._asdict()}
    db.execute(QUERIES["add_visit"], queue._asdict() | row)
    (crawl,) = db.execute("SELECT id FROM crawl WHERE n = ?", (queue.crawl,)).fetchone()
    return Batch(visit, CrawlId(crawl), host.name, (), 1, gap_s, 0.0)


def is_visit(lease: sqlite3.Row) -> bool:
    """Return whether a lease is a visit."""
    return bool(lease["size"] == 0)


def _count_visit(db: sqlite3.Connection, queue: Queue, amount: int) -> None:
    counters = Counters()
    counters.visit(queue, amount)
    counters.write(db)
