"""A bell beside the file: a process that has written rings it, and waiting ones hear it at once.

The bell is the time stamp of the log file. The log's content is of no use for this: it is written
before readers can see it. Only Linux has inotify; elsewhere no process hears the bell.
"""

import asyncio
import contextlib
import ctypes
import os
from pathlib import Path

_IN_ATTRIB = 0x4
_MUCH = 64 * 1024


class Bell:
    """The bell of one file, for one connection that is open as long as this is used."""

    def __init__(self, path: Path) -> None:
        self._log = path.with_name(f"{path.name}-wal")
        self._ear: int | None = None

    def ring(self) -> None:
        """Wake all processes that wait. One that misses it has to look."""
        with contextlib.suppress(OSError):
            os.utime(self._log)

    def can_hear(self) -> bool:
        """Return whether this process will hear the bell from now on."""
        if self._ear is None:
            self._ear = _listen(self._log)
        return self._ear is not None

    async def heard(self, timeout_s: float) -> None:
        """Wait until the bell has rung since the last call, or the time is over."""
        if self._ear is None or self._forget(self._ear):
            return
        loop, rung = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._ear, rung.set)
        try:
            async with asyncio.timeout(timeout_s):
                await rung.wait()
        except TimeoutError:
            return
        finally:
            loop.remove_reader(self._ear)
        self._forget(self._ear)

    @staticmethod
    def _forget(ear: int) -> bool:
        """Clear rings that were heard; return whether there were any."""
        try:
            return bool(os.read(ear, _MUCH))
        except BlockingIOError:
            return False

    def close(self) -> None:
        """Stop listening."""
        if self._ear is not None:
            os.close(self._ear)
            self._ear = None


def _listen(file: Path) -> int | None:
    """Return a descriptor that is readable when the file's times are set; None without inotify."""
    try:
        libc = ctypes.CDLL(None)
        ear = int(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except (AttributeError, OSError):
        return None
    if ear >= 0 and libc.inotify_add_watch(ear, os.fsencode(file), _IN_ATTRIB) < 0:
        os.close(ear)
        return None
    return ear if ear >= 0 else None
