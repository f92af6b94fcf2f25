"""Drawings of crawls that are over."""

import sqlite3

from leadline.domain.crawls import CrawlId
from leadline.store.drawings import MOST_DRAWS
from leadline.store.sqlite.queries import QUERIES


def drawing(db: sqlite3.Connection, crawl: CrawlId) -> bytes | None:
    """Return the drawing of a crawl, if there is one."""
    row = db.execute(QUERIES["drawing"], {"id": crawl}).fetchone()
    return bytes(row["data"]) if row else None


def has_undrawn(db: sqlite3.Connection, now: float) -> bool:
    """Return whether a crawl waits for its drawing."""
    return db.execute(QUERIES["has_undrawn"], {"now": now}).fetchone() is not None


def take_undrawn(db: sqlite3.Connection, now: float, until: float) -> CrawlId | None:
    """Take the crawl that has waited longest for its drawing."""
    where = {"now": now, "until": until, "most": MOST_DRAWS}
    row = db.execute(QUERIES["take_undrawn"], where).fetchone()
    return CrawlId(row["id"]) if row else None


def put_drawing(db: sqlite3.Connection, crawl: CrawlId, seq: int, data: bytes) -> bool:
    """Store a drawing, if it is of the crawl as it is now."""
    row = db.execute(QUERIES["drawable"], {"id": crawl, "seq": seq}).fetchone()
    if row is None:
        return False
    db.execute(QUERIES["put_drawing"], {"crawl": row["n"], "data": data})
    db.execute(QUERIES["note_drawn"], {"crawl": row["n"]})
    return True
