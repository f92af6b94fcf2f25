"""Store calls in threads, each with a connection of its own, so that the event loop never waits."""

import asyncio
import functools
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, Generic, TypeVar, cast

from leadline.api.problems import Problem
from leadline.domain.errors import StoreUnavailable
from leadline.store.reader import Reader

_CLOSE_S = 1.0
_RETRY_S = 10

Kept = TypeVar("Kept", bound=Reader)
Result = TypeVar("Result")


class Desk(Generic[Kept]):
    """One thread with one connection, opened when it is needed and again after it broke."""

    def __init__(self, open_: Callable[[], Kept]) -> None:
        self._open = open_
        self._kept: Kept | None = None
        self._runner = asyncio.Runner()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    def run(self, work: Callable[[Kept], Awaitable[Result]]) -> Result:
        """Do it, in the thread."""
        try:
            self._kept = self._kept or self._open()
            return self._runner.run(_awaited(work(self._kept)))
        except StoreUnavailable:
            self._let_go()
            raise

    def begin(self, work: Callable[[Kept], Awaitable[Result]]) -> asyncio.Future[Result]:
        """Have it done, after what was begun before."""
        return asyncio.get_running_loop().run_in_executor(self.thread, self.run, work)

    def _let_go(self) -> None:
        if self._kept is not None:
            self._runner.run(self._kept.aclose())
            self._kept = None

    def close(self) -> None:
        """Let go of the store, in the thread, and end what was begun and not read to its end."""
        if self._kept is not None:
            self._runner.run(_end_unread())
        self._let_go()
        self._runner.close()


async def _end_unread() -> None:
    await asyncio.get_running_loop().shutdown_asyncgens()


async def _awaited(work: Awaitable[Result]) -> Result:
    return await work


class Pool(Generic[Kept]):
    """So many threads; who finds all of them busy waits its turn.

    `observe` is told how many seconds each call took, the waiting included.
    """

    def __init__(
        self, open_: Callable[[], Kept], threads: int, observe: Callable[[float], None]
    ) -> None:
        self._observe = observe
        self._desks = [Desk(open_) for _ in range(threads)]
        self._free: asyncio.Queue[Desk[Kept]] = asyncio.Queue()
        for desk in self._desks:
            self._free.put_nowait(desk)

    async def run(self, work: Callable[[Kept], Awaitable[Result]]) -> Result:
        """Do something with the store in a thread. Who is cancelled leaves it to end by itself."""
        return await asyncio.shield(await self._begun(work))

    async def _begun(self, work: Callable[[Kept], Awaitable[Result]]) -> asyncio.Future[Result]:
        asked_at = time.perf_counter()
        desk = await self._free.get()

        def over(_: object) -> None:
            self._free.put_nowait(desk)
            self._observe(time.perf_counter() - asked_at)

        done = desk.begin(work)
        done.add_done_callback(over)
        return done

    async def aclose(self) -> None:
        """Close the connections; a thread that does not end its work soon is left behind."""
        loop = asyncio.get_running_loop()
        closing = [loop.run_in_executor(desk.thread, desk.close) for desk in self._desks]
        await asyncio.wait(closing, timeout=_CLOSE_S)
        for desk in self._desks:
            desk.thread.shutdown(wait=False)


class ScanPool(Pool[Reader]):
    """Threads for reads that may take long.

    - Up to `most_waiting` calls wait for a thread; further ones raise Problem (429).
    - A call that is cancelled while it waits is never begun.
    - A call that is cancelled while it runs stops within its next read.
    """

    def __init__(
        self,
        open_: Callable[[], Reader],
        threads: int,
        observe: Callable[[float], None],
        most_waiting: int,
    ) -> None:
        super().__init__(open_, threads, observe)
        self._most_waiting = most_waiting
        self._waiting = 0

    async def run(self, work: Callable[[Reader], Awaitable[Result]]) -> Result:
        """See the class."""
        if self._waiting >= self._most_waiting:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-scans",
                f"{self._waiting} questions about whole crawls are waiting, which is the most",
                headers={"Retry-After": str(_RETRY_S)},
            )
        stopped = threading.Event()

        async def stoppable(store: Reader) -> Result:
            store.stop_when(stopped.is_set)
            try:
                return await work(store)
            finally:
                store.stop_when(None)

        self._waiting += 1
        try:
            done = await self._begun(stoppable)
        finally:
            self._waiting -= 1
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            stopped.set()
            # Nothing asks how it ends.
            done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            raise


class _Threaded:
    """What has the methods of the store, each of which is run in a thread of the pool."""

    def __init__(self, pool: Pool[Any]) -> None:
        self._pool = pool

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        @functools.wraps(self.__getattr__)
        async def call(*args: Any, **kwargs: Any) -> Any:
            return await self._pool.run(lambda kept: getattr(kept, name)(*args, **kwargs))

        return call


def threaded(pool: Pool[Kept]) -> Kept:
    """The store, as it is for who must not wait."""
    return cast("Kept", _Threaded(pool))
