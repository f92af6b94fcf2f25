"""Counters of a transaction: collected page by page, written once for each crawl and queue."""

import sqlite3
from collections import Counter

from leadline.domain.outcomes import SkipReason
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import COUNTER, SKIPPED


class Tally:
    """What a transaction changes in the counters of crawls and queues."""

    def __init__(self) -> None:
        self._crawls: dict[int, Counter[str]] = {}
        self._queues: dict[tuple[int, int], list[int]] = {}

    def add(self, crawl: int, counter: str, amount: int = 1) -> None:
        """Change one counter of a crawl."""
        self._crawls.setdefault(crawl, Counter())[counter] += amount

    def appear(self, crawl: int, state: int, reason: SkipReason | None = None) -> None:
        """A page was stored in a state."""
        self.add(crawl, "total")
        self.add(crawl, _counter(state, reason))

    def move(self, crawl: int, old: int, new: int, reason: SkipReason | None = None) -> None:
        """A page changed its state."""
        self.add(crawl, COUNTER[old], -1)
        self.add(crawl, _counter(new, reason))

    def queue(self, crawl: int, host: int, *, ready: int = 0, unfinished: int = 0) -> None:
        """Pages of a queue became ready, or have been finished."""
        counts = self._queues.setdefault((crawl, host), [0, 0])
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
                {"crawl": crawl, "host": host, "ready": ready, "unfinished": unfinished}
                for (crawl, host), (ready, unfinished) in self._queues.items()
            ],
        )


def _counter(state: int, reason: SkipReason | None) -> str:
    return f"skipped_{reason}" if state == SKIPPED else COUNTER[state]
