"""What a store tells of all crawls together, and of who works on them. A part of the contract."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from leadline.domain.overview import Overview, Process


class Overviews(Protocol):
    """For who watches over a server."""

    @abstractmethod
    async def overview(self) -> Overview:
        """All crawls together; what it costs does not grow with crawls that are over.

        Of queues no more than 20,000 are looked at.
        """

    @abstractmethod
    async def processes(self) -> list[Process]:
        """What supervisors noted last, the dead among them until an hour has gone by."""


class Noting(Protocol):
    """For supervisors."""

    @abstractmethod
    async def note_processes(self, supervisor: str, processes: Sequence[Process]) -> None:
        """Keep what a supervisor sees in place of what it noted before; none: it is gone.

        `age_s` is not read.
        """
