"""Neo4j under the tests of the contract: one server, one driver and one folder for each test."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any

from leadline.store.bodies.opening import open_bodies
from leadline.store.contract import HostPolicy, Store
from leadline.store.neo4j.bodies import PiecesInBodies
from leadline.store.neo4j.database import Graph, ServerClock
from leadline.store.neo4j.opening import connect, prepare
from leadline.store.neo4j.store import Neo4jStore
from neo4j_server.server import Neo4jServer

_prepared: set[str] = set()


@asynccontextmanager
async def neo4j_backend(
    server: Neo4jServer, policy: HostPolicy
) -> AsyncIterator[Callable[..., Store]]:
    """Yield a function that opens handles to the store on a server."""
    with TemporaryDirectory() as folder:
        async with connect(server.url, *(server.auth or ("", ""))) as driver:

            def open_(skew_s: float, **changes: Any) -> Store:
                # Looked up at each call: tests replace the clock.
                clock = ServerClock(skew_s, lambda: time.time())  # noqa: PLW0108
                graph = Graph(driver, server.url, clock=clock, owns_driver=False)
                bodies = PiecesInBodies(graph, open_bodies(folder))
                return Neo4jStore(graph, bodies, replace(policy, **changes))

            if server.url not in _prepared:
                await prepare(Graph(driver, server.url, owns_driver=False))
                _prepared.add(server.url)
            yield open_
