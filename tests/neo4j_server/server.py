"""A real Neo4j on a loopback address of its own.

    with neo4j_server() as server:
        async with AsyncGraphDatabase.driver(server.url, auth=server.auth) as driver:
            await driver.execute_query("RETURN 1")

It is ready within 8 to 15 s. Its data is in a temporary folder.
"""

import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from neo4j import Driver, GraphDatabase, Query
from neo4j.exceptions import AuthError

from neo4j_server.jars import find_jars

USER = "neo4j"
FAST_START = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""Starts with half of the CPU time (5.6 s instead of 10.5), and is slower under long load."""
FAST_LOAD = ("-XX:+UseG1GC",)
"""As in production, for benchmarks."""

_FIRST_PASSWORD = "neo4j"
_START_S = 100.0
_LOOK_S = 0.1
_ANSWER_S = 2.0
_HANDSHAKE = bytes.fromhex("6060b017 00080805 00020404 00000000 00000000")
_KEEPER = str(Path(__file__).parents[1] / "keeper.py")
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_CONFIGURATION = """\
server.default_listen_address={host}
server.bolt.listen_address={host}:{port}
server.bolt.advertised_address={host}:{port}
server.bolt.thread_pool_max_size=400
server.http.enabled=false
server.https.enabled=false
server.memory.heap.initial_size=512m
server.memory.heap.max_size=512m
server.memory.pagecache.size=256m
db.tx_log.preallocate=false
dbms.usage_report.enabled=false
dbms.cypher.min_replan_interval=1h
client.allow_telemetry=false
dbms.security.auth_enabled={has_auth}
"""
_WIPE = Query("MATCH (n) CALL { WITH n DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")


class Neo4jServer:
    """A server with its folder and address. `start` first; `kill` and `stop` may be repeated."""

    user = USER

    def __init__(
        self, folder: Path, *, has_auth: bool = True, java_options: tuple[str, ...] = FAST_START
    ) -> None:
        self.folder = folder
        self.password = secrets.token_urlsafe(16) if has_auth else ""
        self.host, self.port = _free_address()
        self.pid = 0
        self._command = _command(find_jars(), folder, java_options)
        self._keeper: subprocess.Popen[str] | None = None
        self._driver: Driver | None = None
        self._configure()

    @property
    def url(self) -> str:
        """Return the address for drivers and for LEADLINE_STORE."""
        return f"neo4j://{self.host}:{self.port}"

    @property
    def auth(self) -> tuple[str, str] | None:
        """Return user and password; None for a server without authentication."""
        return (self.user, self.password) if self.password else None

    def start(self) -> None:
        """Start the server, and wait until it answers queries."""
        self._keeper = subprocess.Popen(
            [sys.executable, _KEEPER, str(self.folder), *self._command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C ends the tests, which then end the server.
            start_new_session=True,
        )
        assert self._keeper.stdout is not None
        self.pid = int(self._keeper.stdout.readline())
        self._wait_for_bolt()
        self._set_password()
        self._driver = GraphDatabase.driver(self.url, auth=self.auth)
        self._driver.execute_query("RETURN 1")

    def kill(self) -> None:
        """Kill the server with SIGKILL; its data and address stay."""
        self._end("kill")

    def stop(self) -> None:
        """Stop the server with SIGTERM, which takes about 7 s; its data and address stay."""
        self._end("stop")

    def restart(self) -> None:
        """Start the server again on its data and address; kill it first if it still runs."""
        self.kill()
        self.start()

    def wipe(self) -> None:
        """Delete all nodes and relationships of the database; indexes and constraints stay."""
        assert self._driver is not None, "the server does not run"
        with self._driver.session() as session:
            session.run(_WIPE).consume()

    def _end(self, how: str) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None
        if self._keeper is not None:
            # It has ended already where the server died by itself.
            with suppress(BrokenPipeError):
                self._keeper.communicate(f"{how}\n")
            self._keeper = None

    def _configure(self) -> None:
        folder = self.folder / "conf"
        folder.mkdir(parents=True)
        written = _CONFIGURATION.format(
            host=self.host, port=self.port, has_auth=str(bool(self.password)).lower()
        )
        (folder / "neo4j.conf").write_text(written)

    def _wait_for_bolt(self) -> None:
        assert self._keeper is not None
        until = time.monotonic() + _START_S
        while not self._does_answer():
            if self._keeper.poll() is not None or time.monotonic() > until:
                self.kill()
                said = (self.folder / "console.log").read_text()
                raise RuntimeError(f"Neo4j did not start: {said[-2000:]}")
            time.sleep(_LOOK_S)

    def _does_answer(self) -> bool:
        try:
            with socket.create_connection((self.host, self.port), _ANSWER_S) as connection:
                connection.sendall(_HANDSHAKE)
                return any(connection.recv(4))
        except OSError:
            return False

    def _set_password(self) -> None:
        """Replace the first password, which the server wants to be replaced."""
        if not self.password:
            return
        first = GraphDatabase.driver(self.url, auth=(self.user, _FIRST_PASSWORD))
        # It is replaced already after a restart.
        with first, suppress(AuthError):
            first.execute_query(
                "ALTER CURRENT USER SET PASSWORD FROM $first TO $password",
                first=_FIRST_PASSWORD,
                password=self.password,
                database_="system",
            )


@contextmanager
def neo4j_server(
    *, has_auth: bool = True, java_options: tuple[str, ...] = FAST_START
) -> Iterator[Neo4jServer]:
    """Run a server until the block ends. Raises MissingServer."""
    with tempfile.TemporaryDirectory(prefix="leadline-neo4j-") as folder:
        server = Neo4jServer(Path(folder), has_auth=has_auth, java_options=java_options)
        try:
            server.start()
            yield server
        finally:
            # Its data is thrown away: there is nothing to save by SIGTERM.
            server.kill()


def _command(jars: Path, home: Path, java_options: tuple[str, ...]) -> list[str]:
    return [
        "java",
        *java_options,
        "-Xms512m",
        "-Xmx512m",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
        "-cp",
        f"{jars}/*",
        "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={home}",
        f"--config-dir={home}/conf",
    ]


def _free_address() -> tuple[str, int]:
    """Return a port on a random address of 127.0.0.0/8, which no other process takes meanwhile."""
    host = "127." + ".".join(str(1 + secrets.randbelow(254)) for _ in range(3))
    with socket.create_server((host, 0)) as free:
        return host, free.getsockname()[1]
