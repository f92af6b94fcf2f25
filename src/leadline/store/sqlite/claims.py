"""Claiming: which pages a worker gets, how many at once, and how far apart."""

import math
import secrets
import sqlite3
from collections import Counter
from dataclasses import dataclass
from itertools import takewhile

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Batch, Task, Token
from leadline.store.contract import Claim
from leadline.store.sqlite import leases
from leadline.store.sqlite.hosts import gap_s as strictest_gap_s
from leadline.store.sqlite.queries import QUERIES

HOST_LIMIT = 2
_TURN_S = 1.0
_BATCH_PAGES = 64
# The longest waiting queue of a host has this long to take its turn before others may.
_GRACE_S = 0.03
_WAITER_S = 5.0
_WAITER_NOTED_S = 1.0
_WORKER_S = 60.0


@dataclass(frozen=True, slots=True)
class Claimant:
    """Who claims, when, and for how long."""

    worker: str
    now: float
    lease_s: float


@dataclass(frozen=True, slots=True)
class _Terms:
    pages: list[sqlite3.Row]
    parallel: int
    gap_s: float


def claim(db: sqlite3.Connection, who: Claimant, limit: int, only: CrawlId | None) -> Claim:
    """Lease up to `limit` pages; see the contract."""
    leases.expire(db, who.now)
    _wake_pages(db, who.now)
    batches: list[Batch] = []
    for crawl in db.execute(QUERIES["claimable_crawls"], {"only": only}).fetchall():
        of_crawl = _batches(db, who, crawl, limit)
        if not of_crawl:
            _note_waiting(db, who.now, crawl["n"])
        batches += of_crawl
        limit -= sum(len(batch.tasks) for batch in of_crawl)
        if limit <= 0:
            break
    if batches:
        db.execute(QUERIES["see_worker"], {"worker": who.worker, "now": who.now})
    return Claim(tuple(batches), _next_ready(db, who.now, only))


def _note_waiting(db: sqlite3.Connection, now: float, crawl: int) -> None:
    where = {"crawl": crawl, "now": now, "noted_before": now - _WAITER_NOTED_S}
    db.execute(QUERIES["wait_for_held"], where)


def _wake_pages(db: sqlite3.Connection, now: float) -> None:
    woken = Counter(
        (row["crawl"], row["host"])
        for row in db.execute(QUERIES["wake_pages"], {"now": now}).fetchall()
    )
    db.executemany(
        QUERIES["more_ready"],
        [{"crawl": crawl, "host": host, "count": n} for (crawl, host), n in woken.items()],
    )


def _next_ready(db: sqlite3.Connection, now: float, only: CrawlId | None) -> float | None:
    times = (
        db.execute(QUERIES["next_queue_at"], {"now": now, "only": only}).fetchone()[0],
        db.execute(QUERIES["next_page_at"]).fetchone()[0],
    )
    return min((at for at in times if at is not None), default=None)


def _batches(db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, limit: int) -> list[Batch]:
    batches: list[Batch] = []
    left = _pages_left(crawl)
    for queue in db.execute(
        QUERIES["ready_queues"], {"crawl": crawl["n"], "now": who.now}
    ).fetchall():
        room = min(limit, left, _BATCH_PAGES)
        if room <= 0:
            break
        batch = _batch(db, who, crawl, queue, room)
        if batch is not None:
            batches.append(batch)
            limit -= len(batch.tasks)
            left -= len(batch.tasks)
    return batches


def _pages_left(crawl: sqlite3.Row) -> int:
    if crawl["max_pages"] is None:
        return _BATCH_PAGES * _BATCH_PAGES
    return int(crawl["max_pages"] - crawl["fetched"] - crawl["in_progress"])


def _batch(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row, room: int
) -> Batch | None:
    gap_s = strictest_gap_s(db, queue["host"])
    parallel = _parallel(db, who, crawl, queue)
    if gap_s:
        if not _may_take_turn(db, who, crawl, queue):
            return None
        parallel = min(parallel, HOST_LIMIT - _open_on_host(db, queue["host"]))
        room = min(room, max(1, int(_TURN_S / gap_s)))
    if parallel <= 0:
        return None
    pages = _pages(db, crawl, queue, room)
    if not pages:
        return None
    return _lease(db, who, crawl, queue, _Terms(pages, parallel, gap_s))


