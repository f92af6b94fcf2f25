"""Who may use the server: API keys, and tickets for what browsers cannot send a header with."""

import hmac
import secrets
import time

from leadline.services.keys import digest_of, is_for_this_machine
from leadline.store.reader import Reader

TICKET_S = 30.0
_RELOAD_S = 1.0
_MAX_TICKETS = 10_000


class KeyRing:
    """The keys of the store, read again after a second: who is revoked is out by then."""

    def __init__(self, reader: Reader, host: str) -> None:
        self._reader = reader
        self._is_for_this_machine = is_for_this_machine(host)
        self._digests: list[bytes] = []
        self._read_at: float | None = None

    async def is_open(self) -> bool:
        """Whether there is no key, and nobody but this machine that could reach the server.

        The last key may be revoked, and the store replaced, while others can reach it.
        """
        await self._reload()
        return not self._digests and self._is_for_this_machine

    async def admits(self, authorization: str) -> bool:
        """Whether this header has one of the keys."""
        await self._reload()
        scheme, _, secret = authorization.partition(" ")
        given = digest_of(secret.strip())
        # All are compared, whichever is the right one.
        same = [hmac.compare_digest(given, digest) for digest in self._digests]
        return scheme.lower() == "bearer" and any(same)

    async def _reload(self) -> None:
        now = time.monotonic()
        if self._read_at is None or now - self._read_at > _RELOAD_S:
            self._digests = [key.digest for key in await self._reader.keys()]
            self._read_at = now


class Tickets:
    """Each lets in once, within half a minute."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def give(self) -> str:
        """A new ticket."""
        now = time.monotonic()
        self._until = {each: until for each, until in self._until.items() if until > now}
        while len(self._until) >= _MAX_TICKETS:
            del self._until[next(iter(self._until))]
        ticket = secrets.token_urlsafe(24)
        self._until[ticket] = now + TICKET_S
        return ticket

    def take(self, ticket: str) -> bool:
        """Whether this one lets in, which it does no more."""
        return self._until.pop(ticket, 0.0) > time.monotonic()
