"""Counters of a transaction: collected page by page, written once for each crawl and queue."""

import sqlite3
from collections import defaultdict
from typing import NamedTuple

from leadline.domain.outcomes import SkipReason
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import (
    COMPLETED,
    COUNTER,
    FAILED,
    IN_PROGRESS,
    PENDING,
    SITEMAP,
    SKIPPED,
)

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
    """Why a page is skipped, or was."""

    page: int
    reason: SkipReason
    rule: str


class Tally:
    """What a transaction changes in the counters of crawls and queues."""

    def __init__(self) -> None:
        # Plain ones: a `Counter` takes five times as long to count.
        self._crawls: defaultdict[int, defaultdict[str, int]] = defaultdict(_zeros)
        self._queues: defaultdict[Queue, list[int]] = defaultdict(lambda: [0, 0])
        self._skips: dict[tuple[int, SkipReason, str], list[int]] = {}

    def add(self, crawl: int, counter: str, amount: int = 1) -> None:
        """Change one counter of a crawl."""
        self._crawls[crawl][counter] += amount

    def appear(self, queue: Queue, state: int, skip: Skip | None = None) -> None:
        """A page was stored in a state."""
        if queue.kind != SITEMAP:
            self.add(queue.crawl, "total")
        self.count(queue, state, skip, 1)
        self.add(queue.crawl, "too_deep", state == COMPLETED)
        # A crawl has met a host when it takes pages from there, and then there is a queue.
        if state != SKIPPED:
            self.change(queue, ready=state == PENDING, unfinished=state == PENDING)

    def disappear(self, queue: Queue, page: sqlite3.Row) -> None:
        """A page is not stored any more."""
        state, is_ready = page["state"], page["is_ready"]
        self.add(queue.crawl, "total", -1)
        self.count(queue, state, skip_of(page) if state == SKIPPED else None, -1)
        self.add(queue.crawl, "too_deep", -(state == COMPLETED and not page["fetched"]))
        self.change(
            queue, ready=-(is_ready and state == PENDING), unfinished=-(state in _UNFINISHED)
        )

    def move(self, queue: Queue, old: int, new: int, skip: Skip | None = None) -> None:
        """A page changed its state; `skip` is why it is, or was, skipped."""
        finished = (old in _UNFINISHED) - (new in _UNFINISHED)
        self.count(queue, old, skip, -1)
        self.count(queue, new, skip, 1)
        # A page that a worker had in hand was fetched. Any other is COMPLETED as it is too deep.
        is_recorded = new == COMPLETED and old != IN_PROGRESS
        self.add(queue.crawl, "too_deep", is_recorded - (old == COMPLETED))
        self.change(queue, unfinished=-finished)

    def count(self, queue: Queue, state: int, skip: Skip | None, amount: int) -> None:
        """So many pages more are in a state."""
        if queue.kind == SITEMAP:
            if state in _OF_SITEMAPS:
                self.add(queue.crawl, _OF_SITEMAPS[state], amount)
        elif state == SKIPPED and skip is not None:
            self.add(queue.crawl, f"skipped_{skip.reason}", amount)
            # Any of its pages shows what a rule is about, also one that is let in later.
            first = [0, skip.page]
            self._skips.setdefault((queue.crawl, skip.reason, skip.rule), first)[0] += amount
        else:
            self.add(queue.crawl, COUNTER[state], amount)

    def change(self, queue: Queue, *, ready: int = 0, unfinished: int = 0) -> None:
        """Pages of a queue became ready, or have been finished."""
        counts = self._queues[queue]
        counts[0] += ready
        counts[1] += unfinished

    def write(self, db: sqlite3.Connection) -> None:
        """Bring the counters of the file up to date."""
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
        db.executemany(
            QUERIES["add_to_skips"],
            [
                {"crawl": crawl, "reason": reason, "rule": rule, "pages": pages, "page": example}
                for (crawl, reason, rule), (pages, example) in self._skips.items()
                if pages
            ],
        )


def _zeros() -> defaultdict[str, int]:
    return defaultdict(int)


def skip_of(page: sqlite3.Row) -> Skip:
    """Why a page is skipped, as the file has it."""
    return Skip(page["id"], SkipReason(page["reason"]), page["rule"])
