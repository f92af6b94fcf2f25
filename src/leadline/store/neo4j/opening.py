"""From the address of a server to the store on it."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ConfigurationError, UnsupportedServerProduct

from leadline.domain.errors import WrongStore
from leadline.store.bodies.contract import Bodies
from leadline.store.contract import HostPolicy
from leadline.store.neo4j.bodies import PiecesInBodies
from leadline.store.neo4j.database import Graph
from leadline.store.neo4j.queries import SCHEMA
from leadline.store.neo4j.reader import Neo4jReader
from leadline.store.neo4j.store import Neo4jStore
from leadline.store.places import StorePlace

_OLDEST = 5
_SCHEMES = {f"{name}{security}" for name in ("neo4j", "bolt") for security in ("", "+s", "+ssc")}
_NO_ADDRESS = "this is not an address of a Neo4j server, such as neo4j://HOST:7687"
_CONNECT_S = 10.0
_RETRY_S = 5.0
"""How long a deadlock is tried again. A server that is gone is tried that long, too."""
_INDEXES_S = 60
# The driver logs what it raises, too, and not in our words.
_log_of_driver = logging.getLogger("neo4j")
_log_of_driver.addHandler(logging.NullHandler())
_log_of_driver.propagate = False


@dataclass(frozen=True, slots=True)
class Account:
    """A login. An empty password is for a server without authentication."""

    user: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = "neo4j"


class Neo4jPlace(StorePlace):
    """A database of a server. Pieces of pages are elsewhere, in a bodies store."""

    def __init__(self, url: str, account: Account, bodies: Bodies, policy: HostPolicy) -> None:
        self._url = url
        self._account = account
        self._bodies = bodies
        self._policy = policy

    def create(self) -> Neo4jStore:
        """See the contract. Checks the server, and creates the schema if that is missing."""
        # Stores are opened where an event loop runs, and where none does.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._prepare()).result()
        return self.open()

    def open(self) -> Neo4jStore:
        """See the contract. Connects with the first query."""
        graph = self._graph()
        return Neo4jStore(graph, PiecesInBodies(graph, self._bodies), self._policy)

    def open_reader(self) -> Neo4jReader:
        """See the contract. Connects with the first query."""
        graph = self._graph()
        return Neo4jReader(graph, PiecesInBodies(graph, self._bodies))

    def exists(self) -> bool:
        """See the contract. A database without crawls is read like one that has some."""
        return True

    def remember(self) -> Callable[[], None]:
        """See the contract. A server notices by itself that another one has its files."""
        return lambda: None

    def _graph(self) -> Graph:
        driver = connect(self._url, self._account.user, self._account.password)
        return Graph(driver, self._url, self._account.database)

    async def _prepare(self) -> None:
        graph = self._graph()
        try:
            await prepare(graph)
            await PiecesInBodies(graph, self._bodies).check()
        finally:
            await graph.aclose()


def connect(url: str, user: str, password: str) -> AsyncDriver:
    """Return a driver, which connects with the first query. Raises WrongStore."""
    scheme, _, host = url.partition("://")
    if "@" in host:
        raise WrongStore(
            "the address of a Neo4j server must have no user and password in it;"
            " set LEADLINE_NEO4J_USER and LEADLINE_NEO4J_PASSWORD"
        )
    if scheme not in _SCHEMES:
        raise WrongStore(_NO_ADDRESS)
    try:
        return AsyncGraphDatabase.driver(
            url,
            auth=(user, password) if password else None,
            connection_timeout=_CONNECT_S,
            connection_acquisition_timeout=_CONNECT_S,
            max_transaction_retry_time=_RETRY_S,
            notifications_min_severity=NotificationMinimumSeverity.OFF,
        )
    except (ConfigurationError, ValueError) as exc:
        raise WrongStore(_NO_ADDRESS) from exc


async def prepare(graph: Graph) -> None:
    """Check the server and its database, and create the schema if it is missing.

    Raises WrongStore, StoreUnavailable.
    """
    with graph.translating_errors():
        try:
            await _check_version(graph)
        except UnsupportedServerProduct as exc:
            raise WrongStore(f"{graph.name} is not a Neo4j server") from exc
        except ValueError as exc:
            raise WrongStore(_NO_ADDRESS) from exc
        await _check_owner(graph)
        async with graph.session() as session:
            for statement in SCHEMA:
                await (await session.run(statement)).consume()
            await (await session.run(f"CALL db.awaitIndexes({_INDEXES_S})")).consume()


async def _check_version(graph: Graph) -> None:
    [(version,)] = await graph.read("server_version")
    number, _, _ = version.partition(".")
    if number.isdecimal() and int(number) < _OLDEST:
        raise WrongStore(f"{graph.name} is Neo4j {version}; Leadline needs Neo4j {_OLDEST}")


async def _check_owner(graph: Graph) -> None:
    """Raise WrongStore for a database with nodes of others: they would be mixed up with ours."""
    if not await graph.read("our_schema") and await graph.read("any_node"):
        raise WrongStore(
            f"{graph.name}: the database {graph.database} has nodes that are not of Leadline;"
            " use an empty database"
        )
