"""The asyncio tasks of a feeder: pages, turns and commits that are under way."""

import asyncio
from collections.abc import Coroutine


def current_task() -> asyncio.Task[None]:
    """Return the task that runs now. Only tasks may call this."""
    task: asyncio.Task[None] | None = asyncio.current_task()
    assert task is not None  # noqa: S101 -- as promised
    return task


class Running:
    """Tasks that nothing awaits while the feeder works, and that end with it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Start a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, within_s: float) -> None:
        """Wait for all tasks, also those that start meanwhile; cancel those that take longer."""
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while self._tasks and (left_s := until - loop.time()) > 0:
            await asyncio.wait(set(self._tasks), timeout=left_s)
        late = set(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
