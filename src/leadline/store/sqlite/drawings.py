"""Drawings of crawls that are over."""

import sqlite3

from leadline.domain.crawls import CrawlId
from leadline.store.sqlite.queries import QUERIES


def drawing(db: sqlite3.Connection, crawl: CrawlId) -> bytes | None:
    """Return the drawing of a crawl, if there is one."""
    row = db.execute(QUERIES["drawing"], {"id": crawl}).fetchone()
    return bytes(row["data"]) if row else None


def has_undrawn(db: sqlite3.Connection, now: float) -> bool:
    """Return whether a crawl waits for its drawing."""
    return db.execute(QUERIES["has_undrawn"], {"now": now}).fetchone() is not None
