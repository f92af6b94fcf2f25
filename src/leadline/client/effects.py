"""What operations ask for. They are generators of these; a driver does each and sends what came.

So all that is to be known about the API is written once, and a driver knows only how to wait.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Call:
    """A request. What came is a Reply with its whole body, or Broken."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_repeatable(self) -> bool:
        """Whether it does no harm to ask again when nobody knows what became of it."""
        return self.method == "GET" or "Idempotency-Key" in self.headers


@dataclass(frozen=True, slots=True)
class Open:
    """The same, but the body of a good answer is to be read piece by piece."""

    call: Call


@dataclass(frozen=True, slots=True)
class More:
    """The next piece of what is open: bytes, none at the end, or Broken."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Give(Generic[Item]):
    """Hand something to who iterates."""

    item: Item


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    server: str = ""
    """The address of who answered."""


@dataclass(frozen=True, slots=True)
class Broken:
    """No answer came, or it broke off. `is_unconnected`: no connection could be made."""

    reason: str
    server: str = ""
    is_unconnected: bool = False


Effect: TypeAlias = Call | Open | More | Pause
Steps: TypeAlias = Generator[Effect, Any, Result]
"""An operation with one result."""
Giving: TypeAlias = Generator[Effect | Give[Item], Any, None]
"""An operation to iterate over."""
