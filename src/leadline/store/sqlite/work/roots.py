"""The root of a crawl: a page whose state is stored with the crawl, too."""

import sqlite3

from leadline.domain.skips import SkipReason
from leadline.store.sqlite.queries import QUERIES


def note_root(
    db: sqlite3.Connection,
    crawl: sqlite3.Row,
    page: int,
    state: int,
    reason: SkipReason | None = None,
) -> None:
    """Store the new state of a page with its crawl, if it is the root."""
    if page == crawl["root"]:
        change = {"crawl": crawl["n"], "state": state, "reason": reason}
        db.execute(QUERIES["set_root_state"], change)


def fail_without_root(
    db: sqlite3.Connection, crawl: sqlite3.Row, page: int, reason: str, now: float
) -> None:
    """Fail a crawl whose root was not fetched: it has no place to start."""
    if page == crawl["root"]:
        change = {"crawl": crawl["n"], "status": "failed", "reason": reason, "finished_at": now}
        db.execute(QUERIES["set_status"], change)
