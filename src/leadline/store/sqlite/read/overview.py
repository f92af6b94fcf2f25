"""Figures of all crawls together: counted at every change, so that reading costs little."""

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.system.overview import EDGES_MS, PHASES, Done, Latency, Overview, Process
from leadline.store.sqlite.codes import STATES
from leadline.store.sqlite.queries import QUERIES

_MOST_QUEUES = 20_000
_FORGOTTEN_S = 3600.0


def overview(db: sqlite3.Connection, now: float) -> Overview:
    """Return figures of all crawls together."""
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
    """Return the processes that supervisors noted last."""
    return [Process(*row) for row in db.execute(QUERIES["processes"], {"now": now})]


def note_processes(
    db: sqlite3.Connection, supervisor: str, seen: Sequence[Process], now: float
) -> None:
    """Replace the processes that a supervisor noted before."""
    who = {"supervisor": supervisor, "now": now}
    db.execute(QUERIES["forget_processes"], who | {"forgotten_before": now - _FORGOTTEN_S})
    db.executemany(QUERIES["note_process"], [asdict(process) | who for process in seen])
