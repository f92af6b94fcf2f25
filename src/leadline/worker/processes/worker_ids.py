"""Names of workers, with their machine and supervisor, so that dead workers are recognised."""

import os
import secrets
import socket
from collections.abc import Collection
from functools import cache

from leadline.domain.pages import WorkerId
from leadline.services.figures.process_figures import started_at


def new_worker() -> WorkerId:
    """Return a name for a new worker of this process."""
    return WorkerId(f"{this_process()}/{secrets.token_hex(6)}")


def is_dead(worker: WorkerId) -> bool:
    """Return whether the supervisor of a worker was on this machine, and has ended.

    Workers end with their supervisor.
    """
    process, began_at = _supervisor(worker)
    return process is not None and started_at(process) != began_at


def is_of(worker: WorkerId, supervisors: Collection[int]) -> bool:
    """Return whether the supervisor of a worker is one of these processes of this machine."""
    return _supervisor(worker)[0] in supervisors


def _supervisor(worker: WorkerId) -> tuple[int | None, str]:
    """Return the process of its supervisor and its start; None if it is not on this machine."""
    machine, _, rest = worker.partition("/")
    process, _, began_at = rest.rpartition("/")[0].partition("/")
    is_here = machine == socket.gethostname() and process.isdigit()
    return int(process) if is_here else None, began_at


@cache
def this_process() -> str:
    """Return a name that no other process has, nor ever had."""
    return f"{socket.gethostname()}/{os.getpid()}/{started_at(os.getpid())}"
