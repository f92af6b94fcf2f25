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
from leadline.store.sqlite.codes import (
    IN_PROGRESS,
    KINDS,
    NO_TURN,
    PENDING,
    TURN_HELD,
    UNLIMITED,
)
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work import leases
from leadline.store.sqlite.work.counters import Counters, Queue, refresh
from leadline.store.sqlite.work.hosts import FAILURES_OF_OUTAGE, strictest_wish_s
from leadline.store.sqlite.work.turns import (
    LOOK_AGAIN_S,
    Claimant,
    busy_until,
    count_allotted,
    is_waited_for,
    open_on_host,
    wait_for_host,
    widen_turns,
)

_TURN_S = 0.5
# Shorter where others wait: a crawl with few pages would wait longest for their turns.
_SHARED_TURN_S = 0.3
_BATCH_PAGES = 128
# Fewer are not worth a claim: the first worker may have them all.
_FEW_PAGES = 8
_WORKER_S = 60.0
_SEEN_S = 10.0
# When all queues that were looked at wait, the crawl may have more of them.
_NEXT_QUEUES_S = 0.001


@dataclass(frozen=True, slots=True)
class _Terms:
    pages: list[sqlite3.Row]
    parallel: int
    gap_s: float
    is_contended: bool


@dataclass(frozen=True, slots=True)
class _Host:
    """A host at the time of a claim."""

    at: float
    """When it may be looked at again; 0 if it may be asked now."""
    gap_s: float = 0.0
    slots: int = 0
    """Requests that may be opened on it, if it has a gap."""


@dataclass(slots=True)
class _InHand:
    """The pages that a worker has in hand. A page on trial has to be the only one."""

    pages: int
    are_closed: bool

    @classmethod
    def of(cls, db: sqlite3.Connection, worker: str) -> "_InHand":
        pages = leases.holds(db, worker)
        return cls(pages, pages == 1 and leases.has_page_on_trial(db, worker))

    def may_take(self, pages: list[sqlite3.Row]) -> bool:
        """Return whether these may be leased; if not, the pages in hand have to end first."""
        is_trial = pages[0]["suspects"] >= leases.ON_TRIAL
        self.are_closed = is_trial
        if is_trial and self.pages:
            return False
        self.pages += len(pages)
        return True


def is_vain(db: sqlite3.Connection, who: Claimant) -> bool:
    """Return whether a claim would give and write nothing, and so need not wait for a writer."""
    if who.is_browser:
        return False
    where = {"worker": who.worker, "now": who.now, **who.crawls}
    where |= {"noted_before": who.now - _SEEN_S, "host_limit": who.policy.host_limit}
    return bool(db.execute(QUERIES["is_vain"], where).fetchone()[0])


def claim(db: sqlite3.Connection, who: Claimant, limit: int) -> Claim:
    """Lease up to `limit` pages; see the contract."""
    leases.expire(db, who.now)
    _wake_pages(db, who.now)
    short = {"worker": who.worker, "host_limit": who.policy.host_limit}
    parallel = widen_turns(db, db.execute(QUERIES["short_turns"], short).fetchall(), who.policy)
    batches = _claim_batches(db, who, limit)
    # Idle workers count, too, when shares are computed.
    times = {"now": who.now, "noted_before": who.now - _SEEN_S}
    db.execute(QUERIES["see_claimant"], {"worker": who.worker, "only": who.only, **times})
    return Claim(tuple(batches), next_ready(db, who), parallel)


def _claim_batches(db: sqlite3.Connection, who: Claimant, limit: int) -> list[Batch]:
    """Claim from the crawls that have waited longest, until a round has a page to give."""
    batches: list[Batch] = []
    hands = _InHand.of(db, who.worker)
    while limit > 0 and not batches and not hands.are_closed:
        crawls = db.execute(QUERIES[_ready(who)], {"now": who.now, **who.crawls}).fetchall()
        for crawl in crawls:
            batches += _CrawlClaim(db, who, crawl, hands).batches(limit - _pages_of(batches))
            if hands.are_closed or _pages_of(batches) >= limit:
                break
        if not crawls or who.is_browser:
            break
    return batches


def _ready(who: Claimant) -> str:
    if who.is_browser:
        return "browser_crawls"
    return "ready_crawls" if who.only is None else "ready_crawl"


def _pages_of(batches: list[Batch]) -> int:
    return sum(len(batch.tasks) for batch in batches)


