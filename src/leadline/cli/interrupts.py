"""Ctrl-C, SIGTERM and SIGHUP, for commands that stop in an orderly way."""

import asyncio
import signal
from collections.abc import Callable


class Interrupts:
    """A counter of interrupts. Made in an event loop; from then on no interrupt ends the process.

    The loop calls `then` after each interrupt.
    """

    def __init__(self) -> None:
        self.count = 0
        self.then: Callable[[], None] = lambda: None
        self._loop = asyncio.get_running_loop()
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)
        # Under nohup, the command continues when the terminal closes.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._note)

    def _note(self, *_: object) -> None:
        self.count += 1
        # Not in the signal handler, which can interrupt any code.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.then)
