"""Effects of operations. An operation is a generator of these; a driver sends the results back.

So the API is described once, and a driver only knows how to wait.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Call:
    """A request. Its result is a Reply with the whole body, or Broken."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_repeatable(self) -> bool:
        """Return whether the call is safe to repeat when its effect is not known."""
        return self.method == "GET" or "Idempotency-Key" in self.headers


@dataclass(frozen=True, slots=True)
class Open:
    """A request whose body is read piece by piece if the answer is good."""

    call: Call


@dataclass(frozen=True, slots=True)
class More:
    """The next piece of the open answer: bytes, empty at the end, or Broken."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Give(Generic[Item]):
    """An item for the caller that iterates."""

    item: Item


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. Header names are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    server: str = ""
    """The address of the server."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A missing or incomplete answer. `is_unconnected`: no connection could be made."""

    reason: str
    server: str = ""
    is_unconnected: bool = False


Effect: TypeAlias = Call | Open | More | Pause
Steps: TypeAlias = Generator[Effect, Any, Result]
"""An operation with one result."""
Giving: TypeAlias = Generator[Effect | Give[Item], Any, None]
"""An operation to iterate over."""
