"""Claiming: which pages a worker gets, how many at once, and how far apart."""

import math
import secrets
import sqlite3
from dataclasses import dataclass
from itertools import takewhile

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Batch, PageKind, Task, Token
from leadline.store.contract import Claim
from leadline.store.sqlite import leases
from leadline.store.sqlite.hosts import FAILURES_OF_OUTAGE
from leadline.store.sqlite.hosts import gap_s as strictest_gap_s
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import (
    IN_PROGRESS,
    KINDS,
    NO_TURN,
    PENDING,
    SITEMAP,
    TURN_HELD,
    UNLIMITED,
)
from leadline.store.sqlite.tally import Queue, Tally
from leadline.store.sqlite.turns import (
    WAITER_NOTED_S,
    Claimant,
    is_waited_for,
    may_take_turn,
    open_on_host,
)

_TURN_S = 0.5
# Shorter where others wait: who has few pages would wait longest for the others' turns.
_SHARED_TURN_S = 0.3
_BATCH_PAGES = 128
# Fewer are not worth a claim: who comes first may have them all.
_FEW_PAGES = 8
_WORKER_S = 60.0
_SEEN_S = 10.0


@dataclass(frozen=True, slots=True)
class _Room:
    """What a batch may have at most, and who would hold it."""

    pages: int
    parallel: int
    hands: "_Hands"


@dataclass(frozen=True, slots=True)
class _Terms:
    pages: list[sqlite3.Row]
    parallel: int
    gap_s: float


@dataclass(slots=True)
class _Hands:
    """What a worker has in hand. A page on trial comes into empty hands, and nothing beside it."""

    pages: int
    are_closed: bool

    @classmethod
    def of(cls, db: sqlite3.Connection, worker: str) -> "_Hands":
        pages = leases.holds(db, worker)
        return cls(pages, pages == 1 and leases.has_page_on_trial(db, worker))

    def may_take(self, pages: list[sqlite3.Row]) -> bool:
        """Whether these may be leased; if not, what is in hand has to be finished first."""
        is_trial = pages[0]["suspects"] >= leases.ON_TRIAL
        self.are_closed = is_trial
        if is_trial and self.pages:
            return False
        self.pages += len(pages)
        return True


def is_vain(db: sqlite3.Connection, who: Claimant) -> bool:
    """Whether a claim would give and write nothing, so that it need not wait for who writes."""
    where = {"worker": who.worker, "now": who.now, **who.crawls}
    row = db.execute(QUERIES["is_vain"], where | {"noted_before": who.now - _SEEN_S}).fetchone()
    return bool(row[0])


def claim(db: sqlite3.Connection, who: Claimant, limit: int) -> Claim:
    """Lease up to `limit` pages; see the contract."""
    leases.expire(db, who.now)
    _wake_pages(db, who.now)
    batches: list[Batch] = []
    hands = _Hands.of(db, who.worker)
    for crawl in db.execute(QUERIES["claimable_crawls"], who.crawls).fetchall():
        if hands.are_closed:
            break
        of_crawl = _batches(db, who, crawl, limit, hands)
        if not of_crawl:
            _note_waiting(db, who, crawl["n"])
        batches += of_crawl
        limit -= sum(len(batch.tasks) for batch in of_crawl)
        if limit <= 0:
            break
    # Also who got nothing is there, and has to have a share.
    times = {"now": who.now, "noted_before": who.now - _SEEN_S}
    db.execute(QUERIES["see_claimant"], {"worker": who.worker, "only": who.only, **times})
    return Claim(tuple(batches), _next_ready(db, who))


def _note_waiting(db: sqlite3.Connection, who: Claimant, crawl: int) -> None:
    where = {"crawl": crawl, "kinds": who.kind_numbers}
    where |= {"now": who.now, "noted_before": who.now - WAITER_NOTED_S}
    db.execute(QUERIES["wait_for_held"], where)


def _wake_pages(db: sqlite3.Connection, now: float) -> None:
    woken = db.execute(QUERIES["wake_pages"], {"now": now}).fetchall()
    if not woken:
        return
    tally = Tally()
    for page in woken:
        tally.change(Queue(page["crawl"], page["host"], page["kind"]), ready=1)
    tally.write(db)


def _next_ready(db: sqlite3.Connection, who: Claimant) -> float | None:
    where = {"now": who.now, "kinds": who.kind_numbers, **who.crawls}
    times = (
        db.execute(QUERIES["next_queue_at"], where).fetchone()[0],
        db.execute(QUERIES["next_page_at"]).fetchone()[0],
    )
    first = min((at for at in times if at is not None), default=None)
    return None if first is None else max(0.0, first - who.now)


