"""Every request that the site was asked, with its times: the witness of politeness.

As a file it has a line of JSON when a request arrives, and another one, with the same id, when
its answer has ended. Times are nanoseconds of the machine's monotonic clock, so they compare
between processes. A request arrived when the kernel had it, however late the site read it.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from leadline.demo.messages import SiteRequest

_USUAL = frozenset(["accept", "accept-encoding", "connection", "host", "user-agent"])


@dataclass(slots=True)
class Visit:
    """One request. `ended_ns` is None while the answer is under way."""

    id: int
    started_ns: int
    ended_ns: int | None
    method: str
    host: str
    port: int
    target: str
    user_agent: str
    connection: int
    extra: dict[str, str] = field(default_factory=dict)
    """Headers that not every request has, by their lower-case names."""

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    @property
    def authority(self) -> str:
        """Host and port: what is asked politely, or not."""
        return f"{self.host}:{self.port}"


class RequestLog:
    """The visits of one running site, in order of arrival; `watch` is given to its servers."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.visits: list[Visit] = []
        self._file = file
        self._next_id = 1

    def watch(self, request: SiteRequest) -> Callable[[], None]:
        """Note a request, and return what notes its end."""
        visit = Visit(
            self._next_id,
            time.monotonic_ns() - request.waited_ms * 1_000_000,
            None,
            request.method,
            request.host,
            request.port,
            request.target,
            request.headers.get("user-agent", ""),
            request.connection,
            {name: value for name, value in request.headers.items() if name not in _USUAL},
        )
        self._next_id += 1
        self.visits.append(visit)
        self._write(asdict(visit))
        return lambda: self._end(visit)

    def clear(self) -> None:
        """Forget the visits so far. What is in the file stays."""
        self.visits.clear()

    def _end(self, visit: Visit) -> None:
        visit.ended_ns = time.monotonic_ns()
        self._write({"id": visit.id, "ended_ns": visit.ended_ns})

    def _write(self, record: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()


def read_log(path: Path) -> list[Visit]:
    """The visits in a file, in order of arrival. A line still being written is left out."""
    records: dict[int, dict[str, object]] = {}
    for line in path.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            record = json.loads(line)
            records.setdefault(record["id"], {}).update(record)
    return [Visit(**record) for record in records.values()]  # type: ignore[arg-type]


def max_open(visits: Iterable[Visit], late_ms: int = 0) -> dict[str, int]:
    """Per authority, how many requests were being answered at once at the worst moment.

    On a busy machine the site notes the end of an answer up to `late_ms` after the client has it.
    """
    changes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for visit in visits:
        changes[visit.authority].append((visit.started_ns, 1))
        if visit.ended_ns is not None:
            changes[visit.authority].append((visit.ended_ns - late_ms * 1_000_000, -1))
    return {authority: _highest(steps) for authority, steps in changes.items()}


def smallest_gap_ns(visits: Iterable[Visit]) -> dict[str, int]:
    """Per authority with two visits or more, the shortest time between two arrivals."""
    starts: dict[str, list[int]] = defaultdict(list)
    for visit in visits:
        starts[visit.authority].append(visit.started_ns)
    return {
        authority: min(later - earlier for earlier, later in pairwise(sorted(times)))
        for authority, times in starts.items()
        if len(times) > 1
    }


def _highest(steps: list[tuple[int, int]]) -> int:
    highest = level = 0
    # At one instant ends (-1) sort before starts (+1): touching is not overlapping.
    for _, step in sorted(steps):
        level += step
        highest = max(highest, level)
    return highest
