"""Figures for Prometheus. What feeders know comes from the store, whichever machine they are on."""

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from leadline import __version__
from leadline.api.context import Shared
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.overview import EDGES_MS, Done, Latency, Overview, Process
from leadline.services.processes import process_of

router = APIRouter(tags=["health"])
_DEAD_S = 30.0

_EDGES = (*(repr(edge / 1000) for edge in EDGES_MS), "+Inf")
_DONE = {
    "fetched": (
        "leadline_pages_fetched",
        "Pages that were fetched: answers with success, or a redirect",
    ),
    "failed": ("leadline_pages_failed", "Pages that failed for good"),
    "leads": ("leadline_leads", "Links that were stored"),
    "bytes": ("leadline_received_bytes", "Bytes of bodies"),
    "refused": ("leadline_outcomes_refused", "Outcomes of workers that had lost their lease"),
}


@router.get(
    "/metrics",
    response_class=Response,
    responses=documented(401, 403, 503)
    | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(context: Shared) -> Response:
    """Figures of all crawls, of the store and of processes, as Prometheus reads them."""
    overview = await context.reader.overview()
    processes = await context.reader.processes()
    if this := process_of(os.getpid(), "api"):
        processes.append(this)
    rates = context.watch.rates(overview.done)
    told = itertools.chain(
        _crawls(overview),
        _done(overview.done),
        _rates(*rates),
        [_latencies(overview.latencies)],
        _processes(processes),
        context.watch.registry.collect(),
    )
    return Response(generate_latest(_Told(told)), media_type=CONTENT_TYPE_PLAIN_0_0_4)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the library takes for a registry."""

    metrics: Iterable[Metric]

    def collect(self) -> Iterable[Metric]:
        return self.metrics


def _crawls(overview: Overview) -> Iterator[Metric]:
    yield _gauge("leadline_info", "The version of the server.", {__version__: 1}, "version")
    crawls = GaugeMetricFamily(
        "leadline_crawls", "Crawls by kind and status.", labels=["kind", "status"]
    )
    for kind, status in itertools.product(CrawlKind, CrawlStatus):
        crawls.add_metric([kind, status], overview.crawls.get((kind, status), 0))
    yield crawls
    pages = {state.lower().replace("-", "_"): count for state, count in overview.pages.items()}
    yield _gauge("leadline_pages", "Pages of running crawls by state.", pages, "state")
    yield _gauge("leadline_leases", "Leases that workers hold.", {"": overview.leases})
    yield _gauge("leadline_leased_pages", "Pages under them.", {"": overview.leased_pages})
    hosts = {"ready": overview.ready_queues, "waiting": overview.waiting_queues}
    about = "Hosts of running crawls with pages to fetch, now or after a wait; up to 20,000."
    yield _gauge("leadline_queues", about, hosts, "state")


def _done(done: Done) -> Iterator[Metric]:
    for field, amount in asdict(done).items():
        name, about = _DONE[field]
        yield CounterMetricFamily(name, f"{about}, since the store began.", amount)


def _rates(fetched: float, failed: float) -> Iterator[Metric]:
    about = "Since these figures were last asked for; rate() of the counters tells it better."
    yield _gauge("leadline_pages_fetched_per_second", about, {"": fetched})
    yield _gauge("leadline_pages_failed_per_second", about, {"": failed})


def _latencies(latencies: dict[str, Latency]) -> Metric:
    told = HistogramMetricFamily(
        "leadline_request_duration_seconds",
        "Phases of requests that were answered; what a kept connection spares is not counted.",
        labels=["phase"],
    )
    for phase, latency in latencies.items():
        buckets = list(zip(_EDGES, itertools.accumulate(latency.buckets), strict=True))
        told.add_metric([phase], buckets, latency.sum_ms / 1000)
    return told


def _processes(processes: Iterable[Process]) -> Iterator[Metric]:
    labels = ["role", "machine", "pid"]
    up = GaugeMetricFamily("leadline_process_up", "1: was seen in the last 30 s.", labels=labels)
    memory = GaugeMetricFamily(
        "leadline_process_resident_memory_bytes", "Memory of processes.", labels=labels
    )
    cpu = CounterMetricFamily(
        "leadline_process_cpu_seconds", "CPU time of processes.", labels=labels
    )
    for process in processes:
        name = [process.role, process.machine, str(process.pid)]
        up.add_metric(name, process.age_s < _DEAD_S)
        if process.age_s < _DEAD_S:
            memory.add_metric(name, process.memory_bytes)
            cpu.add_metric(name, process.cpu_s)
    yield from (up, memory, cpu)


def _gauge(name: str, about: str, values: Mapping[str, float], label: str = "") -> Metric:
    told = GaugeMetricFamily(name, about, labels=[label] if label else [])
    for value, amount in values.items():
        told.add_metric([value] if label else [], amount)
    return told
