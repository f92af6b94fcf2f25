"""Leases: ending them, and what becomes of their pages."""

import json
import sqlite3
from collections.abc import Collection

from leadline.domain.pages import Token
from leadline.store.sqlite.hosts import gap_s
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import fail_without_root, note_root
from leadline.store.sqlite.states import CANCELLED, FAILED, IN_PROGRESS, PENDING
from leadline.store.sqlite.tally import Queue, Tally

_POISON = 4
"""Suspected once, and then alone when the worker died three times."""


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
    expired = [row["token"] for row in db.execute(QUERIES["expired_leases"], {"now": now})]
    return sum(end(db, token, now) for token in expired)


def end_worker(db: sqlite3.Connection, worker: str, now: float) -> int:
    """End all leases of a worker that died; gives the number of pages that came back."""
    held = [row["token"] for row in db.execute(QUERIES["leases_of_worker"], {"worker": worker})]
    db.execute(QUERIES["forget_worker"], {"worker": worker})
    return sum(end(db, token, now) for token in held)


def end(db: sqlite3.Connection, token: int, now: float) -> int:
    """End one lease whose worker died: its pages are suspect, and free."""
    lease = db.execute(QUERIES["lease"], {"token": token}).fetchone()
    crawl = db.execute(QUERIES["crawl_figures"], {"crawl": lease["crawl"]}).fetchone()
    pages = db.execute(QUERIES["pages_of_lease"], {"token": token}).fetchall()
    tally, seq, queue = Tally(), crawl["seq"], queue_of(lease)
    for page in pages:
        suspects = max(page["suspects"], 1) + (lease["size"] == 1)
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
    if lease["has_turn"]:
        # When it started its last request is not known: at the latest now.
        end_turn(db, lease, now + gap_s(db, lease["host"]))


def end_turn(db: sqlite3.Connection, lease: sqlite3.Row, free_at: float) -> None:
    """The host of a lease may be served again from a time on."""
    turn = {"host": lease["host"], "token": lease["token"], "free_at": free_at}
    db.execute(QUERIES["turn_over"], turn)
    db.execute(QUERIES["end_turn"], turn)
    db.execute(QUERIES["queues_of_host_at"], {"host": lease["host"], "at": free_at})
