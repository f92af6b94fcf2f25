"""Store calls in threads, each with its own connection, so that the event loop never waits."""

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


class StoreThread(Generic[Kept]):
    """One thread with one connection, which is opened on demand and again after it broke."""

    def __init__(self, open_: Callable[[], Kept]) -> None:
        self._open = open_
        self._kept: Kept | None = None
        self._runner = asyncio.Runner()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    def run(self, work: Callable[[Kept], Awaitable[Result]]) -> Result:
        """Call `work` with the store, in this thread."""
        try:
            self._kept = self._kept or self._open()
            return self._runner.run(_await(work(self._kept)))
        except StoreUnavailable:
            self._let_go()
            raise

    def submit(self, work: Callable[[Kept], Awaitable[Result]]) -> asyncio.Future[Result]:
        """Queue `work` for the thread, after earlier calls."""
        return asyncio.get_running_loop().run_in_executor(self.thread, self.run, work)

    def _let_go(self) -> None:
        if self._kept is not None:
            self._runner.run(self._kept.aclose())
            self._kept = None

    def close(self) -> None:
        """Close the store in its thread, and the generators that were not read to their end."""
        if self._kept is not None:
            self._runner.run(_end_unread())
        self._let_go()
        self._runner.close()


async def _end_unread() -> None:
    await asyncio.get_running_loop().shutdown_asyncgens()


async def _await(work: Awaitable[Result]) -> Result:
    return await work


class Pool(Generic[Kept]):
    """A number of threads. A call waits while all of them are busy.

    `observe` is called with the seconds that each call took, including the wait.
    """

    def __init__(
        self, open_: Callable[[], Kept], threads: int, observe: Callable[[float], None]
    ) -> None:
        self._observe = observe
        self._desks = [StoreThread(open_) for _ in range(threads)]
        self._free: asyncio.Queue[StoreThread[Kept]] = asyncio.Queue()
        for store_thread in self._desks:
            self._free.put_nowait(store_thread)

    async def run(self, work: Callable[[Kept], Awaitable[Result]]) -> Result:
        """Call `work` with the store in a thread, to its end even if the caller is cancelled."""
        return await asyncio.shield(await self._submit(work))

    async def _submit(self, work: Callable[[Kept], Awaitable[Result]]) -> asyncio.Future[Result]:
        asked_at = time.perf_counter()
        store_thread = await self._free.get()

        def over(_: object) -> None:
            self._free.put_nowait(store_thread)
            self._observe(time.perf_counter() - asked_at)

        done = store_thread.submit(work)
        done.add_done_callback(over)
        return done

    async def aclose(self) -> None:
        """Close the connections. A thread that does not finish within 1 s is abandoned."""
        loop = asyncio.get_running_loop()
        closing = [loop.run_in_executor(desk.thread, desk.close) for desk in self._desks]
        await asyncio.wait(closing, timeout=_CLOSE_S)
        for store_thread in self._desks:
            store_thread.thread.shutdown(wait=False)


class ScanPool(Pool[Reader]):
    """Threads for reads that may take long.

    - Up to `most_waiting` calls wait for a thread; further ones raise Problem (429).
    - A call that is cancelled while it waits never starts.
    - A call that is cancelled while it runs stops at its next read.
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
                f"{self._waiting} requests that read whole crawls are waiting, which is the limit",
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
            done = await self._submit(stoppable)
        finally:
            self._waiting -= 1
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            stopped.set()
            # The result is not used.
            done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            raise


class _Threaded:
    """An object with the methods of the store. Each call runs in a thread of the pool."""

    def __init__(self, pool: Pool[Any]) -> None:
        self._pool = pool

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        @functools.wraps(self.__getattr__)
        async def call(*args: Any, **kwargs: Any) -> Any:
            return await self._pool.run(lambda kept: getattr(kept, name)(*args, **kwargs))

        return call


def threaded_store(pool: Pool[Kept]) -> Kept:
    """Return the store as an object whose methods run in threads of the pool."""
    return cast("Kept", _Threaded(pool))
