"""Crawls as a whole: read and delete."""

import json
import math
import sqlite3
from collections.abc import Collection

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    PageFigures,
    PageId,
    Sitemaps,
)
from leadline.domain.listing import CrawlFilter, CrawlPlace
from leadline.domain.skips import SkipReason
from leadline.store.sqlite.codes import COUNTER, SKIPPED
from leadline.store.sqlite.queries import QUERIES

_AFTER_ALL = CrawlPlace(math.inf, CrawlId(""))
_decode = msgspec.json.Decoder(CrawlOptions).decode


def get(db: sqlite3.Connection, crawl: CrawlId) -> Crawl | None:
    """Return a crawl and its progress."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    return _crawl(db, row) if row else None


def ended_roots(db: sqlite3.Connection, ids: Collection[CrawlId]) -> set[CrawlId]:
    """Return those of some crawls that are gone, or whose root has ended."""
    rows = db.execute(QUERIES["ended_roots"], {"ids": json.dumps(list(ids))})
    return set(ids) - {CrawlId(row["id"]) for row in rows if not row["is_over"]}


def newest(
    db: sqlite3.Connection,
    kind: CrawlKind,
    limit: int,
    before: CrawlPlace | None,
    wanted: CrawlFilter,
) -> list[Crawl]:
    """Return crawls of a kind, newest first."""
    created_at, last = before or _AFTER_ALL
    where = {
        "kind": kind,
        "before": created_at,
        "last": last,
        "status": wanted.status,
        "search": wanted.search,
        "limit": limit,
    }
    return [_crawl(db, row) for row in db.execute(QUERIES["crawls"], where).fetchall()]


_TABLES = ("body", "lead", "page", "budget", "skip", "sample", "queue", "drawing")


def delete(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> int:
    """Delete some rows of a crawl that is over; the crawl itself last."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or not CrawlStatus(row["status"]).is_final:
        return 0
    if row["kind"] != CrawlKind.SCRAPE:
        _outdate(db, row)
    removed = 0
    for table in _TABLES:
        if removed < limit:
            removed += _remove(db, table, row["n"], limit - removed)
    if removed == 0:
        db.execute("DELETE FROM idempotency WHERE crawl = ?", (crawl,))
        # Lost leases stay. The next crawl may get this number, but never 0.
        db.execute("UPDATE lease SET crawl = 0 WHERE crawl = ?", (row["n"],))
        removed = db.execute("DELETE FROM crawl WHERE n = ?", (row["n"],)).rowcount
    return removed


def _outdate(db: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Turn a crawl into an expired scrape, before its rows are deleted.

    An interrupted delete is then hidden from readers, and the sweep of scrapes finishes it.
    """
    db.execute(QUERIES["outdate_crawl"], {"crawl": row["n"], "kind": CrawlKind.SCRAPE})
    for kind, by in ((row["kind"], -1), (CrawlKind.SCRAPE, 1)):
        db.execute(QUERIES["recount"], {"kind": kind, "status": row["status"], "by": by})


_KEYS = {
    "body": "crawl, seq, name",
    "lead": "crawl, seq",
    "page": "crawl, n",
    "budget": "crawl, rule, shape",
    "skip": "crawl, reason, rule",
    "sample": "crawl, at",
    "queue": "crawl, host, kind",
    "drawing": "crawl",
}


def _remove(db: sqlite3.Connection, table: str, crawl: int, limit: int) -> int:
    # In order: a process that reads pages meanwhile sees that the first are gone.
    keys = _KEYS[table]
    query = (
        f"DELETE FROM {table} WHERE ({keys}) IN"  # noqa: S608 -- names from this file
        f" (SELECT {keys} FROM {table} WHERE crawl = ? ORDER BY {keys} LIMIT ?)"
    )
    return db.execute(query, (crawl, limit)).rowcount


def _crawl(db: sqlite3.Connection, row: sqlite3.Row) -> Crawl:
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
        figures=_figures(row),
        answered=row["answered"],
        leads=row["leads"],
        bytes=row["bytes"],
        seq=row["seq"],
        stale=row["refused"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        sitemaps=Sitemaps(row["sitemaps_read"], row["sitemaps_failed"], row["sitemaps_skipped"]),
        limits_reached=_limits_reached(db, row),
        scraped=row["scraped"],
    )


def _limits_reached(db: sqlite3.Connection, row: sqlite3.Row) -> tuple[str, ...]:
    if not row["skipped_limit"]:
        return ()
    where = {"crawl": row["n"], "reason": SkipReason.LIMIT}
    return tuple(rule for (rule,) in db.execute(QUERIES["rules_of_reason"], where))


def _counts(row: sqlite3.Row) -> Counts:
    """Return the counters without the root."""
    counts = {name: row[name] for name in COUNTER.values()}
    skipped = {reason: row[f"skipped_{reason}"] for reason in SkipReason}
    if row["root_state"] == SKIPPED:
        skipped[SkipReason(row["root_reason"])] -= 1
    else:
        counts[COUNTER[row["root_state"]]] -= 1
    return Counts(total=row["total"] - 1, **counts, skipped_by=skipped)


def _figures(row: sqlite3.Row) -> PageFigures:
    """Return the counters in the words for people, with the root."""
    return PageFigures(
        found=row["total"],
        fetched=row["completed"] - row["too_deep"],
        failed=row["failed"],
        skipped=sum(row[f"skipped_{reason}"] for reason in SkipReason),
        too_deep=row["too_deep"],
        cancelled=row["cancelled"],
        queued=row["pending"],
        fetching=row["in_progress"],
    )