def _wake_pages(db: sqlite3.Connection, now: float) -> None:
    woken = db.execute(QUERIES["wake_pages"], {"now": now}).fetchall()
    if not woken:
        return
    counters = Counters()
    for page in woken:
        counters.wake(Queue(page["crawl"], page["host"], page["kind"]))
    counters.write(db)


def next_ready(db: sqlite3.Connection, who: Claimant) -> float | None:
    """Return in how many seconds the next page will be ready."""
    rows = (
        db.execute(
            QUERIES["next_browser_at" if who.is_browser else "next_crawl_at"],
            {"now": who.now, **who.crawls},
        ).fetchone(),
        db.execute(QUERIES["next_page_at"]).fetchone(),
    )
    first = min((row[0] for row in rows if row and row[0] is not None), default=None)
    return None if first is None else max(0.0, first - who.now)


class _CrawlClaim:
    """A claim of the pages of one crawl."""

    def __init__(
        self, db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, hands: _InHand
    ) -> None:
        self._db = db
        self._who = who
        self._crawl = crawl
        self._hands = hands
        self._workers = _workers(db, who, crawl)
        self._unallotted = crawl["concurrency"] - count_allotted(db, crawl["n"])
        self._left = _pages_left(db, crawl)
        # Pages, sitemaps and external pages of a host are separate queues, but it has one turn.
        self._held: set[int] = set()

    def batches(self, limit: int) -> list[Batch]:
        """Lease up to `limit` pages. A crawl that has none to give is looked at again later."""
        batches: list[Batch] = []
        where = {"crawl": self._crawl["n"], "now": self._who.now, "kinds": self._who.kind_numbers}
        query = QUERIES["browser_queues" if self._who.is_browser else "ready_queues"]
        queues = self._db.execute(query, where).fetchall()
        share = _share(self._who, self._crawl, self._workers, len(queues))
        waiting = 0
        for queue in queues:
            if limit <= 0 or self._hands.are_closed:
                break
            if queue["host"] in self._held:
                continue
            host = self._host(queue)
            if host.at:
                waiting += 1
                continue
            batch = self._batch(queue, host, limit, share)
            if batch is not None:
                batches.append(batch)
                limit -= len(batch.tasks)
        if batches:
            self._note_served(batches)
        elif not self._hands.are_closed:
            # A queue that does not wait for its host waits for a report, which wakes the crawl.
            wait_s = _NEXT_QUEUES_S if waiting == len(queues) else LOOK_AGAIN_S
            at = self._who.now + wait_s
            self._db.execute(QUERIES["put_off_crawl"], {"crawl": self._crawl["n"], "at": at})
        return batches

    def _note_served(self, batches: list[Batch]) -> None:
        tasks = [task for batch in batches for task in batch.tasks]
        served = {
            "crawl": self._crawl["n"],
            "now": self._who.now,
            "counted": sum(task.kind is not PageKind.SITEMAP for task in tasks),
            "has_root": any(task.is_root for task in tasks),
        }
        self._db.execute(QUERIES["serve_crawl"], served)
        refresh(self._db, [self._crawl["n"]])

    def _host(self, queue: sqlite3.Row) -> "_Host":
        """Look at the host of a queue, and put the queue off if the host is not to be asked now."""
        place = Queue(self._crawl["n"], queue["host"], queue["kind"])
        if _is_left_alone(self._crawl, queue, self._who.now):
            self._db.execute(QUERIES["queue_at"], place._asdict() | {"at": queue["rests_until"]})
            return _Host(queue["rests_until"])
        gap_s = max(strictest_wish_s(self._db, queue["host"]), float(queue["robots_gap_s"]))
        if not gap_s:
            return _Host(0.0)
        at = busy_until(queue, self._crawl["n"], self._who.now)
        slots = 0 if at else self._who.policy.host_limit - open_on_host(self._db, queue["host"])
        if not at and slots <= 0:
            at = self._who.now + LOOK_AGAIN_S
        if at:
            wait_for_host(self._db, place, self._who.now, at)
        return _Host(at, gap_s, slots)

    def _batch(self, queue: sqlite3.Row, host: "_Host", limit: int, share: int) -> Batch | None:
        is_counted = queue["kind"] not in UNLIMITED
        fair = max(_FEW_PAGES, math.ceil(queue["ready"] / self._workers))
        size = min(limit, self._left if is_counted else limit, fair, _BATCH_PAGES)
        parallel, is_contended = min(share, self._room(queue, host.gap_s)), False
        if host.gap_s:
            is_shared = is_waited_for(self._db, self._crawl["n"], queue["host"])
            size = min(size, max(1, round((_SHARED_TURN_S if is_shared else _TURN_S) / host.gap_s)))
            is_contended = host.slots <= parallel and (queue["ready"] > size or is_shared)
            parallel = min(parallel, host.slots, size)
        if queue["failures"] >= FAILURES_OF_OUTAGE:
            # One page is enough to see whether the host is back.
            size = parallel = min(1, parallel)
        if size <= 0 or parallel <= 0:
            return None
        pages = _pages(self._db, self._crawl, queue, size)
        if not pages or not self._hands.may_take(pages):
            return None
        if self._hands.are_closed:
            parallel = 1
        self._left -= len(pages) * is_counted
        self._unallotted -= min(parallel, len(pages))
        if host.gap_s:
            self._held.add(queue["host"])
        terms = _Terms(pages, parallel, host.gap_s, is_contended)
        return _lease(self._db, self._who, self._crawl, queue, terms)

    def _room(self, queue: sqlite3.Row, gap_s: float) -> int:
        """Return what is left of the crawl's concurrency for the worker on a host.

        On a host without a gap, a further batch shares what the worker has there already.
        """
        if gap_s:
            return int(self._unallotted)
        where = {"crawl": self._crawl["n"], "worker": self._who.worker, "host": queue["host"]}
        (here,) = self._db.execute(QUERIES["allotted_here"], where).fetchone()
        return int(self._unallotted + here)


