"""Changes of many pages at once: in chunks, with their counters."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.pages import Closed, PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.store.sqlite.codes import (
    CANCELLED,
    COMPLETED,
    PENDING,
    SKIPPED,
    STATE,
    UNLIMITED,
)
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue, Skip, skip_of
from leadline.store.sqlite.work.hosts import PATIENCE_S
from leadline.store.sqlite.work.roots import fail_without_root, note_root

_FINDING = {PageState.FAILED: "failed_pages", PageState.SKIPPED: "skipped_pages"}
# Between two counts: workers may be held up, but not for longer.
_LONGEST_COUNTED_S = 5.0


def late(now: float) -> float:
    """Return the time until which external pages wait for a host that rests."""
    return now + PATIENCE_S


def sweep(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> int:
    """Apply a cancel, a limit or the rest of a host to pages; see the contract."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return 0
    where = {"crawl": row["n"], "limit": limit, "late": late(now)}
    if CrawlStatus(row["status"]).is_final:
        pages = db.execute(QUERIES["pending_pages"], where | {"external": True}).fetchall()
        return _close(db, row, pages, CANCELLED)
    if is_late(row):
        return _close_late(db, row, where, now)
    if resting := db.execute(QUERIES["resting_external"], where).fetchall():
        return _close(db, row, resting, SKIPPED, Rule.RESTS.pair)
    if row["max_pages"] is not None and row["answered"] >= row["max_pages"]:
        pages = db.execute(QUERIES["pending_pages"], where | {"external": False}).fetchall()
        return _close(db, row, pages, SKIPPED, Rule.MAX_PAGES.pair)
    room = _room(row)
    where |= {"reason": SkipReason.LIMIT, "limit": min(limit, room), "until": None}
    return _open(db, row, SKIPPED, db.execute(QUERIES["skipped_pages"], where).fetchall())


def has_timed(db: sqlite3.Connection) -> bool:
    """Return whether a crawl with a time limit is running."""
    return db.execute(QUERIES["has_timed"]).fetchone() is not None


def count_time(db: sqlite3.Connection, crawl: CrawlId | None, now: float) -> None:
    """Count the time that crawls with a time limit were worked on."""
    db.execute(QUERIES["count_time"], {"now": now, "only": crawl, "most": _LONGEST_COUNTED_S})


def is_late(crawl: sqlite3.Row | Mapping[str, Any]) -> bool:
    """Return whether the time of a crawl is over."""
    return crawl["max_time_s"] is not None and crawl["ran_s"] >= crawl["max_time_s"]


def _close_late(
    db: sqlite3.Connection, crawl: sqlite3.Row, where: dict[str, Any], now: float
) -> int:
    if crawl["root_state"] == PENDING:
        why = f"the root was not fetched within {crawl['max_time_s']:g} s (max_time)"
        fail_without_root(db, crawl, crawl["root"], why, now)
        return 1
    pages = db.execute(QUERIES["pending_pages"], where | {"external": True}).fetchall()
    return _close(db, crawl, pages, SKIPPED, Rule.MAX_TIME.pair)


def has_room_again(crawl: Mapping[str, Any]) -> bool:
    """Return whether pages that a limit skipped may be fetched after all."""
    return crawl["skipped_limit"] > 0 and _room(crawl) > 0 and not is_late(crawl)


def _room(crawl: sqlite3.Row | Mapping[str, Any]) -> int:
    """Return how many pages the limit leaves beyond those that are under way."""
    if crawl["max_pages"] is None:
        return int(crawl["skipped_limit"])
    under_way = crawl["answered"] + crawl["pending"] + crawl["in_progress"]
    return max(0, int(crawl["max_pages"] - under_way))


def reopen(db: sqlite3.Connection, crawl: CrawlId, which: Closed, limit: int) -> int:
    """Make failed or skipped pages pending again."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or row["status"] == CrawlStatus.CANCELLED:
        return 0
    least, most = which.status or (None, None)
    where = {"crawl": row["n"], "reason": which.reason, "limit": limit, "until": which.until}
    where |= {"least_status": least, "most_status": most}
    pages = db.execute(QUERIES[_FINDING[which.state]], where).fetchall()
    moved = _open(db, row, STATE[which.state], pages)
    if moved:
        run_again(db, row)
    return moved


def run_again(db: sqlite3.Connection, crawl: sqlite3.Row) -> None:
    """Make a crawl RUNNING again that was over, and drop its drawing."""
    if CrawlStatus(crawl["status"]).is_final:
        change = {"crawl": crawl["n"], "status": "running", "reason": "", "finished_at": None}
        db.execute(QUERIES["set_status"], change)
        db.execute(QUERIES["drop_drawing"], {"crawl": crawl["n"]})


def _open(
    db: sqlite3.Connection, crawl: sqlite3.Row, old: int, pages: Sequence[sqlite3.Row]
) -> int:
    counters = Counters()
    for page in pages:
        queue = Queue(crawl["n"], page["host"], page["kind"])
        is_deep = page["depth"] > crawl["max_depth"] and page["kind"] not in UNLIMITED
        new = COMPLETED if is_deep else PENDING
        counters.move(queue, old, new, skip_of(page) if old == SKIPPED else None)
        if page["has_answered"] and page["kind"] not in UNLIMITED:
            counters.add(crawl["n"], "answered", -1)
        note_root(db, crawl, page["id"], new)
        row = {"crawl": crawl["n"], "id": page["id"], "state": new}
        db.execute(QUERIES["reopen_page"], row)
    counters.write(db)
    return len(pages)


def put_off(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> int:
    """Record pages that are too deep to be fetched."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return 0
    where = {"crawl": row["n"], "max_depth": row["max_depth"], "limit": limit}
    pages = db.execute(QUERIES["deep_pages"], where).fetchall()
    counters = Counters()
    for page in pages:
        queue = Queue(row["n"], page["host"], page["kind"])
        counters.move(queue, PENDING, COMPLETED)
        db.execute(QUERIES["put_off_page"], {"crawl": row["n"], "id": page["id"]})
    counters.write(db)
    return len(pages)


def _close(
    db: sqlite3.Connection,
    crawl: sqlite3.Row,
    pages: Sequence[sqlite3.Row],
    state: int,
    why: tuple[SkipReason | None, str | None] = (None, None),
) -> int:
    reason, rule = why
    counters = Counters()
    for page in pages:
        queue = Queue(crawl["n"], page["host"], page["kind"])
        skip = Skip(page["id"], reason, rule) if reason and rule else None
        counters.move(queue, PENDING, state, skip, is_ready=bool(page["ready"]))
        note_root(db, crawl, page["id"], state, reason)
        row = {"crawl": crawl["n"], "id": page["id"], "state": state, "reason": reason}
        db.execute(QUERIES["close_page"], row | {"rule": rule})
    counters.write(db)
    return len(pages)
