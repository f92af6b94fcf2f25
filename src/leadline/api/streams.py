"""What is read and written in a thread while somebody takes it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from http import HTTPStatus

from leadline.api.pool import Desk
from leadline.api.problems import Problem
from leadline.store.reader import Reader

_MOST = 8
_RETRY_S = 10

Begin = Callable[[Reader], AsyncGenerator[bytes, None]]


class Streams:
    """Generators of bytes, each in a thread of its own: who is slow holds up nobody else."""

    def __init__(self, open_: Callable[[], Reader]) -> None:
        self._open = open_
        self._running = 0

    def stream(self, begin: Begin) -> AsyncGenerator[bytes, None]:
        """What a generator gives, as fast as it is taken. Raises Problem when too many run."""
        if self._running >= _MOST:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-streams",
                f"{_MOST} files are being sent, which is the most; try again when one has ended",
                headers={"Retry-After": str(_RETRY_S)},
            )
        return self._stream(begin)

    async def _stream(self, begin: Begin) -> AsyncGenerator[bytes, None]:
        desk = Desk(self._open)
        begun: list[AsyncGenerator[bytes, None]] = []

        async def step(kept: Reader) -> bytes | None:
            if not begun:
                begun.append(begin(kept))
            return await anext(begun[0], None)

        self._running += 1
        try:
            while (chunk := await asyncio.shield(desk.begin(step))) is not None:
                yield chunk
        finally:
            # After the step that is being done. Nobody waits for it: who goes away is gone.
            loop = asyncio.get_running_loop()
            loop.run_in_executor(desk.thread, desk.close).add_done_callback(self._note_end)
            desk.thread.shutdown(wait=False)

    def _note_end(self, _: asyncio.Future[None]) -> None:
        self._running -= 1
