"""The processes of one parent: kept running, and ended with it."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Collection

import msgspec

from leadline.worker.processes.child_process import Child, take_child
from leadline.worker.processes.orders import Orders

_log = logging.getLogger(__name__)

_FIRST_RESTART_S = 0.1
_LONGEST_RESTART_S = 30.0
_STEADY_S = 30.0


class Children:
    """The processes of one parent. They read their orders, and end when their input does."""

    def __init__(self) -> None:
        self._stopping = asyncio.Event()
        self._processes: dict[Child, str] = {}

    def is_stopping(self) -> bool:
        """Return whether all of them are to end."""
        return self._stopping.is_set()

    def running(self) -> dict[int, str]:
        """Return the modules of the running processes, by process id."""
        return {process.pid: module for process, module in self._processes.items()}

    def listen(self, module: str, passed_s: float) -> list[Child]:
        """Note which processes of a module sent a sign of life in that time; return all of them."""
        found = [process for process, its in self._processes.items() if its == module]
        for process in found:
            process.listen(passed_s)
        return found

    async def run(self, module: str, orders: Orders) -> int:
        """Run a process to its end; return its exit code."""
        process = take_child(module)
        self._processes[process] = module
        process.order(msgspec.json.encode(orders) + b"\n")
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
        """Keep a process running: restart it when it dies, with a backoff if it dies at once.

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
        """End all processes: they drain by themselves, and are killed if that takes too long.

        `tasks` are the calls of `run` and `keep` that wait for them.
        """
        self._stopping.set()
        for process in list(self._processes):
            process.send_signal(signal.SIGTERM)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=patience_s)
        if late:
            self.kill()
            await asyncio.wait(late)

    def kill(self) -> None:
        """Kill all processes, and replace none."""
        self._stopping.set()
        for process in list(self._processes):
            process.send_signal(signal.SIGKILL)
