"""Pages without a usable answer: tried again later, or given up."""

import sqlite3
from collections.abc import Callable
from typing import Any

from leadline.domain.outcomes import Failed
from leadline.domain.rules import Rule
from leadline.store.sqlite.codes import FAILED, IN_PROGRESS, PENDING, SKIPPED, UNLIMITED
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue, Skip
from leadline.store.sqlite.work.hosts import (
    LONGEST_WAIT_FOR_RULES_S,
    is_all_that_is_left,
    is_given_up,
    leave_alone,
    note_failure,
)
from leadline.store.sqlite.work.roots import fail_without_root, note_root

_GIVEN_UP_AT_ONCE = 5_000


class Failures:
    """Failures of one commit."""

    def __init__(
        self,
        db: sqlite3.Connection,
        now: float,
        counters: Counters,
        next_seq: Callable[[int], int],
        outage_max_s: float,
    ) -> None:
        self._db = db
        self._now = now
        self._counters = counters
        self._next_seq = next_seq
        self._default_outage_max_s = outage_max_s

    def add(self, outcome: Failed, crawl: sqlite3.Row, queue: Queue, asked: Queue) -> None:
        """Store a failure: decide about the page, and about the host that was asked last."""
        row = {
            "crawl": crawl["n"],
            "id": outcome.page,
            "cost": outcome.costs_attempt,
            "has_waited": outcome.host_wait_s is not None,
            "status": outcome.status,
            "error": outcome.kind,
            "message": outcome.message,
        }
        if outcome.host_wait_s is not None:
            leave_alone(self._db, asked.host, self._now + outcome.host_wait_s)
        outage_max_s = self._outage_max_s(crawl)
        if outcome.is_there:
            note_failure(self._db, asked, self._now, outage_max_s, LONGEST_WAIT_FOR_RULES_S)
        elif outcome.is_of_host:
            note_failure(self._db, asked, self._now, outage_max_s)
        if outcome.retry_in_s is None:
            self._end(outcome, row, crawl, queue)
        elif outcome.is_there and is_all_that_is_left(self._db, queue, self._now):
            self._skip_host(outcome, crawl, queue)
        elif outcome.is_of_host and not outcome.is_there and self._is_given_up(crawl, queue):
            self._end(outcome, row, crawl, queue)
            self._give_up(row, queue)
        else:
            self._retry(outcome, row, crawl, queue)

    def _outage_max_s(self, crawl: sqlite3.Row) -> float:
        wished = crawl["host_outage_max_s"]
        return self._default_outage_max_s if wished is None else float(wished)

    def _is_given_up(self, crawl: sqlite3.Row, queue: Queue) -> bool:
        return is_given_up(self._db, queue, self._now, self._outage_max_s(crawl))

    def _retry(
        self, outcome: Failed, row: dict[str, Any], crawl: sqlite3.Row, queue: Queue
    ) -> None:
        wait_s = outcome.retry_in_s or 0.0
        not_before = self._now + wait_s if wait_s > 0 else None
        self._db.execute(QUERIES["retry_page"], row | {"not_before": not_before})
        self._counters.move(queue, IN_PROGRESS, PENDING, is_ready=not_before is None)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _end(self, outcome: Failed, row: dict[str, Any], crawl: sqlite3.Row, queue: Queue) -> None:
        self._db.execute(QUERIES["fail_page"], row | {"seq": self._next_seq(queue.crawl)})
        self._counters.move(queue, IN_PROGRESS, FAILED)
        is_counted = outcome.status is not None and queue.kind not in UNLIMITED
        self._counters.add(queue.crawl, "answered", is_counted)
        note_root(self._db, crawl, outcome.page, FAILED)
        why = f"{outcome.kind}: {outcome.message}"
        fail_without_root(self._db, crawl, outcome.page, why, self._now)

    def _give_up(self, row: dict[str, Any], queue: Queue) -> None:
        """Fail the other pages of a host that is given up, without a request for each."""
        for page in self._others(queue):
            change = {"id": page, "cost": 0, "seq": self._next_seq(queue.crawl)}
            self._db.execute(QUERIES["fail_page"], row | change)
            self._counters.move(queue, PENDING, FAILED)

    def _skip_host(self, outcome: Failed, crawl: sqlite3.Row, queue: Queue) -> None:
        """Skip all pages of a host whose robots.txt cannot be read."""
        self._skip(outcome.page, outcome.message, queue, IN_PROGRESS)
        note_root(self._db, crawl, outcome.page, SKIPPED, Rule.UNREACHABLE.reason)
        fail_without_root(self._db, crawl, outcome.page, outcome.message, self._now)
        for page in self._others(queue):
            self._skip(page, outcome.message, queue, PENDING)

    def _skip(self, page: int, detail: str, queue: Queue, state: int) -> None:
        skip = Skip(page, *Rule.UNREACHABLE.pair)
        row = {"crawl": queue.crawl, "id": page, "seq": self._next_seq(queue.crawl)}
        why = {"reason": skip.reason, "rule": skip.rule, "detail": detail}
        self._db.execute(QUERIES["skip_page"], row | why)
        self._counters.move(queue, state, SKIPPED, skip)

    def _others(self, queue: Queue) -> list[int]:
        """Return the ready pages of a queue, and end the rest of its host.

        The crawl no longer waits for the host; another one may ask it at once.
        """
        self._db.execute(QUERIES["end_rest"], {"host": queue.host})
        where = {**queue._asdict(), "limit": _GIVEN_UP_AT_ONCE}
        return [page["id"] for page in self._db.execute(QUERIES["pages_of_queue"], where)]
