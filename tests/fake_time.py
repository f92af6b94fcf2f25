"""Time that passes only while an event loop has nothing to do, and then at once."""

import asyncio
import selectors


class _Jump(selectors.DefaultSelector):
    """Waits for nothing: adds the time that it should wait to `passed_s`."""

    passed_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "all tasks wait for something that never happens"
            self.passed_s += timeout
        return ready


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """An event loop that starts at 0 s. Its `time` is the clock to pass in."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.passed_s


def now() -> float:
    """Return the time of the running loop, without the noise of floats."""
    return round(asyncio.get_running_loop().time(), 6)
