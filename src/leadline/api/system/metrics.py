"""Metrics for Prometheus. Figures of feeders on any machine come from the store."""

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
from leadline.api.problems import problem_responses
from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.system.overview import EDGES_MS, Done, Latency, Overview, Process
from leadline.services.figures.process_figures import process_of

router = APIRouter(tags=["health"])
_DEAD_S = 30.0

_EDGES = (*(repr(edge / 1000) for edge in EDGES_MS), "+Inf")
_DONE = {
    "fetched": (
        "leadline_pages_fetched",
        "Pages that answered with success or a redirect",
    ),
    "failed": ("leadline_pages_failed", "Pages that failed"),
    "leads": ("leadline_leads", "Links that were stored"),
    "bytes": ("leadline_received_bytes", "Bytes of bodies"),
    "stale": ("leadline_outcomes_refused", "Stale outcomes: their workers had lost the lease"),
}


@router.get(
    "/metrics",
    summary="Get the metrics for Prometheus",
    response_class=Response,
    responses=problem_responses(401, 403, 503)
    | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(context: Shared) -> Response:
    """Return metrics of all crawls, the store and the processes, in the format of Prometheus."""
    overview = await context.reader.overview()
    processes = await context.reader.processes()
    if this := process_of(os.getpid(), "api"):
        processes.append(this)
    rates = context.metrics.rates(overview.done)
    told = itertools.chain(
        _crawls(overview),
        _done(overview.done),
        _rates(*rates),
        [_latencies(overview.latencies)],
        _processes(processes),
        context.metrics.registry.collect(),
    )
    return Response(generate_latest(_Registry(told)), media_type=CONTENT_TYPE_PLAIN_0_0_4)


@dataclass(frozen=True, slots=True)
class _Registry:
    """A registry as the Prometheus library expects it."""

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
    yield _gauge(
        "leadline_leased_pages", "Pages that workers have leased.", {"": overview.leased_pages}
    )
    hosts = {"ready": overview.ready_queues, "waiting": overview.waiting_queues}
    about = "Hosts of running crawls with queued pages that are ready now or wait; up to 20,000."
    yield _gauge("leadline_queues", about, hosts, "state")


def _done(done: Done) -> Iterator[Metric]:
    for field, amount in asdict(done).items():
        name, about = _DONE[field]
        yield CounterMetricFamily(name, f"{about}, since the store was created.", amount)


def _rates(fetched: float, failed: float) -> Iterator[Metric]:
    about = "Rate since the last request for these metrics; rate() of the counters is more exact."
    yield _gauge("leadline_pages_fetched_per_second", about, {"": fetched})
    yield _gauge("leadline_pages_failed_per_second", about, {"": failed})


def _latencies(latencies: dict[str, Latency]) -> Metric:
    told = HistogramMetricFamily(
        "leadline_request_duration_seconds",
        "Duration of the phases of answered requests. Phases that a reused connection skips do "
        "not count.",
        labels=["phase"],
    )
    for phase, latency in latencies.items():
        buckets = list(zip(_EDGES, itertools.accumulate(latency.buckets), strict=True))
        told.add_metric([phase], buckets, latency.sum_ms / 1000)
    return told


def _processes(processes: Iterable[Process]) -> Iterator[Metric]:
    labels = ["role", "machine", "pid"]
    up = GaugeMetricFamily(
        "leadline_process_up", "1 if the process was seen in the last 30 s, else 0.", labels=labels
    )
    memory = GaugeMetricFamily(
        "leadline_process_resident_memory_bytes", "Resident memory of the process.", labels=labels
    )
    cpu = CounterMetricFamily(
        "leadline_process_cpu_seconds", "CPU time of the process.", labels=labels
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
