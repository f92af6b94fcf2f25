"""Fixtures with a real Neo4j, a plugin of pytest.

Without a server the tests are skipped with the reason; LEADLINE_NEO4J_REQUIRED=1 makes them fail.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from backing import OnServer
from neo4j_server.jars import MissingServer

if TYPE_CHECKING:
    from neo4j_server.server import Neo4jServer

IS_REQUIRED = os.environ.get("LEADLINE_NEO4J_REQUIRED") == "1"


@pytest.fixture(scope="session")
def shared_neo4j() -> Iterator["Neo4jServer"]:
    """Start one server for all tests of the session, when the first test wants it."""
    # The driver takes 0.4 s to import, and most runs need none.
    from neo4j_server.server import neo4j_server  # noqa: PLC0415

    try:
        with neo4j_server() as server:
            yield server
    except MissingServer as missing:
        skip_without_server(missing)


@pytest.fixture
def empty_neo4j(shared_neo4j: "Neo4jServer") -> "Neo4jServer":
    """Return the server of the session with an empty database; its schema is kept."""
    shared_neo4j.wipe()
    return shared_neo4j


@pytest.fixture
def on_server(empty_neo4j: "Neo4jServer", tmp_path: Path) -> OnServer:
    """Return the empty server of the session as a store for real processes."""
    return OnServer(empty_neo4j.url, empty_neo4j.password, tmp_path / "bodies")


def skip_without_server(missing: MissingServer) -> None:
    """Skip the test, or fail it where a server is required."""
    if IS_REQUIRED:
        pytest.fail(str(missing), pytrace=False)
    pytest.skip(str(missing))
