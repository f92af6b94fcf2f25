"""A bell beside the file: who has written rings it, and who waits hears it at once.

The bell is the time of the log file. The log itself is of no use for this: it is written before
what is written can be seen. Where the system cannot tell (only Linux can), nobody hears anything.
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
        """Tell all who wait. Whoever misses it has to look."""
        with contextlib.suppress(OSError):
            os.utime(self._log)

    def can_hear(self) -> bool:
        """Whether it will be heard from now on."""
        if self._ear is None:
            self._ear = _listen(self._log)
        return self._ear is not None

    async def heard(self, timeout_s: float) -> None:
        """Until it has rung since this was last asked, or the time is over."""
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
        """Whether there was anything to forget."""
        try:
            return bool(os.read(ear, _MUCH))
        except BlockingIOError:
            return False

    def close(self) -> None:
        """Hear nothing more."""
        if self._ear is not None:
            os.close(self._ear)
            self._ear = None


def _listen(file: Path) -> int | None:
    """What becomes readable when the times of a file are set (inotify); None where that fails."""
    try:
        libc = ctypes.CDLL(None)
        ear = int(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except (AttributeError, OSError):
        return None
    if ear >= 0 and libc.inotify_add_watch(ear, os.fsencode(file), _IN_ATTRIB) < 0:
        os.close(ear)
        return None
    return ear if ear >= 0 else None
