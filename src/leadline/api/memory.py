"""Answers that took long, kept for a while: one computes for all who ask."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

_MOST = 32
_LEAST_AGE_S = 2.0
_TIMES = 10
"""What took a second holds for ten, so that polling costs a tenth of a thread at most."""

Told = TypeVar("Told")


@dataclass(slots=True)
class _Answer:
    version: Hashable
    made: asyncio.Future[Any]
    good_until: float = 0.0
    waiting: int = 0

    def holds(self, version: Hashable) -> bool:
        """Whether it can be given once more: it is of the same version, new, or being made."""
        if not self.made.done():
            return True
        is_answer = not self.made.cancelled() and self.made.exception() is None
        return is_answer and (self.version == version or time.monotonic() < self.good_until)


class Memory:
    """Answers by name. Each is made again when its crawl has changed, but not too often.

    An answer that is being made is cancelled when all who asked for it have been.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, _Answer] = OrderedDict()

    async def answer(
        self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[Told]]
    ) -> Told:
        """Return the answer of that name: of this version, or a little older, or made now."""
        known = self._answers.get(name)
        if known is None or not known.holds(version):
            known = self._begin(name, version, make)
        self._answers.move_to_end(name)
        known.waiting += 1
        try:
            told: Told = await asyncio.shield(known.made)
            return told
        finally:
            known.waiting -= 1
            if not known.waiting and not known.made.done():
                self._give_up(name, known)

    def _give_up(self, name: Hashable, unwanted: _Answer) -> None:
        unwanted.made.cancel()
        if self._answers.get(name) is unwanted:
            del self._answers[name]

    def _begin(
        self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[Told]]
    ) -> _Answer:
        began = time.monotonic()
        answer = _Answer(version, asyncio.ensure_future(make()))

        def note_end(_: asyncio.Future[Told]) -> None:
            now = time.monotonic()
            answer.good_until = now + max(_LEAST_AGE_S, _TIMES * (now - began))

        answer.made.add_done_callback(note_end)
        self._answers[name] = answer
        while len(self._answers) > _MOST:
            self._answers.popitem(last=False)
        return answer
