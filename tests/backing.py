"""The store under real processes, as they are told of it and as it is seen from outside."""

import sqlite3
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from leadline import bootstrap
from leadline.settings import Settings, read_settings
from leadline.store.reader import Reader

if TYPE_CHECKING:
    from neo4j import Driver

TWICE = "pages that ended twice, that have two sets of leads, or texts of another attempt"
STUCK = "pages that wait for a worker, leases without one, and queues that are not empty"
ON_TRIAL = "pages that fail when one more worker dies"

_USER = "neo4j"
_SQL = {
    TWICE: (
        "SELECT count(seq) - count(DISTINCT seq) FROM page",
        "SELECT count(source) - count(DISTINCT source) FROM lead",
        "SELECT count(*) FROM body WHERE seq NOT IN (SELECT seq FROM page WHERE seq IS NOT NULL)",
    ),
    STUCK: (
        "SELECT count(*) FROM page WHERE state IN (0, 1) OR lease IS NOT NULL",
        "SELECT count(*) FROM lease",
        "SELECT count(*) FROM queue WHERE ready <> 0 OR unfinished <> 0",
    ),
    ON_TRIAL: ("SELECT count(*) FROM page WHERE state IN (0, 1) AND suspects > 3",),
}
_CYPHER = {
    TWICE: (
        "MATCH (p:Page) RETURN count(p.seq) - count(DISTINCT p.seq)",
        "MATCH (l:Leads) RETURN count(l.source) - count(DISTINCT l.source)",
        (
            "MATCH (b:Bodies) WHERE NOT EXISTS { MATCH (p:Page {crawl_id: b.crawl, seq: b.seq}) }"
            " RETURN count(b)"
        ),
        (
            "MATCH (a:Page)-[l:Lead]->(b:Page) WITH a, b, count(l) AS links WHERE links > 1"
            " RETURN count(*)"
        ),
        (
            "MATCH (p:Page) WITH p.crawl_id AS c, p.http_type AS t, p.name AS n, count(p) AS pages"
            " WHERE pages > 1 RETURN count(*)"
        ),
    ),
    STUCK: (
        (
            "MATCH (p:Page) WHERE p.state IN ['PENDING', 'IN-PROGRESS'] OR p.lease IS NOT NULL"
            " RETURN count(p)"
        ),
        "MATCH (l:Lease) RETURN count(l)",
        "MATCH (q:Queue) WHERE q.ready <> 0 OR q.unfinished <> 0 RETURN count(q)",
        "MATCH (l:Leads) WHERE l.pending IS NOT NULL RETURN count(l)",
    ),
    ON_TRIAL: (
        (
            "MATCH (p:Page) WHERE p.state IN ['PENDING', 'IN-PROGRESS'] AND p.suspects > 3"
            " RETURN count(p)"
        ),
    ),
}


class Backing(Protocol):
    """A store. `environment` is how commands are told of it."""

    environment: Mapping[str, str]

    @property
    def settings(self) -> Settings:
        """The settings of processes on it, which may fetch from this machine."""
        allowed = {"LEADLINE_ALLOW_NETWORK": "127.0.0.0/8", "LEADLINE_DNS_SERVERS": "127.0.0.1:9"}
        return read_settings({**self.environment, **allowed})

    def open_reader(self) -> Reader:
        """Open it for reading."""
        return bootstrap.open_reader(self.settings)

    @abstractmethod
    def count(self, question: str) -> int:
        """Answer one of the questions above."""

    @abstractmethod
    def expire(self, token: int) -> None:
        """Let a lease end now; the store notices it with the next claim."""

    @abstractmethod
    def latest_lease(self) -> float:
        """When the last of all leases ends."""


class OnFile(Backing):
    """A file of SQLite."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.environment = {"LEADLINE_STORE": f"sqlite:///{path}"}

    def count(self, question: str) -> int:
        with closing(sqlite3.connect(self.path, timeout=30)) as db:
            return sum(int(db.execute(query).fetchone()[0]) for query in _SQL[question])

    def expire(self, token: int) -> None:
        with closing(sqlite3.connect(self.path)) as db, db:
            db.execute("UPDATE lease SET expires_at = 0 WHERE token = ?", (token,))

    def latest_lease(self) -> float:
        with closing(sqlite3.connect(self.path)) as db:
            return float(db.execute("SELECT max(expires_at) FROM lease").fetchone()[0])


class OnServer(Backing):
    """A server of Neo4j, with bodies in a folder."""

    def __init__(self, url: str, password: str, bodies: Path) -> None:
        self._url = url
        self._auth = (_USER, password)
        self.environment: dict[str, str] = {
            "LEADLINE_STORE": url,
            "LEADLINE_NEO4J_PASSWORD": password,
            "LEADLINE_BODIES": str(bodies),
        }

    def count(self, question: str) -> int:
        return sum(int(self._ask(query) or 0) for query in _CYPHER[question])

    def expire(self, token: int) -> None:
        self._ask(f"MATCH (l:Lease {{token: {token}}}) SET l.expires_at = 0.0 RETURN 0")

    def latest_lease(self) -> float:
        return float(self._ask("MATCH (l:Lease) RETURN coalesce(max(l.expires_at), 0)"))

    def driver(self) -> "Driver":
        """Connect as a person would."""
        from neo4j import GraphDatabase  # noqa: PLC0415 -- an extra

        return GraphDatabase.driver(self._url, auth=self._auth)

    def _ask(self, query: str) -> float:
        with self.driver() as driver:
            found = driver.execute_query(query).records
            return float(found[0][0]) if found else 0.0


def from_environment(environment: Mapping[str, str]) -> Backing:
    """The store that processes are told of by this environment."""
    where = environment["LEADLINE_STORE"]
    if where.startswith("sqlite"):
        return OnFile(Path(where.removeprefix("sqlite:///")))
    bodies = Path(environment["LEADLINE_BODIES"])
    return OnServer(where, environment["LEADLINE_NEO4J_PASSWORD"], bodies)