def _pages_left(db: sqlite3.Connection, crawl: sqlite3.Row) -> int:
    if crawl["max_pages"] is None:
        return _BATCH_PAGES * _BATCH_PAGES
    (external,) = db.execute(QUERIES["leased_external"], {"crawl": crawl["n"]}).fetchone()
    leased = crawl["in_progress"] - external
    return int(crawl["max_pages"] - crawl["answered"] - leased)


def _is_left_alone(crawl: sqlite3.Row, queue: sqlite3.Row, now: float) -> bool:
    """Return whether a host is not to be asked now.

    A client waits for a root, which is tried although its host does not answer; but never while
    the host has asked for patience.
    """
    is_awaited = crawl["root_state"] == PENDING and queue["failures"] >= FAILURES_OF_OUTAGE
    return bool(queue["rests_until"] > now) and not is_awaited


def _workers(db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row) -> int:
    since = {"since": who.now - _WORKER_S, "crawl": crawl["id"]}
    workers: int = db.execute(QUERIES["live_workers"], since).fetchone()[0]
    return max(1, workers)


def _share(who: Claimant, crawl: sqlite3.Row, workers: int, queues: int) -> int:
    """Return a worker's share of a crawl's concurrency in each of the queues that are ready."""
    share: int = math.ceil(crawl["concurrency"] / workers)
    return min(math.ceil(share / max(1, queues)), who.slots)


def _pages(
    db: sqlite3.Connection, crawl: sqlite3.Row, queue: sqlite3.Row, room: int
) -> list[sqlite3.Row]:
    where = {"crawl": crawl["n"], "host": queue["host"], "kind": queue["kind"], "limit": room}
    pages = db.execute(QUERIES["ready_pages"], where).fetchall()
    if crawl["root_state"] in (PENDING, IN_PROGRESS):
        # The root's final address is not known yet, nor whether a link leads to the root.
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
        "now": who.now,
        "expires_at": who.now + who.policy.lease_s,
        "at": who.now + max(_TURN_S, gap_s) if gap_s else who.now,
    }
    db.executemany(
        QUERIES["lease_page"],
        [(token, crawl["n"], page["n"]) for page in pages],
    )
    db.execute(QUERIES["add_lease"], lease)
    db.execute(QUERIES["serve_queue"], lease)
    if gap_s:
        db.execute(QUERIES["take_turn"], lease)
    return Batch(
        token,
        CrawlId(crawl["id"]),
        queue["name"],
        tuple(_task(page, crawl["root"], KINDS[queue["kind"]]) for page in pages),
        terms.parallel,
        gap_s,
        max(0.0, queue["free_at"] - who.now),
        terms.is_contended,
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
