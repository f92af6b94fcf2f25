"""Looks at the file outside of sections: whether a claim is worth its lock, and the next one."""

import json
import sqlite3
from typing import Any

from leadline.store.rules.claims import SEEN_S, Claimant
from leadline.store.sqlite.queries import QUERIES


def is_vain(db: sqlite3.Connection, who: Claimant, now: float) -> bool:
    """Return whether a claim would give and write nothing, and so need not wait for a writer."""
    if who.is_browser:
        return False
    where = {"worker": who.worker, "now": now, "noted_before": now - SEEN_S, **_crawls(who)}
    query = QUERIES["is_vain"]
    return bool(db.execute(query, where | {"host_limit": who.host_limit}).fetchone()[0])


def note_claimant(db: sqlite3.Connection, who: Claimant, now: float) -> None:
    """Note that a worker is alive. Idle workers count, too, when shares are computed."""
    where = {"worker": who.worker, "only": who.only, "now": now, "noted_before": now - SEEN_S}
    db.execute(QUERIES["see_claimant"], where)


def next_ready(db: sqlite3.Connection, who: Claimant, now: float) -> float | None:
    """Return in how many seconds the next page will be ready."""
    query = "next_browser_at" if who.is_browser else "next_crawl_at"
    rows = (
        db.execute(QUERIES[query], {"now": now, **_crawls(who)}).fetchone(),
        db.execute(QUERIES["next_page_at"]).fetchone(),
    )
    first = min((row[0] for row in rows if row and row[0] is not None), default=None)
    return None if first is None else max(0.0, first - now)


def _crawls(who: Claimant) -> dict[str, Any]:
    return {"only": who.only, "besides": json.dumps(list(who.besides))}
