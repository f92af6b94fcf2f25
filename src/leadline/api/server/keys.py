"""API keys, and tickets for requests to which browsers cannot add a header."""

import hmac
import secrets
import time

from leadline.services.keys import digest_of, is_for_this_machine
from leadline.store.reader import Reader

TICKET_S = 30.0
_RELOAD_S = 1.0
_MAX_TICKETS = 10_000


class KeyRing:
    """The API keys of the store, read again after 1 s: a revoked key works no longer than that."""

    def __init__(self, reader: Reader, host: str) -> None:
        self._reader = reader
        self._is_for_this_machine = is_for_this_machine(host)
        self._digests: list[bytes] = []
        self._read_at: float | None = None

    async def is_open(self) -> bool:
        """Return whether the server has no API key and only this machine can reach it.

        The last key may be revoked, and the store replaced, while other machines can reach it.
        """
        await self._reload()
        return not self._digests and self._is_for_this_machine

    async def admits(self, authorization: str) -> bool:
        """Return whether an Authorization header has one of the API keys."""
        await self._reload()
        scheme, _, secret = authorization.partition(" ")
        given = digest_of(secret.strip())
        # Compare all digests, so that the time does not depend on which one matches.
        same = [hmac.compare_digest(given, digest) for digest in self._digests]
        return scheme.lower() == "bearer" and any(same)

    async def _reload(self) -> None:
        now = time.monotonic()
        if self._read_at is None or now - self._read_at > _RELOAD_S:
            self._digests = [key.digest for key in await self._reader.keys()]
            self._read_at = now


class Tickets:
    """Tickets, each valid once, for 30 s."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def create(self) -> str:
        """Return a new ticket."""
        now = time.monotonic()
        self._until = {each: until for each, until in self._until.items() if until > now}
        while len(self._until) >= _MAX_TICKETS:
            del self._until[next(iter(self._until))]
        ticket = secrets.token_urlsafe(24)
        self._until[ticket] = now + TICKET_S
        return ticket

    def take(self, ticket: str) -> bool:
        """Return whether a ticket is valid, and invalidate it."""
        return self._until.pop(ticket, 0.0) > time.monotonic()
