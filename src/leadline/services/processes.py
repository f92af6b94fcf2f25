"""What a process takes, as the system tells."""

import os
import socket
from collections.abc import Iterable
from pathlib import Path

from leadline.domain.overview import Process

STUCK_FEEDER = "stuck feeder"
"""The role of a feeder whose event loop has not turned for longer than `STANDING_S`."""
STANDING_S = 10.0

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_DEAD = frozenset("ZX")
# Supervisors note their processes every few seconds.
_SILENT_S = 30.0
_USER, _SYSTEM, _STARTED_AT, _RESIDENT = 11, 12, 19, 21


def process_of(pid: int, role: str) -> Process | None:
    """A process of this machine; None when it is gone."""
    figures = _figures(pid)
    if figures is None:
        return None
    ticks = int(figures[_USER]) + int(figures[_SYSTEM])
    memory_bytes = int(figures[_RESIDENT]) * _PAGE_BYTES
    return Process(socket.gethostname(), pid, role, memory_bytes, ticks / _TICKS_PER_S)


def is_alive(noted: Process) -> bool:
    """Whether a process still runs; on another machine, one that was noted lately does."""
    if noted.machine == socket.gethostname():
        return _figures(noted.pid) is not None
    return noted.age_s < _SILENT_S


def standing_still(noted: Iterable[Process]) -> list[str]:
    """Return which feeders their supervisors have seen to stand still, in words."""
    return [
        f"feeder {process.pid} has done nothing for {STANDING_S:.0f} s; it is replaced soon"
        for process in noted
        if process.role == STUCK_FEEDER and process.age_s < _SILENT_S and is_alive(process)
    ]


def started_at(pid: int) -> str:
    """When a process began, which tells it from a later one with the same number; empty: gone."""
    figures = _figures(pid)
    return "" if figures is None else figures[_STARTED_AT]


def _figures(pid: int) -> list[str] | None:
    """The system's figures of a process, from its state on."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # Names of programs have spaces and brackets, too.
    figures = status.rpartition(")")[2].split()
    # Who died stays listed until its parent asks for it, which may be never.
    return None if figures[0] in _DEAD else figures
