"""Turns: who may have a host with a gap now, and who is next."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind
from leadline.store.contract import Manners
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import NUMBER

WAITER_NOTED_S = 1.0
# The longest waiting queue of a host has this long to take its turn before others may.
_GRACE_S = 0.03
_WAITER_S = 5.0


@dataclass(frozen=True, slots=True)
class Claimant:
    """Who claims what, and when.

    `only` is the one crawl that is asked for, if any; `besides` are those that are left to others.
    """

    worker: str
    kinds: Collection[PageKind]
    slots: int
    only: CrawlId | None
    now: float
    manners: Manners
    besides: Collection[CrawlId] = ()

    @property
    def crawls(self) -> dict[str, str | None]:
        """Which crawls are asked for, as queries read it."""
        return {"only": self.only, "besides": json.dumps(list(self.besides))}

    @property
    def kind_numbers(self) -> str:
        """The kinds as queries read them."""
        return json.dumps([NUMBER[kind] for kind in self.kinds])


def open_on_host(db: sqlite3.Connection, host: int) -> int:
    """Requests that are open on a host beside those of its turn."""
    return int(db.execute(QUERIES["open_on_host"], {"host": host}).fetchone()[0])


def may_take_turn(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row
) -> bool:
    """Whether a queue may have its host now; if not, it is remembered as waiting."""
    is_free = queue["turn"] is None and queue["free_at"] <= who.now
    is_free = is_free and open_on_host(db, queue["host"]) < who.manners.host_limit
    if is_free and not _goes_to_other(db, who, crawl, queue):
        return True
    seen = queue["waiting_seen"]
    if seen is None or seen < who.now - WAITER_NOTED_S:
        where = {"crawl": crawl["n"], "host": queue["host"], "kind": queue["kind"]}
        db.execute(QUERIES["wait_for_host"], where | {"now": who.now})
    return False


def _goes_to_other(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row
) -> bool:
    if who.now > queue["free_at"] + _GRACE_S:
        return False
    since = queue["waiting_since"] if queue["waiting_since"] is not None else who.now
    return is_waited_for(db, who, crawl, queue, since)


def is_waited_for(
    db: sqlite3.Connection, who: Claimant, crawl: sqlite3.Row, queue: sqlite3.Row, since: float
) -> bool:
    """Whether another queue waits for the host since before a time."""
    where = {"crawl": crawl["n"], "host": queue["host"], "since": since}
    seen_after = {"seen_after": who.now - _WAITER_S}
    return db.execute(QUERIES["earlier_waiter"], where | seen_after).fetchone() is not None
