"""Starts processes, also before there are orders for them.

A feeder takes as long to load as the command that has orders for it, so both load at the same time.
This module imports nothing that the command does not need anyway.
"""

import contextlib
import os
import subprocess
import sys

# A terminal sends SIGINT and SIGHUP to all its processes, also to those that are still loading.
# Only the parent decides when ours end.
_WITHOUT_TERMINAL = ("/bin/sh", "-c", 'trap "" INT HUP; exec "$@"', "sh")

_MANY = 4_096

_early: dict[str, list["Child"]] = {}


class Child:
    """A process that runs a module of ours. It waits for orders, and ends when its input does."""

    def __init__(self, module: str) -> None:
        command = (*_WITHOUT_TERMINAL, sys.executable, "-m", f"leadline.worker.processes.{module}")
        read, self._input = os.pipe()
        self._signs, write = os.pipe()
        os.set_blocking(self._signs, False)
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- our own
                (*command, str(write)), stdin=read, pass_fds=[write]
            )
        finally:
            os.close(read)
            os.close(write)
        self.pid = self._process.pid
        self.silent_s = 0.0

    def order(self, line: bytes) -> None:
        """Send it its orders."""
        # A process that is dead reads nothing; `wait` returns its end.
        with contextlib.suppress(BrokenPipeError):
            os.write(self._input, line)

    def listen(self, passed_s: float) -> None:
        """Add to `silent_s`, unless it has sent a sign of life since this was called last."""
        with contextlib.suppress(BlockingIOError):
            if os.read(self._signs, _MANY):
                self.silent_s = 0.0
                return
        self.silent_s += passed_s

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        self._process.send_signal(number)

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code."""
        import asyncio  # noqa: PLC0415 -- takes long, and others can load meanwhile

        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        try:
            descriptor = os.pidfd_open(self.pid)
        except OSError:
            # Old kernels lack this call, and a parent may be set to forget children that end.
            await asyncio.to_thread(self._process.wait)
            return self._close()
        loop.add_reader(descriptor, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)
        return self._close()

    def dismiss(self) -> None:
        """End a process that has no orders."""
        self._process.terminate()
        self._close()

    def _close(self) -> int:
        os.close(self._input)
        os.close(self._signs)
        return self._process.wait()


def start_early(module: str, count: int) -> None:
    """Start processes that will have orders soon."""
    _early[module] = [Child(module) for _ in range(count)]


def take_child(module: str) -> Child:
    """Return a process without orders: one that was started early, or a new one."""
    early = _early.get(module)
    return early.pop() if early else Child(module)


def dismiss_early() -> None:
    """End the early processes that got no orders."""
    while _early:
        _, children = _early.popitem()
        for child in children:
            child.dismiss()
