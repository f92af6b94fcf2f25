"""Metrics that a server collects about itself."""

import math
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Histogram, disable_created_metrics

from leadline.domain.system.overview import Done

_EDGES_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# Without this, the library adds the time of creation to every metric.
disable_created_metrics()  # type: ignore[no-untyped-call]


class ServerMetrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._calls = Histogram(
            "leadline_store_call_seconds",
            "Duration of store calls of this server, including the wait for a thread.",
            ["kind"],
            registry=self.registry,
            buckets=_EDGES_S,
        )
        self._last: tuple[float, Done] | None = None

    def calls(self, kind: str) -> Callable[[float], None]:
        """Return the function to call with the duration of each call of a kind."""
        return self._calls.labels(kind).observe

    def rates(self, done: Done) -> tuple[float, float]:
        """Return pages fetched and failed per second since the last call; NaN at the first call."""
        now = time.monotonic()
        (before, then), self._last = self._last or (now, done), (now, done)
        if now == before:
            return math.nan, math.nan
        passed_s = now - before
        return (done.fetched - then.fetched) / passed_s, (done.failed - then.failed) / passed_s
