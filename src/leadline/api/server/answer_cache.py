"""A cache of answers that take long to compute: one computation serves all clients."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

_MOST = 32
_LEAST_AGE_S = 2.0
_TIMES = 10
"""An answer that took 1 s is used for 10 s, so polling takes up to a tenth of a thread."""

Result = TypeVar("Result")


@dataclass(slots=True)
class _CachedAnswer:
    version: Hashable
    made: asyncio.Future[Any]
    good_until: float = 0.0
    waiting: int = 0

    def holds(self, version: Hashable) -> bool:
        """Return whether the answer has this version, is recent, or is being computed."""
        if not self.made.done():
            return True
        is_answer = not self.made.cancelled() and self.made.exception() is None
        return is_answer and (self.version == version or time.monotonic() < self.good_until)


class AnswerCache:
    """Answers by name. Each is computed again when its crawl has changed, but not too often.

    A computation is cancelled when all its callers are cancelled.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, _CachedAnswer] = OrderedDict()

    async def answer(
        self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[Result]]
    ) -> Result:
        """Return the answer of that name: of this version, a little older, or computed now."""
        known = self._answers.get(name)
        if known is None or not known.holds(version):
            known = self._begin(name, version, make)
        self._answers.move_to_end(name)
        known.waiting += 1
        try:
            told: Result = await asyncio.shield(known.made)
            return told
        finally:
            known.waiting -= 1
            if not known.waiting and not known.made.done():
                self._give_up(name, known)

    def _give_up(self, name: Hashable, unwanted: _CachedAnswer) -> None:
        unwanted.made.cancel()
        if self._answers.get(name) is unwanted:
            del self._answers[name]

    def _begin(
        self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[Result]]
    ) -> _CachedAnswer:
        began = time.monotonic()
        answer = _CachedAnswer(version, asyncio.ensure_future(make()))

        def note_end(_: asyncio.Future[Result]) -> None:
            now = time.monotonic()
            answer.good_until = now + max(_LEAST_AGE_S, _TIMES * (now - began))

        answer.made.add_done_callback(note_end)
        self._answers[name] = answer
        while len(self._answers) > _MOST:
            self._answers.popitem(last=False)
        return answer
