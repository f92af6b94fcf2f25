"""Figures of all crawls together."""

from typing import Any

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.pages import PageState
from leadline.domain.system.overview import EDGES_MS, PHASES, Done, Latency, Overview

_STATES = (
    PageState.PENDING,
    PageState.IN_PROGRESS,
    PageState.COMPLETED,
    PageState.FAILED,
    PageState.CANCELLED,
    PageState.SKIPPED,
)


def read_overview(row: list[Any]) -> Overview:
    """Return the figures of a row."""
    census, pages, done, latencies, (leases, leased_pages), (ready, waiting) = row
    return Overview(
        crawls={(CrawlKind(kind), CrawlStatus(status)): crawls for kind, status, crawls in census},
        pages=dict(zip(_STATES, pages, strict=True)),
        done=Done(*done),
        latencies=_latencies(latencies),
        leases=leases,
        leased_pages=leased_pages,
        ready_queues=ready,
        waiting_queues=waiting,
    )


def _latencies(rows: list[list[Any]]) -> dict[str, Latency]:
    buckets = [[0] * (len(EDGES_MS) + 1) for _ in PHASES]
    sums_ms = [0.0] * len(PHASES)
    for phase, bucket, answers, sum_ms in rows:
        buckets[phase][bucket] = answers
        sums_ms[phase] += sum_ms
    return {
        name: Latency(tuple(counts), sum_ms)
        for name, counts, sum_ms in zip(PHASES, buckets, sums_ms, strict=True)
    }
