"""All crawls together: counted when something changes, so that reading costs little."""

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import asdict

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.overview import EDGES_MS, PHASES, Done, Latency, Overview, Process
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import STATES

_MOST_QUEUES = 20_000
_FORGOTTEN_S = 3600.0


class Latencies:
    """How long the answers of a transaction took; what took no time did not happen."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], list[float]] = {}

    def add(self, timings: Sequence[float]) -> None:
        """One more answer."""
        for phase, took_ms in enumerate(timings):
            if took_ms > 0:
                seen = self._seen.setdefault((phase, bisect_left(EDGES_MS, took_ms)), [0, 0.0])
                seen[0] += 1
                seen[1] += took_ms

    def write(self, db: sqlite3.Connection) -> None:
        """Bring the file up to date."""
        db.executemany(
            QUERIES["add_to_latency"], [(*where, *seen) for where, seen in self._seen.items()]
        )


def overview(db: sqlite3.Connection, now: float) -> Overview:
    """All crawls together."""
    states = db.execute(QUERIES["running_pages"]).fetchone()
    leases, leased_pages = db.execute(QUERIES["held"]).fetchone()
    where = {"now": now, "limit": _MOST_QUEUES}
    ready, waiting = db.execute(QUERIES["queues"], where).fetchone()
    return Overview(
        crawls={
            (CrawlKind(kind), CrawlStatus(status)): crawls
            for kind, status, crawls in db.execute(QUERIES["census"])
        },
        pages={state: int(count) for state, count in zip(STATES, states, strict=True)},
        done=Done(*db.execute(QUERIES["done"]).fetchone()),
        latencies=_latencies(db),
        leases=leases,
        leased_pages=leased_pages,
        ready_queues=ready,
        waiting_queues=waiting,
    )


def _latencies(db: sqlite3.Connection) -> dict[str, Latency]:
    buckets = [[0] * (len(EDGES_MS) + 1) for _ in PHASES]
    sums_ms = [0.0] * len(PHASES)
    for phase, bucket, answers, sum_ms in db.execute(QUERIES["latencies"]):
        buckets[phase][bucket] = answers
        sums_ms[phase] += sum_ms
    return {
        name: Latency(tuple(counts), sum_ms)
        for name, counts, sum_ms in zip(PHASES, buckets, sums_ms, strict=True)
    }


def processes(db: sqlite3.Connection, now: float) -> list[Process]:
    """What supervisors noted last."""
    return [Process(*row) for row in db.execute(QUERIES["processes"], {"now": now})]


def note_processes(
    db: sqlite3.Connection, supervisor: str, seen: Sequence[Process], now: float
) -> None:
    """Keep what a supervisor sees."""
    who = {"supervisor": supervisor, "now": now}
    db.execute(QUERIES["forget_processes"], who | {"forgotten_before": now - _FORGOTTEN_S})
    db.executemany(QUERIES["note_process"], [asdict(process) | who for process in seen])
