"""The readiness check of the server, shared by all clients."""

from leadline.domain.errors import StoreError
from leadline.services.figures.process_figures import stuck_feeders
from leadline.services.store_answers import SharedQuestion
from leadline.store.contract import Store


class Readiness:
    """A check of the store, at most once a second: any client may request it, and it writes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._question = SharedQuestion(self._ask)

    async def missing(self) -> list[str]:
        """Return a sentence for each thing that is missing."""
        try:
            return await self._question.answer()
        except StoreError as exc:
            return [f"the store does not answer: {exc}"]

    async def _ask(self) -> list[str]:
        # A readable store may be on a full disk.
        await self._store.check()
        if not await self._store.workers():
            return ["no feeder is running: start one with `leadline feeder`"]
        return stuck_feeders(await self._store.processes())
