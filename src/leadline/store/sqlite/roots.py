"""The root is a page, but counted apart: its crawl knows its state."""

import sqlite3

from leadline.domain.outcomes import SkipReason
from leadline.store.sqlite.queries import QUERIES


def note_root(
    db: sqlite3.Connection,
    crawl: sqlite3.Row,
    page: int,
    state: int,
    reason: SkipReason | None = None,
) -> None:
    """Write down the new state of a page, if that page is the root."""
    if page == crawl["root"]:
        change = {"crawl": crawl["n"], "state": state, "reason": reason}
        db.execute(QUERIES["set_root_state"], change)


def fail_without_root(
    db: sqlite3.Connection, crawl: sqlite3.Row, page: int, reason: str, now: float
) -> None:
    """Without its root a crawl has nowhere to begin; any other page may be missing."""
    if page == crawl["root"]:
        change = {"crawl": crawl["n"], "status": "failed", "reason": reason, "finished_at": now}
        db.execute(QUERIES["set_status"], change)
