"""Whether the server can do its work, asked once for all who want to know."""

import asyncio
import time

from leadline.domain.errors import StoreError
from leadline.services.processes import standing_still
from leadline.store.contract import Store

_PATIENCE_S = 5.0
_FRESH_S = 1.0


class Readiness:
    """Asks the store, at most once a second: whoever likes may ask, and it has to write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: asyncio.Task[list[str]] | None = None
        self._asked_at = 0.0

    async def missing(self) -> list[str]:
        """What is missing, in words."""
        now = time.monotonic()
        if self._asked is None or (self._asked.done() and now - self._asked_at > _FRESH_S):
            self._asked, self._asked_at = asyncio.create_task(self._ask()), now
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), _PATIENCE_S)
        except TimeoutError:
            return [f"the store does not answer: not within {_PATIENCE_S:.0f} s"]

    async def _ask(self) -> list[str]:
        try:
            # What can be read may still be on a disk that is full.
            await self._store.check()
            workers = await self._store.workers()
            standing = standing_still(await self._store.processes())
        except StoreError as exc:
            return [f"the store does not answer: {exc}"]
        if not workers:
            return ["no feeder is running: start one with `leadline feeder`"]
        return standing
