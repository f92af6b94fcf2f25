"""Counters of a transaction: collected page by page, written once for each crawl and queue."""

import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from leadline.domain.skips import SkipReason
from leadline.domain.system.overview import EDGES_MS
from leadline.store.sqlite.codes import (
    COMPLETED,
    COUNTER,
    FAILED,
    IN_PROGRESS,
    PENDING,
    SITEMAP,
    SKIPPED,
)
from leadline.store.sqlite.queries import QUERIES

_UNFINISHED = frozenset([PENDING, IN_PROGRESS])
_OF_SITEMAPS = {
    PENDING: "aside",
    IN_PROGRESS: "aside",
    COMPLETED: "sitemaps_read",
    FAILED: "sitemaps_failed",
    SKIPPED: "sitemaps_skipped",
}


class Queue(NamedTuple):
    """The pages of one crawl on one host, for one kind of worker."""

    crawl: int
    host: int
    kind: int


class Skip(NamedTuple):
    """The rule by which a page is, or was, skipped."""

    page: int
    reason: SkipReason
    rule: str


class Counters:
    """Changes of one transaction to the counters of crawls and queues."""

    def __init__(self) -> None:
        # Plain dictionaries: a `Counter` takes five times as long to count.
        self._crawls: defaultdict[int, defaultdict[str, int]] = defaultdict(_zeros)
        self._queues: defaultdict[Queue, list[int]] = defaultdict(lambda: [0, 0])
        self._skips: dict[tuple[int, SkipReason, str], list[int]] = {}

    def add(self, crawl: int, counter: str, amount: int = 1) -> None:
        """Change one counter of a crawl."""
        self._crawls[crawl][counter] += amount

    def appear(self, queue: Queue, state: int, skip: Skip | None = None) -> None:
        """Count a page that is stored in a state."""
        if queue.kind != SITEMAP:
            self.add(queue.crawl, "total")
        self._count(queue, state, skip, 1)
        self.add(queue.crawl, "too_deep", state == COMPLETED)
        # A crawl has met a host when it takes pages from there, and then there is a queue.
        if state != SKIPPED:
            self._change(queue, state == PENDING, state == PENDING)

    def disappear(self, queue: Queue, page: sqlite3.Row) -> None:
        """Count a page that is no longer stored."""
        state, is_ready = page["state"], page["is_ready"]
        self.add(queue.crawl, "total", -1)
        self._count(queue, state, skip_of(page) if state == SKIPPED else None, -1)
        self.add(queue.crawl, "too_deep", -(state == COMPLETED and not page["fetched"]))
        self._change(queue, -(is_ready and state == PENDING), -(state in _UNFINISHED))

    def move(
        self,
        queue: Queue,
        old: int,
        new: int,
        skip: Skip | None = None,
        *,
        is_ready: bool = True,
        to: Queue | None = None,
    ) -> None:
        """Count a page that changes its state, and moves to the queue `to` if one is given.

        `skip` is the reason why the page is, or was, skipped. `is_ready`: a page that is, or was,
        PENDING can be claimed at once, and does not wait for its time.
        """
        self._count(queue, old, skip, -1)
        self._count(queue, new, skip, 1)
        # A page that a worker had in hand was fetched. Any other is COMPLETED as it is too deep.
        is_recorded = new == COMPLETED and old != IN_PROGRESS
        self.add(queue.crawl, "too_deep", is_recorded - (old == COMPLETED))
        self._change(queue, -(is_ready and old == PENDING), -(old in _UNFINISHED))
        self._change(to or queue, is_ready and new == PENDING, new in _UNFINISHED)

    def skip_again(self, queue: Queue, old: Skip, new: Skip) -> None:
        """Count a SKIPPED page under another rule."""
        self._count(queue, SKIPPED, old, -1)
        self._count(queue, SKIPPED, new, 1)

    def wake(self, queue: Queue) -> None:
        """Count a PENDING page as ready: the time that it waited for has come."""
        self._change(queue, 1, 0)

    def visit(self, queue: Queue, amount: int) -> None:
        """Count visits as unfinished pages: their crawl has a say in the gap of the host."""
        self._change(queue, 0, amount)

    def _count(self, queue: Queue, state: int, skip: Skip | None, amount: int) -> None:
        """Add pages of a queue to the counter of a state."""
        if queue.kind == SITEMAP:
            if state in _OF_SITEMAPS:
                self.add(queue.crawl, _OF_SITEMAPS[state], amount)
        elif state == SKIPPED and skip is not None:
            self.add(queue.crawl, f"skipped_{skip.reason}", amount)
            # Any page is an example of its rule, also one that is fetched later.
            first = [0, skip.page]
            self._skips.setdefault((queue.crawl, skip.reason, skip.rule), first)[0] += amount
        else:
            self.add(queue.crawl, COUNTER[state], amount)

    def _change(self, queue: Queue, ready: int, unfinished: int) -> None:
        """Add to the pages of a queue that are ready, and to those that are unfinished."""
        counts = self._queues[queue]
        counts[0] += ready
        counts[1] += unfinished

    def write(self, db: sqlite3.Connection) -> None:
        """Write the changes to the file."""
        for crawl, counts in self._crawls.items():
            changes = {name: amount for name, amount in counts.items() if amount}
            if changes:
                sets = ", ".join(f"{name} = {name} + :{name}" for name in changes)
                db.execute(f"UPDATE crawl SET {sets} WHERE n = :n", {**changes, "n": crawl})  # noqa: S608 -- names of columns, from this file
        db.executemany(
            QUERIES["add_to_queue"],
            [
                {**queue._asdict(), "ready": ready, "unfinished": unfinished}
                for queue, (ready, unfinished) in self._queues.items()
            ],
        )
        refresh(db, (queue.crawl for queue in self._queues))
        db.executemany(
            QUERIES["add_to_skips"],
            [
                {"crawl": crawl, "reason": reason, "rule": rule, "pages": pages, "page": example}
                for (crawl, reason, rule), (pages, example) in self._skips.items()
                if pages
            ],
        )


class Latencies:
    """Times of the answers of a transaction, by phase. A phase of 0 ms did not happen."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], list[float]] = {}

    def add(self, timings: Sequence[float]) -> None:
        """Count an answer."""
        for phase, took_ms in enumerate(timings):
            if took_ms > 0:
                seen = self._seen.setdefault((phase, bisect_left(EDGES_MS, took_ms)), [0, 0.0])
                seen[0] += 1
                seen[1] += took_ms

    def write(self, db: sqlite3.Connection) -> None:
        """Write the counts to the file."""
        db.executemany(
            QUERIES["add_to_latency"], [(*where, *seen) for where, seen in self._seen.items()]
        )


def refresh(db: sqlite3.Connection, crawls: Iterable[int]) -> None:
    """Note when the next queue of each of these crawls may be served, after queues changed."""
    db.executemany(QUERIES["crawl_at"], [{"crawl": crawl} for crawl in set(crawls)])


def _zeros() -> defaultdict[str, int]:
    return defaultdict(int)


def skip_of(page: sqlite3.Row) -> Skip:
    """Return the rule by which a stored page is skipped."""
    return Skip(page["id"], SkipReason(page["reason"]), page["rule"])
