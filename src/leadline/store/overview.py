"""Figures of all crawls together, and of processes; a part of the contract."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from leadline.domain.system.overview import Overview, Process


class Overviews(Protocol):
    """Figures for monitoring."""

    @abstractmethod
    async def overview(self) -> Overview:
        """Return figures of all crawls together; the cost does not grow with crawls that are over.

        Up to 20,000 queues are read.
        """

    @abstractmethod
    async def processes(self) -> list[Process]:
        """Return the processes that supervisors noted last; a dead one stays for an hour."""


class Noting(Protocol):
    """Notes of supervisors."""

    @abstractmethod
    async def note_processes(self, supervisor: str, processes: Sequence[Process]) -> None:
        """Replace the processes that a supervisor noted before; no processes: it is gone.

        `age_s` is ignored.
        """
