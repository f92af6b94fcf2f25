"""Ctrl-C, SIGTERM and the end of the terminal, for commands that end in an orderly way."""

import asyncio
import signal
from collections.abc import Callable


class Interrupts:
    """From when it is made on, in an event loop, interrupts are counted instead of ending all.

    `then` is what each does beside that.
    """

    def __init__(self) -> None:
        self.count = 0
        self.then: Callable[[], None] = lambda: None
        self._loop = asyncio.get_running_loop()
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)
        # With nohup it was asked to go on.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._note)

    def _note(self, *_: object) -> None:
        self.count += 1
        # Not here, in the middle of who knows what.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.then)
