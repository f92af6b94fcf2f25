"""API keys, with which clients may use the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A stored API key: its SHA-256, never the key itself."""

    id: str
    name: str
    digest: bytes
    created_at: float
