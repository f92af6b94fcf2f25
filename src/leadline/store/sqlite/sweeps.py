"""Many pages at once change their state: in chunks, with their counters."""

import sqlite3
from collections.abc import Sequence

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import Closed, PageState
from leadline.store.sqlite.hosts import PATIENCE_S
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import note_root
from leadline.store.sqlite.states import (
    CANCELLED,
    COMPLETED,
    PENDING,
    SKIPPED,
    STATE,
    UNLIMITED,
)
from leadline.store.sqlite.tally import Queue, Skip, Tally, skip_of

_FINDING = {PageState.FAILED: "failed_pages", PageState.SKIPPED: "skipped_pages"}
_LIMIT = (SkipReason.LIMIT, "max_pages")
_RESTS = (SkipReason.ROBOTS, "rests")


def late(now: float) -> float:
    """External pages whose host rests for longer than this are not waited for."""
    return now + PATIENCE_S


def sweep(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> int:
    """Move pages to where a cancel, the page limit or a host that rests puts them."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return 0
    where = {"crawl": row["n"], "limit": limit, "late": late(now)}
    if CrawlStatus(row["status"]).is_final:
        pages = db.execute(QUERIES["pending_pages"], where | {"external": True}).fetchall()
        return _close(db, row, pages, CANCELLED)
    if resting := db.execute(QUERIES["resting_external"], where).fetchall():
        return _close(db, row, resting, SKIPPED, _RESTS)
    if row["max_pages"] is not None and row["answered"] >= row["max_pages"]:
        pages = db.execute(QUERIES["pending_pages"], where | {"external": False}).fetchall()
        return _close(db, row, pages, SKIPPED, _LIMIT)
    room = _room(row)
    where |= {"reason": SkipReason.LIMIT, "limit": min(limit, room), "until": None}
    return _open(db, row, SKIPPED, db.execute(QUERIES["skipped_pages"], where).fetchall())


def _room(crawl: sqlite3.Row) -> int:
    """Pages that the limit leaves beyond those that are under way."""
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
    """A crawl that was over has something to do."""
    if CrawlStatus(crawl["status"]).is_final:
        change = {"crawl": crawl["n"], "status": "running", "reason": "", "finished_at": None}
        db.execute(QUERIES["set_status"], change)
        db.execute(QUERIES["drop_drawing"], {"crawl": crawl["n"]})


def _open(
    db: sqlite3.Connection, crawl: sqlite3.Row, old: int, pages: Sequence[sqlite3.Row]
) -> int:
    tally = Tally()
    for page in pages:
        queue = Queue(crawl["n"], page["host"], page["kind"])
        is_deep = page["depth"] > crawl["max_depth"] and page["kind"] not in UNLIMITED
        new = COMPLETED if is_deep else PENDING
        tally.move(queue, old, new, skip_of(page) if old == SKIPPED else None)
        tally.change(queue, ready=new == PENDING)
        if page["has_answered"] and page["kind"] not in UNLIMITED:
            tally.add(crawl["n"], "answered", -1)
        note_root(db, crawl, page["id"], new)
        row = {"crawl": crawl["n"], "id": page["id"], "state": new}
        db.execute(QUERIES["reopen_page"], row)
    tally.write(db)
    return len(pages)


def put_off(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> int:
    """Record pages that are too deep to be fetched."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return 0
    where = {"crawl": row["n"], "max_depth": row["max_depth"], "limit": limit}
    pages = db.execute(QUERIES["deep_pages"], where).fetchall()
    tally = Tally()
    for page in pages:
        queue = Queue(row["n"], page["host"], page["kind"])
        tally.move(queue, PENDING, COMPLETED)
        tally.change(queue, ready=-1)
        db.execute(QUERIES["put_off_page"], {"crawl": row["n"], "id": page["id"]})
    tally.write(db)
    return len(pages)


def _close(
    db: sqlite3.Connection,
    crawl: sqlite3.Row,
    pages: Sequence[sqlite3.Row],
    state: int,
    why: tuple[SkipReason | None, str | None] = (None, None),
) -> int:
    reason, rule = why
    tally = Tally()
    for page in pages:
        queue = Queue(crawl["n"], page["host"], page["kind"])
        skip = Skip(page["id"], reason, rule) if reason and rule else None
        tally.move(queue, PENDING, state, skip)
        tally.change(queue, ready=-page["ready"])
        note_root(db, crawl, page["id"], state, reason)
        row = {"crawl": crawl["n"], "id": page["id"], "state": state, "reason": reason}
        db.execute(QUERIES["close_page"], row | {"rule": rule})
    tally.write(db)
    return len(pages)
