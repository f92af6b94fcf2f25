"""Named objects, as a folder and an object store keep them: what bodies are built on."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from leadline.store.bodies.contract import Span


class Objects(Protocol):
    """Objects in groups. Names are checked by the caller; failures are raised as they come."""

    url: str
    """The address for messages."""
    failures: tuple[type[Exception], ...]
    """The errors that mean that the objects cannot be reached or changed now."""

    @abstractmethod
    async def put(self, group: str, name: str, data: bytes) -> None:
        """Store an object whole; it is durable when this returns. One of that name is equal."""

    @abstractmethod
    async def read(self, group: str, name: str, spans: Sequence[Span]) -> list[bytes] | None:
        """Return these parts of an object, which may be shorter than asked for; None if missing."""

    @abstractmethod
    async def delete(self, group: str, limit: int) -> int:
        """Remove up to `limit` objects of a group; return how many."""

    @abstractmethod
    async def put_first(self, name: str, data: bytes) -> None:
        """Store an object outside of groups, unless one of that name exists, which then stays."""

    @abstractmethod
    async def read_first(self, name: str) -> bytes | None:
        """Return an object outside of groups; None if missing."""
