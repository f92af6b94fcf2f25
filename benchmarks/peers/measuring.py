"""What a command costs: its time, the CPU of its whole tree, and the memory of that tree."""

import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

SAMPLE_S = 0.1
LIMIT_S = 3600.0
PAGE_BYTES = resource.getpagesize()
# Python keeps what it has compiled, unless told not to, as on machines for tests.
_ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


@dataclass(frozen=True, slots=True)
class Cost:
    wall_s: float
    cpu_s: float
    peak_rss_bytes: int


def measure(command: Sequence[str], log: Path) -> Cost:
    """Run to the end, with what is printed in `log`. Raises CalledProcessError."""
    before, start = _cpu_of_children(), time.perf_counter()
    with (
        log.open("w") as output,
        subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
            env=_ENVIRONMENT,
            start_new_session=True,
        ) as process,
        _Watch(process.pid) as watch,
    ):
        status = process.wait()
        wall_s = time.perf_counter() - start
    if status:
        raise subprocess.CalledProcessError(status, command)
    return Cost(wall_s, _cpu_of_children() - before, watch.peak_rss_bytes)


class _Watch:
    """Samples the memory of a process and its descendants; ends them if they take too long."""

    def __init__(self, pid: int) -> None:
        self.peak_rss_bytes = 0
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._over.set()
        self._thread.join()
        if kind is not None:
            os.killpg(self._pid, signal.SIGKILL)

    def _run(self) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not self._over.wait(SAMPLE_S):
            self.peak_rss_bytes = max(self.peak_rss_bytes, sum(map(rss, tree(self._pid))))
            if time.monotonic() > deadline:
                os.killpg(self._pid, signal.SIGKILL)
                return


def tree(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, _read(children).split())
    return found


def cpu_s(pids: Sequence[int]) -> float:
    """CPU that these processes have used themselves."""
    ticks = 0
    for pid in pids:
        fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def rss(pid: int) -> int:
    """Memory that a process has now; 0 if it has ended."""
    fields = _read(Path(f"/proc/{pid}/statm")).split()
    return int(fields[1]) * PAGE_BYTES if fields else 0


def _read(path: Path) -> str:
    """Empty if the process has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
