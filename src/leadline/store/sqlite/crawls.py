"""Crawls as a whole: making, reading, stopping and removing them."""

import sqlite3

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlOptions,
    CrawlStatus,
    PageId,
)
from leadline.domain.errors import IdempotencyConflict
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import NewPage
from leadline.store.sqlite import leases
from leadline.store.sqlite.hosts import HostNumbers
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import note_root
from leadline.store.sqlite.states import CANCELLED, COUNTER, PENDING, SKIPPED
from leadline.store.sqlite.tally import Tally

DEFAULT_GAP_S = 0.1

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(CrawlOptions).decode


def known_request(db: sqlite3.Connection, request: tuple[str, str]) -> CrawlId | None:
    """The crawl that an idempotency key made. Raises IdempotencyConflict."""
    key, digest = request
    row = db.execute(QUERIES["known_request"], {"key": key}).fetchone()
    if row is None:
        return None
    if row["digest"] != digest:
        raise IdempotencyConflict("this idempotency key was used for another request")
    return CrawlId(row["crawl"])


def create(
    db: sqlite3.Connection, hosts: HostNumbers, crawl: Crawl, root: NewPage, now: float
) -> None:
    """Store a crawl and its root."""
    options = crawl.options
    row = {
        "id": crawl.id,
        "kind": crawl.kind,
        "options": _encode(options),
        "url": crawl.submitted_url,
        "root": root.id,
        "concurrency": options.concurrency,
        "gap_s": DEFAULT_GAP_S if options.delay_ms is None else options.delay_ms / 1000,
        "max_pages": options.max_pages,
        "max_depth": options.max_depth,
        "max_per_shape": options.max_per_shape,
        "now": now,
    }
    (number,) = db.execute(QUERIES["add_crawl"], row).fetchone()
    host = hosts.number(db, root.host)
    page = {
        "crawl": number,
        "id": root.id,
        "host": host,
        "address": root.address,
        "depth": 0,
        "hops": 0,
        "state": PENDING,
        "found_by": root.found_by,
        "found_on": None,
        "fetched": True,
        "reason": None,
        "rule": None,
    }
    db.execute(QUERIES["add_page"], page)
    tally = Tally()
    tally.appear(number, PENDING)
    tally.queue(number, host, ready=1, unfinished=1)
    tally.write(db)


def get(db: sqlite3.Connection, crawl: CrawlId) -> Crawl | None:
    """A crawl and its progress."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    return _crawl(row) if row else None


def newest(
    db: sqlite3.Connection, kind: CrawlKind, limit: int, before: float | None
) -> list[Crawl]:
    """Crawls of a kind, newest first."""
    where = {"kind": kind, "limit": limit, "before": before if before is not None else 1e18}
    return [_crawl(row) for row in db.execute(QUERIES["crawls"], where).fetchall()]


def set_status(
    db: sqlite3.Connection, crawl: CrawlId, status: CrawlStatus, reason: str, now: float
) -> bool:
    """Change the status of a crawl that is not over; cancelling ends its leases at once."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or CrawlStatus(row["status"]).is_final:
        return False
    finished_at = now if status.is_final else None
    change = {"crawl": row["n"], "status": status, "reason": reason, "finished_at": finished_at}
    db.execute(QUERIES["set_status"], change)
    if status.is_final:
        held = db.execute(QUERIES["leases_of_crawl"], {"crawl": row["n"]}).fetchall()
        for lease in held:
            leases.cancel(db, lease["token"], now)
    return True


def sweep(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> int:
    """Close pending pages of a crawl that is cancelled, or that has all the pages it may have."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return 0
    is_over = CrawlStatus(row["status"]).is_final
    is_full = row["max_pages"] is not None and row["fetched"] >= row["max_pages"]
    if not is_over and not is_full:
        return 0
    state, reason = (CANCELLED, None) if is_over else (SKIPPED, SkipReason.LIMIT)
    where = {"crawl": row["n"], "limit": limit}
    pages = db.execute(QUERIES["pending_pages"], where).fetchall()
    tally = Tally()
    for page in pages:
        tally.move(row["n"], PENDING, state, reason)
        tally.queue(row["n"], page["host"], ready=-page["ready"], unfinished=-1)
        note_root(db, row, page["id"], state, reason)
    rule = "max_pages" if reason else None
    db.executemany(
        QUERIES["close_page"],
        [
            {"crawl": row["n"], "id": p["id"], "state": state, "reason": reason, "rule": rule}
            for p in pages
        ],
    )
    tally.write(db)
    return len(pages)


_TABLES = ("body", "lead", "page", "shape", "site", "sample", "queue")


def delete(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> int:
    """Remove some rows of a crawl that is over; the crawl itself last."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or not CrawlStatus(row["status"]).is_final:
        return 0
    removed = 0
    for table in _TABLES:
        if removed < limit:
            removed += _remove(db, table, row["n"], limit - removed)
    if removed == 0:
        db.execute("DELETE FROM idempotency WHERE crawl = ?", (crawl,))
        removed = db.execute("DELETE FROM crawl WHERE n = ?", (row["n"],)).rowcount
    return removed


_KEYS = {
    "body": "crawl, seq, name",
    "lead": "crawl, seq",
    "page": "crawl, id",
    "shape": "crawl, shape",
    "site": "crawl, site",
    "sample": "crawl, at",
    "queue": "crawl, host",
}


def _remove(db: sqlite3.Connection, table: str, crawl: int, limit: int) -> int:
    keys = _KEYS[table]
    query = (
        f"DELETE FROM {table} WHERE ({keys}) IN"  # noqa: S608 -- names from this file
        f" (SELECT {keys} FROM {table} WHERE crawl = ? LIMIT ?)"
    )
    return db.execute(query, (crawl, limit)).rowcount


def _crawl(row: sqlite3.Row) -> Crawl:
    return Crawl(
        id=CrawlId(row["id"]),
        kind=CrawlKind(row["kind"]),
        status=CrawlStatus(row["status"]),
        reason=row["reason"],
        options=_decode(row["options"]),
        submitted_url=Address(row["submitted_url"]),
        root_url=Address(row["root_url"]),
        root=PageId(row["root"]),
        counts=_counts(row),
        fetched=row["fetched"],
        leads=row["leads"],
        bytes=row["bytes"],
        seq=row["seq"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
    )


def _counts(row: sqlite3.Row) -> Counts:
    """The counters without the root."""
    counts = {name: row[name] for name in COUNTER.values()}
    skipped = {reason: row[f"skipped_{reason}"] for reason in SkipReason}
    if row["root_state"] == SKIPPED:
        skipped[SkipReason(row["root_reason"])] -= 1
    else:
        counts[COUNTER[row["root_state"]]] -= 1
    return Counts(total=row["total"] - 1, **counts, skipped_by=skipped)
