"""Turns: which queue has a host with a gap now, and which one is next."""

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import LeaseLost
from leadline.domain.pages import PageKind, Token
from leadline.store.contract import HostPolicy, Retaken
from leadline.store.sqlite.codes import NUMBER, TURN_HELD
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Queue, refresh
from leadline.store.sqlite.work.hosts import FAILURES_OF_OUTAGE

# A queue that waits is woken when its host becomes free. It also looks by itself, because the
# queues that were woken before it may have no worker.
LOOK_AGAIN_S = 1.0
# The crawl that is next has this long to take its turn before others may.
_GRACE_S = 0.03
# Woken together with the next one, in case that has no worker.
_WOKEN = 3


@dataclass(frozen=True, slots=True)
class Claimant:
    """A worker that claims pages, and when.

    `only` is the one crawl that it asks for, if any; `besides` are crawls that it leaves to others.
    """

    worker: str
    kinds: Collection[PageKind]
    slots: int
    only: CrawlId | None
    now: float
    policy: HostPolicy
    besides: Collection[CrawlId] = ()

    @property
    def crawls(self) -> dict[str, str | None]:
        """The crawls that the worker asks for, as parameters of queries."""
        return {"only": self.only, "besides": json.dumps(list(self.besides))}

    @property
    def is_browser(self) -> bool:
        """Whether the worker runs a browser and nothing else."""
        return set(self.kinds) == {PageKind.BROWSER}

    @property
    def kind_numbers(self) -> str:
        """The codes of the kinds, as a parameter of queries."""
        return json.dumps([NUMBER[kind] for kind in self.kinds])


def open_on_host(db: sqlite3.Connection, host: int) -> int:
    """Count the requests that are open on a host beside those of its turn."""
    return int(db.execute(QUERIES["open_on_host"], {"host": host}).fetchone()[0])


def count_allotted(db: sqlite3.Connection, crawl: int) -> int:
    """Count the requests that workers may have open in a crawl."""
    return int(db.execute(QUERIES["allotted"], {"crawl": crawl}).fetchone()[0])


def busy_until(host: sqlite3.Row, crawl: int, now: float) -> float:
    """Return when a crawl may try again to take the turn of a host; 0 if it may take it now."""
    if host["turn"] is not None:
        return now + LOOK_AGAIN_S
    if host["free_at"] > now:
        return float(host["free_at"])
    is_kept = host["next_crawl"] not in (None, crawl) and host["kept_until"] > now
    return float(host["kept_until"]) if is_kept else 0.0


def wait_for_host(db: sqlite3.Connection, queue: Queue, now: float, at: float) -> None:
    """Put a queue on the list of those that wait for its host. It looks again at a time."""
    db.execute(QUERIES["wait_for_host"], queue._asdict() | {"now": now, "at": at})


def turn_in_s(
    db: sqlite3.Connection, worker: str, token: Token, now: float, policy: HostPolicy
) -> float:
    """Return how long a lease has to wait for the turn of its host; 0 if it may try."""
    row = _waiting_lease(db, worker, token)
    is_noted = row["waiting_since"] is not None
    return max(0.0, _retaken_at(db, row, now, policy) - now) if is_noted else 0.0


def retake_turn(
    db: sqlite3.Connection, worker: str, token: Token, now: float, policy: HostPolicy
) -> Retaken:
    """Take the turn of a host for an open page of a lease, or put it on the list of waiters."""
    row = _waiting_lease(db, worker, token)
    at = _retaken_at(db, row, now, policy)
    queue = Queue(row["crawl"], row["host"], row["kind"])
    if at:
        wait_for_host(db, queue, now, at)
        return Retaken(is_held=False, in_s=at - now)
    db.execute(QUERIES["stop_waiting"], queue._asdict())
    db.execute(QUERIES["take_turn"], {"token": token, "host": row["host"]})
    db.execute(QUERIES["set_turn"], {"token": token, "turn": TURN_HELD})
    db.execute(QUERIES["ask_host"], {"token": token})
    return Retaken(is_held=True, in_s=max(0.0, row["free_at"] - now))


