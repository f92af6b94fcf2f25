"""From the address of a server to the store on it."""

from collections.abc import Callable

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ConfigurationError, UnsupportedServerProduct

from leadline.domain.errors import WrongStore
from leadline.store.contract import HostPolicy
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import Graph, ServerClock
from leadline.store.neo4j.queries import SCHEMA
from leadline.store.neo4j.store import Neo4jStore

_OLDEST = 5
_SCHEMES = {f"{name}{security}" for name in ("neo4j", "bolt") for security in ("", "+s", "+ssc")}
_NO_ADDRESS = "this is not an address of a Neo4j server, such as neo4j://HOST:7687"
_CONNECT_S = 10.0
_RETRY_S = 5.0
"""How long a deadlock is tried again. A server that is gone is tried that long, too."""
_INDEXES_S = 60


async def open_neo4j(
    url: str,
    user: str,
    password: str,
    bodies: PieceStore,
    policy: HostPolicy | None = None,
    *,
    database: str = "neo4j",
    make_clock: Callable[[], ServerClock] = ServerClock,
) -> Neo4jStore:
    """Open the store on a server, and create its schema if that is missing.

    An empty `user` is for a server without authentication. Raises WrongStore, StoreUnavailable.
    """
    driver = connect(url, user, password)
    graph = Graph(driver, url, database, make_clock())
    try:
        await prepare(graph)
    except BaseException:
        await driver.close()
        raise
    return Neo4jStore(graph, bodies, policy)


def connect(url: str, user: str, password: str) -> AsyncDriver:
    """Return a driver, which connects with the first query. Raises WrongStore."""
    scheme, _, host = url.partition("://")
    if "@" in host:
        raise WrongStore("the address of a Neo4j server has to be without user and password")
    if scheme not in _SCHEMES:
        raise WrongStore(_NO_ADDRESS)
    try:
        return AsyncGraphDatabase.driver(
            url,
            auth=(user, password) if user else None,
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
