"""The connection to a Neo4j server, and its errors in our words.

Neo4j applies a commit record by record, and a reader locks nothing: a read may see a part of a
commit. So each query of a handle has the bookmarks of the queries before it. A bookmark is the last
transaction that was committed, and the server answers when all up to it are applied. If one query
sees a part of a commit, the next query sees the whole of it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from neo4j import (
    READ_ACCESS,
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncSession,
    unit_of_work,
)
from neo4j.exceptions import (
    AuthError,
    ClientError,
    DriverError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from leadline.domain.errors import StoreUnavailable, WrongStore
from leadline.store.neo4j.queries import QUERIES

TRANSACTION_S = 30.0
"""How long a transaction may take: a client that stands still must not hold locks for longer."""
_NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_NO_BOOKMARK = "Neo.TransientError.Transaction.BookmarkTimeout"
_TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
_LOOK_S = 0.005

T = TypeVar("T")


@contextmanager
def translating_errors(name: str) -> Iterator[None]:
    """Raise errors of the driver as ours; `name` is the address of the server, without secrets."""
    try:
        yield
    except AuthError as exc:
        raise WrongStore(
            f"{name} refuses this user or password;"
            " check LEADLINE_NEO4J_USER and LEADLINE_NEO4J_PASSWORD"
        ) from exc
    except ServiceUnavailable as exc:
        raise StoreUnavailable(f"{name} does not answer: {exc}") from exc
    except (SessionExpired, TransientError, OSError) as exc:
        raise StoreUnavailable(f"{name}: {exc}") from exc
    except ClientError as exc:
        if exc.code == _NO_DATABASE:
            raise WrongStore(f"{name} has no such database; check LEADLINE_NEO4J_DATABASE") from exc
        if exc.code and exc.code.startswith(_TIMED_OUT):
            raise StoreUnavailable(f"{name}: {exc.message}") from exc
        raise
    except DriverError as exc:
        raise StoreUnavailable(f"{name}: {exc}") from exc


class ServerClock:
    """The clock of the server, which all processes share.

    For tests, `skew_s` shifts it, and `time` replaces it.
    """

    def __init__(self, skew_s: float = 0.0, time: Callable[[], float] | None = None) -> None:
        self.skew_s = skew_s
        self._time = time

    def given(self) -> float | None:
        """Return the time where tests replace the clock; None: the server knows it."""
        return None if self._time is None else self._time() + self.skew_s

    def parameters(self) -> dict[str, Any]:
        """Return the parameters with which a query knows the time."""
        return {"now": self.given(), "skew_s": self.skew_s}


class Graph:
    """A database of a server. `name` is its address for messages."""

    def __init__(
        self,
        driver: AsyncDriver,
        name: str,
        database: str = "neo4j",
        clock: ServerClock | None = None,
        *,
        owns_driver: bool = True,
    ) -> None:
        self.driver = driver
        self.name = name
        self.database = database
        self.clock = clock or ServerClock()
        self._owns_driver = owns_driver
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        self.last_version: frozenset[str] | None = None
        """The bookmark of the last query that read; None before the first."""
        self.is_stopped: Callable[[], bool] | None = None

    @contextmanager
    def translating_errors(self) -> Iterator[None]:
        """Raise errors of the driver as ours."""
        try:
            with translating_errors(self.name):
                yield
        except StoreUnavailable as exc:
            if getattr(exc.__cause__, "code", None) == _NO_BOOKMARK:
                # The database is older than what this process has seen: a backup was restored.
                self._bookmarks = AsyncGraphDatabase.bookmark_manager()
            raise

    async def read(self, query: str, **parameters: Any) -> list[list[Any]]:
        """Run a query by its name in one exchange; return its rows. Nothing is locked."""
        with self.translating_errors():
            reading = self._read(QUERIES[query], self.clock.parameters() | parameters)
            if self.is_stopped is None:
                return await reading
            return await self._stoppable(reading, self.is_stopped)

    async def _read(self, text: str, parameters: dict[str, Any]) -> list[list[Any]]:
        async with self.session(default_access_mode=READ_ACCESS) as session:
            result = await session.run(text, parameters)
            rows: list[list[Any]] = await result.values()
            await self._note_version(session)
            return rows

    async def _note_version(self, session: AsyncSession) -> frozenset[str]:
        bookmarks: frozenset[str] = (await session.last_bookmarks()).raw_values
        self.last_version = bookmarks
        return bookmarks

    async def _stoppable(
        self, reading: Coroutine[Any, Any, T], is_stopped: Callable[[], bool]
    ) -> T:
        task = asyncio.create_task(reading)
        try:
            while not (await asyncio.wait([task], timeout=_LOOK_S))[0]:
                if is_stopped():
                    raise StoreUnavailable(f"{self.name}: the read was stopped")
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait([task])
        return task.result()

    async def version(self) -> frozenset[str]:
        """Return a bookmark, which changes with every transaction that changes the database."""
        with self.translating_errors():
            async with self.session(default_access_mode=READ_ACCESS) as session:
                await (await session.run(QUERIES["version"])).consume()
                return await self._note_version(session)

    def session(self, **options: Any) -> AsyncSession:
        """Return a session, whose queries see all that earlier queries of this handle have seen."""
        return self.driver.session(
            database=self.database, bookmark_manager=self._bookmarks, **options
        )

    async def write(self, query: str, **parameters: Any) -> list[list[Any]]:
        """Run a query by its name as a transaction, again after a deadlock; return its rows."""

        async def work(run: Callable[..., Any]) -> list[list[Any]]:
            rows: list[list[Any]] = await run(query, **parameters)
            return rows

        return await self.transact(work)

    async def transact(self, work: Callable[[Callable[..., Any]], Coroutine[Any, Any, T]]) -> T:
        """Run queries as one transaction, again after a deadlock.

        `work` receives a function that runs a query by its name and returns its rows.
        """

        @unit_of_work(timeout=TRANSACTION_S)
        async def transaction(open_: AsyncManagedTransaction) -> T:
            async def run(query: str, **parameters: Any) -> list[list[Any]]:
                given = self.clock.parameters() | parameters
                result = await open_.run(QUERIES[query], given)
                rows: list[list[Any]] = await result.values()
                return rows

            return await work(run)

        with self.translating_errors():
            async with self.session() as session:
                return await session.execute_write(transaction)

    async def aclose(self) -> None:
        """Close the connections, unless others share them."""
        if self._owns_driver:
            await self.driver.close()
