"""Names of workers: from which machine and which supervisor, so that the dead can be told."""

import os
import secrets
import socket
from collections.abc import Collection
from functools import cache
from pathlib import Path

from leadline.domain.pages import WorkerId

_DEAD = frozenset("ZX")


def new_worker() -> WorkerId:
    """A name for a worker of this process."""
    return WorkerId(f"{_ours()}/{secrets.token_hex(6)}")


def is_dead(worker: WorkerId) -> bool:
    """Whether a worker's supervisor is known to be gone: it was on this machine, and is no more.

    Workers end with their supervisor, so its death is theirs.
    """
    process, started_at = _supervisor(worker)
    return process is not None and _started_at(process) != started_at


def is_of(worker: WorkerId, supervisors: Collection[int]) -> bool:
    """Whether a worker is one of a supervisor that is among these processes of this machine."""
    return _supervisor(worker)[0] in supervisors


def _supervisor(worker: WorkerId) -> tuple[int | None, str]:
    """Its process and when that began; None when it is not of this machine."""
    machine, _, rest = worker.partition("/")
    process, _, started_at = rest.rpartition("/")[0].partition("/")
    is_here = machine == socket.gethostname() and process.isdigit()
    return int(process) if is_here else None, started_at


@cache
def _ours() -> str:
    return f"{socket.gethostname()}/{os.getpid()}/{_started_at(os.getpid())}"


def _started_at(process: int) -> str:
    """When a process began, which tells it from a later one with the same number; empty: gone."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""
    state, *figures = status.rpartition(")")[2].split()
    # Who died stays listed until its parent asks for it, which may be never.
    return "" if state in _DEAD else figures[18]
