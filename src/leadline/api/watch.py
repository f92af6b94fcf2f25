"""What a server observes of itself between two readings of its metrics."""

import math
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Histogram, disable_created_metrics

from leadline.domain.overview import Done

_EDGES_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# Since when it counts, the library would tell of every figure.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Watch:
    """One for each server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._calls = Histogram(
            "leadline_store_call_seconds",
            "Calls of this server to the store, the waiting for a thread included.",
            ["kind"],
            registry=self.registry,
            buckets=_EDGES_S,
        )
        self._last: tuple[float, Done] | None = None

    def calls(self, kind: str) -> Callable[[float], None]:
        """Where to tell how long a call of a kind took."""
        return self._calls.labels(kind).observe

    def rates(self, done: Done) -> tuple[float, float]:
        """Pages fetched and failed per second since this was last asked; at first not numbers."""
        now = time.monotonic()
        (before, then), self._last = self._last or (now, done), (now, done)
        if now == before:
            return math.nan, math.nan
        passed_s = now - before
        return (done.fetched - then.fetched) / passed_s, (done.failed - then.failed) / passed_s
