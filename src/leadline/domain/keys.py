"""API keys: who may use the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept: not itself, but its SHA-256, by which it is known again."""

    id: str
    name: str
    digest: bytes
    created_at: float