def _batches(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, limit: int, hands: _Hands
) -> list[Batch]:
    batches: list[Batch] = []
    left = _pages_left(db, crawl)
    where = {"crawl": crawl["n"], "now": who.now, "kinds": who.kind_numbers}
    queues = db.execute(QUERIES["ready_queues"], where).fetchall()
    workers = _workers(db, who, crawl)
    share = _share(who, crawl, workers, len(queues))
    # The pages of a host, its sitemaps and external pages are queues, but it has one turn.
    held: set[int] = set()
    for queue in queues:
        is_counted = queue["kind"] not in UNLIMITED
        fair = max(_FEW_PAGES, math.ceil(queue["ready"] / workers))
        room = min(limit, left if is_counted else limit, fair, _BATCH_PAGES)
        batch = None
        if room > 0 and not hands.are_closed and queue["host"] not in held:
            batch = _batch(db, who, crawl, queue, _Room(room, share, hands))
        if batch is not None:
            batches.append(batch)
            if batch.gap_s:
                held.add(queue["host"])
            limit -= len(batch.tasks)
            left -= len(batch.tasks) * is_counted
    return batches


def _pages_left(db: sqlite3.Connection, crawl: sqlite3.Row) -> int:
    if crawl["max_pages"] is None:
        return _BATCH_PAGES * _BATCH_PAGES
    (external,) = db.execute(QUERIES["leased_external"], {"crawl": crawl["n"]}).fetchone()
    leased = crawl["in_progress"] - external
    return int(crawl["max_pages"] - crawl["answered"] - leased)


def _batch(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row, room: _Room
) -> Batch | None:
    if _is_left_alone(crawl, queue, who.now):
        where = {"crawl": crawl["n"], "host": queue["host"], "kind": queue["kind"]}
        db.execute(QUERIES["queue_at"], where | {"at": queue["rests_until"]})
        return None
    gap_s = strictest_gap_s(db, queue["host"])
    size, parallel = room.pages, min(room.parallel, _unallotted(db, who, crawl, queue))
    if gap_s:
        if not may_take_turn(db, who, crawl, queue):
            return None
        parallel = min(parallel, who.manners.host_limit - open_on_host(db, queue["host"]))
        turn_s = _SHARED_TURN_S if is_waited_for(db, who, crawl, queue, who.now) else _TURN_S
        size = min(size, max(1, round(turn_s / gap_s)))
    if queue["failures"] >= FAILURES_OF_OUTAGE:
        # One page is enough to see whether the host is back.
        size = parallel = min(1, parallel)
    if parallel <= 0:
        return None
    pages = _pages(db, crawl, queue, size)
    if not pages or not room.hands.may_take(pages):
        return None
    if room.hands.are_closed:
        parallel = 1
    return _lease(db, who, crawl, queue, _Terms(pages, parallel, gap_s))


def _is_left_alone(crawl: sqlite3.Row, queue: sqlite3.Row, now: float) -> bool:
    """Whether a host is not to be asked now.

    Somebody waits for a root, which is tried although its host does not answer; but never while
    that has asked for patience.
    """
    is_awaited = crawl["root_state"] == PENDING and queue["failures"] >= FAILURES_OF_OUTAGE
    return bool(queue["rests_until"] > now) and not is_awaited


def _workers(db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row) -> int:
    since = {"since": who.now - _WORKER_S, "crawl": crawl["id"]}
    workers: int = db.execute(QUERIES["live_workers"], since).fetchone()[0]
    return max(1, workers)


def _share(who: Claimant, crawl: sqlite3.Row, workers: int, queues: int) -> int:
    """A worker's fair share of a crawl's concurrency, in each of the queues that are ready."""
    share: int = math.ceil(crawl["concurrency"] / workers)
    return min(math.ceil(share / max(1, queues)), who.slots)


def _unallotted(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row
) -> int:
    """What is left of a crawl's concurrency for a worker on a host."""
    where = {"crawl": crawl["n"], "worker": who.worker, "host": queue["host"]}
    (taken,) = db.execute(QUERIES["allotted"], where).fetchone()
    return int(crawl["concurrency"] - taken)


def _pages(
    db: sqlite3.Connection, crawl: sqlite3.Row, queue: sqlite3.Row, room: int
) -> list[sqlite3.Row]:
    where = {"crawl": crawl["n"], "host": queue["host"], "kind": queue["kind"], "limit": room}
    pages = db.execute(QUERIES["ready_pages"], where).fetchall()
    if crawl["root_state"] in (PENDING, IN_PROGRESS):
        # Which address it ends at is not known yet, nor whether a link to another one is to it.
        return [page for page in pages[:1] if page["id"] == crawl["root"]]
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
        "kind": queue["kind"],
        "parallel": terms.parallel,
        "turn": TURN_HELD if gap_s else NO_TURN,
        "size": len(pages),
        "counted": 0 if queue["kind"] == SITEMAP else len(pages),
        "now": who.now,
        "expires_at": who.now + who.manners.lease_s,
        "has_root": any(page["id"] == crawl["root"] for page in pages),
    }
    db.executemany(
        QUERIES["lease_page"],
        [(token, crawl["n"], page["n"]) for page in pages],
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
        tuple(_task(page, crawl["root"], KINDS[queue["kind"]]) for page in pages),
        terms.parallel,
        gap_s,
        max(0.0, queue["free_at"] - who.now),
    )


def _task(page: sqlite3.Row, root: int, kind: PageKind) -> Task:
    return Task(
        PageId(page["id"]),
        Address(page["address"]),
        page["depth"],
        page["attempts"] + 1,
        page["hops"],
        page["id"] == root,
        kind,
        page["waits"],
    )
