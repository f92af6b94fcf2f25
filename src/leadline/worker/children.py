"""Processes that one has started: kept running, and ended with it."""

import asyncio
import contextlib
import logging
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Collection

import msgspec

from leadline.worker.orders import Orders

_log = logging.getLogger(__name__)

_FIRST_RESTART_S = 0.1
_LONGEST_RESTART_S = 30.0
_STEADY_S = 30.0
# A terminal sends Ctrl-C, and its end, to all its processes, also to those that are still loading;
# what becomes of ours is for their parent to say. libuv would undo what we set up for a child.
_WITHOUT_TERMINAL = ("/bin/sh", "-c", 'trap "" INT HUP; exec "$@"', "sh")


class Children:
    """The processes of one parent. They read their orders, and end when their input does."""

    def __init__(self) -> None:
        self._stopping = asyncio.Event()
        self._processes: dict[Process, str] = {}

    def is_stopping(self) -> bool:
        """Whether all of them are to end."""
        return self._stopping.is_set()

    def running(self) -> dict[int, str]:
        """Their modules, by process."""
        return {process.pid: module for process, module in self._processes.items()}

    async def run(self, module: str, orders: Orders) -> int:
        """Run a process to its end; gives its exit code."""
        process = await _spawn(module, orders)
        self._processes[process] = module
        if self.is_stopping():
            # It was spawned meanwhile.
            _send(process, signal.SIGTERM)
        try:
            return await process.wait()
        finally:
            del self._processes[process]

    async def keep(
        self,
        module: str,
        orders: Callable[[], Orders],
        after: Callable[[Orders], Awaitable[None]] | None = None,
    ) -> None:
        """Keep one running: restart it when it dies, ever more slowly if it dies at once.

        `after` is awaited at each end, with the orders that it had.
        """
        wait_s = _FIRST_RESTART_S
        loop = asyncio.get_running_loop()
        while not self.is_stopping():
            given, started_at = orders(), loop.time()
            code = await self.run(module, given)
            if after is not None:
                await after(given)
            if self.is_stopping():
                return
            _log.error("process died", extra={"child": module, "code": code})
            if loop.time() - started_at > _STEADY_S:
                wait_s = _FIRST_RESTART_S
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), wait_s)
            wait_s = min(wait_s * 2, _LONGEST_RESTART_S)

    async def stop(self, tasks: Collection[asyncio.Task[None]], patience_s: float) -> None:
        """End all: they drain by themselves, and are killed if they take too long.

        `tasks` are those that wait for them.
        """
        self._stopping.set()
        for process in list(self._processes):
            _send(process, signal.SIGTERM)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=patience_s)
        if late:
            self.kill()
            await asyncio.wait(late)

    def kill(self) -> None:
        """End all at once; without `stop`, they are replaced."""
        for process in list(self._processes):
            _send(process, signal.SIGKILL)


async def _spawn(module: str, orders: Orders) -> Process:
    line = msgspec.json.encode(orders) + b"\n"
    command = (*_WITHOUT_TERMINAL, sys.executable, "-m", f"leadline.worker.{module}")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE)
    assert process.stdin is not None  # noqa: S101 -- it is PIPE
    # Who is dead already reads nothing; its end is noticed by who waits for it.
    with contextlib.suppress(ConnectionError):
        process.stdin.write(line)
        await process.stdin.drain()
    return process


def _send(process: Process, what: signal.Signals) -> None:
    # It may have ended, and nobody has noticed yet.
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(what)
