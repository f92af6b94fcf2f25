"""Leases: ending them, and what becomes of their pages."""

import sqlite3

from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import note_root
from leadline.store.sqlite.states import CANCELLED, FAILED, IN_PROGRESS, PENDING
from leadline.store.sqlite.tally import Tally

_POISON = 4
"""Suspected once, and then alone when the worker died three times."""


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
    tally, seq = Tally(), crawl["seq"]
    for page in pages:
        suspects = max(page["suspects"], 1) + (lease["size"] == 1)
        row = {"crawl": crawl["n"], "id": page["id"], "suspects": suspects}
        if suspects >= _POISON:
            seq += 1
            db.execute(QUERIES["poison_page"], {**row, "seq": seq})
            tally.move(crawl["n"], IN_PROGRESS, FAILED)
            tally.queue(crawl["n"], lease["host"], unfinished=-1)
        else:
            db.execute(QUERIES["return_page"], row)
            tally.move(crawl["n"], IN_PROGRESS, PENDING)
            tally.queue(crawl["n"], lease["host"], ready=1)
        note_root(db, crawl, page["id"], FAILED if suspects >= _POISON else PENDING)
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
        tally.move(crawl["n"], IN_PROGRESS, CANCELLED)
        tally.queue(crawl["n"], lease["host"], unfinished=-1)
        note_root(db, crawl, page["id"], CANCELLED)
    tally.write(db)
    _drop(db, lease, now)


def _drop(db: sqlite3.Connection, lease: sqlite3.Row, now: float) -> None:
    db.execute(QUERIES["drop_lease"], {"token": lease["token"]})
    if lease["has_turn"]:
        turn = {"host": lease["host"], "token": lease["token"], "free_at": now}
        db.execute(QUERIES["end_turn"], turn)
        db.execute(QUERIES["queues_of_host_at"], {"host": lease["host"], "at": now})
