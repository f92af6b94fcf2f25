"""A costly question to the store that many clients share."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from leadline.domain.errors import StoreUnavailable

_PATIENCE_S = 5.0
_FRESH_S = 1.0

Answer = TypeVar("Answer")


class SharedQuestion(Generic[Answer]):
    """A question that is asked at most once a second, once for all callers that wait."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, Answer]]) -> None:
        self._ask = ask
        self._asked: asyncio.Task[Answer] | None = None
        self._asked_at = 0.0

    async def answer(self) -> Answer:
        """Return the latest answer. Raises StoreUnavailable after 5 s, and what `ask` raises."""
        now = time.monotonic()
        if self._asked is None or (self._asked.done() and now - self._asked_at > _FRESH_S):
            self._asked, self._asked_at = asyncio.create_task(self._ask()), now
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), _PATIENCE_S)
        except TimeoutError:
            raise StoreUnavailable(f"not within {_PATIENCE_S:.0f} s") from None
