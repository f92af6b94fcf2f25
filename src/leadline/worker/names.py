"""Names of workers: from which machine and which supervisor, so that the dead can be told."""

import os
import secrets
import socket
from collections.abc import Collection
from functools import cache

from leadline.domain.pages import WorkerId
from leadline.services.processes import started_at


def new_worker() -> WorkerId:
    """A name for a worker of this process."""
    return WorkerId(f"{this_process()}/{secrets.token_hex(6)}")


def is_dead(worker: WorkerId) -> bool:
    """Whether a worker's supervisor is known to be gone: it was on this machine, and is no more.

    Workers end with their supervisor, so its death is theirs.
    """
    process, began_at = _supervisor(worker)
    return process is not None and started_at(process) != began_at


def is_of(worker: WorkerId, supervisors: Collection[int]) -> bool:
    """Whether a worker is one of a supervisor that is among these processes of this machine."""
    return _supervisor(worker)[0] in supervisors


def _supervisor(worker: WorkerId) -> tuple[int | None, str]:
    """Its process and when that began; None when it is not of this machine."""
    machine, _, rest = worker.partition("/")
    process, _, began_at = rest.rpartition("/")[0].partition("/")
    is_here = machine == socket.gethostname() and process.isdigit()
    return int(process) if is_here else None, began_at


@cache
def this_process() -> str:
    """A name that no other process has, nor ever had."""
    return f"{socket.gethostname()}/{os.getpid()}/{started_at(os.getpid())}"
