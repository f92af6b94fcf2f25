"""Starting processes, also before there is anything for them to do.

Loading takes a feeder as long as it takes the command that has orders for it: they can load at the
same time. Nothing is imported here that the command does not need anyway.
"""

import contextlib
import os
import subprocess
import sys

# A terminal sends Ctrl-C, and its end, to all its processes, also to those that are still loading;
# what becomes of ours is for their parent to say.
_WITHOUT_TERMINAL = ("/bin/sh", "-c", 'trap "" INT HUP; exec "$@"', "sh")

_MANY = 4_096

_early: dict[str, list["Child"]] = {}


class Child:
    """A process that runs a module of ours. It waits for orders, and ends when its input does."""

    def __init__(self, module: str) -> None:
        command = (*_WITHOUT_TERMINAL, sys.executable, "-m", f"leadline.worker.{module}")
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
        """Tell it what to do."""
        # Who is dead already reads nothing; its end is noticed by who waits for it.
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
        """Until it has ended; gives its exit code."""
        import asyncio  # noqa: PLC0415 -- takes long, and others can load meanwhile

        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        try:
            descriptor = os.pidfd_open(self.pid)
        except OSError:
            # Old systems do not know that, and some are told to forget children when they end.
            await asyncio.to_thread(self._process.wait)
            return self._ended()
        loop.add_reader(descriptor, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)
        return self._ended()

    def dismiss(self) -> None:
        """End one that has no orders."""
        self._process.terminate()
        self._ended()

    def _ended(self) -> int:
        os.close(self._input)
        os.close(self._signs)
        return self._process.wait()


def start_early(module: str, count: int) -> None:
    """Let processes load that will have orders soon."""
    _early[module] = [Child(module) for _ in range(count)]


def started(module: str) -> Child:
    """A process without orders: one that was started early, or a new one."""
    early = _early.get(module)
    return early.pop() if early else Child(module)


def dismiss_early() -> None:
    """End those that nobody had orders for."""
    while _early:
        _, children = _early.popitem()
        for child in children:
            child.dismiss()