def _open_on_host(db: sqlite3.Connection, host: int) -> int:
    return int(db.execute(QUERIES["open_on_host"], {"host": host}).fetchone()[0])


def _parallel(db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row) -> int:
    """A fair share of the crawl's concurrency, as far as others have left it."""
    where = {"crawl": crawl["n"], "worker": who.worker, "host": queue["host"]}
    (taken,) = db.execute(QUERIES["allotted"], where).fetchone()
    since = {"since": who.now - _WORKER_S}
    (workers,) = db.execute(QUERIES["live_workers"], since).fetchone()
    share = math.ceil(crawl["concurrency"] / max(1, workers))
    return int(min(share, crawl["concurrency"] - taken))


def _may_take_turn(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row
) -> bool:
    is_free = queue["turn"] is None and queue["free_at"] <= who.now
    is_free = is_free and _open_on_host(db, queue["host"]) < HOST_LIMIT
    if is_free and not _goes_to_other(db, who, crawl, queue):
        return True
    seen = queue["waiting_seen"]
    if seen is None or seen < who.now - _WAITER_NOTED_S:
        where = {"crawl": crawl["n"], "host": queue["host"], "now": who.now}
        db.execute(QUERIES["wait_for_host"], where)
    return False


def _goes_to_other(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row
) -> bool:
    if who.now > queue["free_at"] + _GRACE_S:
        return False
    since = queue["waiting_since"] if queue["waiting_since"] is not None else who.now
    where = {"crawl": crawl["n"], "host": queue["host"], "since": since}
    seen_after = {"seen_after": who.now - _WAITER_S}
    return db.execute(QUERIES["earlier_waiter"], where | seen_after).fetchone() is not None


def _pages(
    db: sqlite3.Connection, crawl: sqlite3.Row, queue: sqlite3.Row, room: int
) -> list[sqlite3.Row]:
    where = {"crawl": crawl["n"], "host": queue["host"], "limit": room}
    pages = db.execute(QUERIES["ready_pages"], where).fetchall()
    if pages and pages[0]["suspects"]:
        return pages[:1]
    return list(takewhile(lambda page: not page["suspects"], pages))


def _lease(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row, terms: _Terms
) -> Batch:
    pages, gap_s = terms.pages, terms.gap_s
    token = Token(secrets.randbits(63))
    lease = {
        "token": token,
        "worker": who.worker,
        "crawl": crawl["n"],
        "host": queue["host"],
        "parallel": terms.parallel,
        "has_turn": bool(gap_s),
        "size": len(pages),
        "now": who.now,
        "expires_at": who.now + who.lease_s,
        "has_root": any(page["id"] == crawl["root"] for page in pages),
    }
    db.executemany(
        QUERIES["lease_page"],
        [{"token": token, "crawl": crawl["n"], "id": page["id"]} for page in pages],
    )
    db.execute(QUERIES["add_lease"], lease)
    db.execute(QUERIES["serve_queue"], lease)
    db.execute(QUERIES["serve_crawl"], lease)
    if gap_s:
        db.execute(QUERIES["take_turn"], lease)
        busy_until = who.now + max(_TURN_S, gap_s)
        db.execute(QUERIES["queues_of_host_at"], {"host": queue["host"], "at": busy_until})
    else:
        db.execute(QUERIES["queue_at"], lease | {"at": who.now})
    return Batch(
        token,
        CrawlId(crawl["id"]),
        queue["name"],
        tuple(_task(page, crawl["root"]) for page in pages),
        terms.parallel,
        gap_s,
        queue["free_at"],
        who.now + who.lease_s,
    )


def _task(page: sqlite3.Row, root: int) -> Task:
    return Task(
        PageId(page["id"]),
        Address(page["address"]),
        page["depth"],
        page["attempts"] + 1,
        page["hops"],
        page["id"] == root,
    )
