"""Memory and CPU time of processes, from /proc."""

import os
import socket
from collections.abc import Iterable
from pathlib import Path

from leadline.domain.system.overview import Process

STUCK_FEEDER = "stuck feeder"
"""The role of a feeder whose event loop has not turned for longer than `STANDING_S`."""
STANDING_S = 10.0

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_DEAD = frozenset("ZX")
# Supervisors store their processes every few seconds.
_SILENT_S = 30.0
_USER, _SYSTEM, _STARTED_AT, _RESIDENT = 11, 12, 19, 21


def process_of(pid: int, role: str) -> Process | None:
    """Return a process of this machine; None if it is gone."""
    figures = _figures(pid)
    if figures is None:
        return None
    ticks = int(figures[_USER]) + int(figures[_SYSTEM])
    memory_bytes = int(figures[_RESIDENT]) * _PAGE_BYTES
    return Process(socket.gethostname(), pid, role, memory_bytes, ticks / _TICKS_PER_S)


def is_alive(noted: Process) -> bool:
    """Return whether a process runs; on another machine, whether it was stored lately."""
    if noted.machine == socket.gethostname():
        return _figures(noted.pid) is not None
    return noted.age_s < _SILENT_S


def stuck_feeders(noted: Iterable[Process]) -> list[str]:
    """Return a line about each feeder that its supervisor found stuck."""
    return [
        f"feeder {process.pid} has done nothing for {STANDING_S:.0f} s; it is replaced soon"
        for process in noted
        if process.role == STUCK_FEEDER and process.age_s < _SILENT_S and is_alive(process)
    ]


def started_at(pid: int) -> str:
    """Return when a process started, to detect a reused process id; empty if it is gone."""
    figures = _figures(pid)
    return "" if figures is None else figures[_STARTED_AT]


def _figures(pid: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat from the state on; None if the process is gone."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name of the program can contain spaces and brackets.
    figures = status.rpartition(")")[2].split()
    # A zombie stays listed until its parent waits for it.
    return None if figures[0] in _DEAD else figures