def _waiting_lease(db: sqlite3.Connection, worker: str, token: Token) -> sqlite3.Row:
    row = db.execute(QUERIES["waiting_lease"], {"worker": worker, "token": token}).fetchone()
    if row is None:
        raise LeaseLost("the lease has ended")
    found: sqlite3.Row = row
    return found


def _retaken_at(db: sqlite3.Connection, row: sqlite3.Row, now: float, policy: HostPolicy) -> float:
    """Return when a lease may try again to take a turn; 0 if it may take it now.

    A client waits for a visit: it is made although the host does not answer, as that of a root is.
    """
    is_first = bool(row["is_away"])
    rests_until = float(row["rests_until"])
    if rests_until > now and not (is_first and row["failures"] >= FAILURES_OF_OUTAGE):
        return rests_until
    at = busy_until(row, row["crawl"], now)
    # A visit has no slot of the host before its first turn.
    if not at and is_first and open_on_host(db, row["host"]) >= policy.host_limit:
        return now + LOOK_AGAIN_S
    return at


def is_waited_for(db: sqlite3.Connection, crawl: int, host: int) -> bool:
    """Return whether another crawl waits for a host."""
    row = db.execute(QUERIES["other_waiter"], {"crawl": crawl, "host": host}).fetchone()
    return row is not None


def wake_waiters(db: sqlite3.Connection, host: int, now: float) -> None:
    """Keep a host that no one holds for the queue that is next, and wake a few after it.

    Every second time that is a queue that a client waits for, if there is one. The first one moves
    to the end of the list: if it has no worker, the others are not held up again.
    """
    row = db.execute(QUERIES["turn_of_host"], {"host": host}).fetchone()
    is_kept = row["next_crawl"] is not None and row["kept_until"] > now
    if row["turn"] is not None or is_kept:
        return
    while waiters := _first_waiters(db, host, is_awaited=not row["kept_for_client"]):
        live = [waiter for waiter in waiters if waiter["is_live"]]
        for waiter in waiters:
            if not waiter["is_live"]:
                db.execute(QUERIES["stop_waiting"], _place(waiter, host))
        if live:
            _wake(db, host, live, max(now, row["free_at"]), now)
            return


def _first_waiters(db: sqlite3.Connection, host: int, *, is_awaited: bool) -> list[sqlite3.Row]:
    """Return the queues that wait longest, first those that clients wait for, or the others."""
    waiters: list[sqlite3.Row] = []
    for each in (is_awaited, not is_awaited):
        where = {"host": host, "is_awaited": each, "limit": _WOKEN - len(waiters)}
        waiters += db.execute(QUERIES["first_waiters"], where).fetchall()
    return waiters


def _wake(
    db: sqlite3.Connection, host: int, waiters: list[sqlite3.Row], at: float, now: float
) -> None:
    first, *others = waiters
    kept_until = at + _GRACE_S
    kept = {"host": host, "kept_until": kept_until}
    db.execute(QUERIES["keep_host"], kept | {key: first[key] for key in ("crawl", "is_awaited")})
    db.execute(QUERIES["wake_first"], _place(first, host) | {"at": at, "now": now})
    for waiter in others:
        db.execute(QUERIES["queue_at"], _place(waiter, host) | {"at": kept_until})
    refresh(db, (waiter["crawl"] for waiter in waiters))


def _place(waiter: sqlite3.Row, host: int) -> dict[str, float]:
    return {"crawl": waiter["crawl"], "host": host, "kind": waiter["kind"]}


def widen_turns(
    db: sqlite3.Connection, held: Iterable[sqlite3.Row], policy: HostPolicy
) -> dict[Token, int]:
    """Give turns the slots that requests of earlier turns have left; returns what each may have."""
    allowed = {}
    for lease in held:
        (concurrency,) = db.execute(
            "SELECT concurrency FROM crawl WHERE n = ?", (lease["crawl"],)
        ).fetchone()
        free = policy.host_limit - open_on_host(db, lease["host"]) - lease["parallel"]
        wider = min(free, concurrency - count_allotted(db, lease["crawl"]))
        if wider > 0:
            parallel = lease["parallel"] + wider
            db.execute(QUERIES["set_parallel"], {"token": lease["token"], "parallel": parallel})
            allowed[Token(lease["token"])] = parallel
    return allowed
