"""The Neo4j that tests run against: it answers, keeps its data, and leaves nothing behind."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from neo4j import AsyncGraphDatabase

from neo4j_server.fixtures import skip_without_server
from neo4j_server.jars import VERSION, MissingServer, fetch_jars, find_jars
from neo4j_server.server import Neo4jServer, neo4j_server

TESTS = Path(__file__).parents[2]
STARTS = """
import sys, tempfile
from pathlib import Path
from neo4j_server.server import Neo4jServer
server = Neo4jServer(Path(tempfile.mkdtemp(dir=sys.argv[1])))
server._wait_for_bolt = lambda: print(server.pid, flush=True) or sys.stdin.read()
server.start()
"""


async def ask(server: Neo4jServer, query: str) -> list[object]:
    async with AsyncGraphDatabase.driver(server.url, auth=server.auth) as driver:
        records, _, _ = await driver.execute_query(query)
    return [record[0] for record in records]


def is_gone(pid: int, within_s: float = 20.0) -> bool:
    until = time.monotonic() + within_s
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


async def test_a_query_of_the_official_driver_is_answered(empty_neo4j: Neo4jServer) -> None:
    versions = "CALL dbms.components() YIELD versions RETURN versions[0]"

    assert await ask(empty_neo4j, versions) == [VERSION]


async def test_data_survives_a_kill_and_a_restart(empty_neo4j: Neo4jServer) -> None:
    await ask(empty_neo4j, "CREATE (:Kept {name: 'this'})")
    first = empty_neo4j.pid

    empty_neo4j.kill()
    assert is_gone(first)
    empty_neo4j.restart()

    assert await ask(empty_neo4j, "MATCH (n:Kept) RETURN n.name") == ["this"]


async def test_a_wipe_keeps_the_schema_only(shared_neo4j: Neo4jServer) -> None:
    await ask(shared_neo4j, "CREATE CONSTRAINT one IF NOT EXISTS FOR (n:N) REQUIRE n.id IS UNIQUE")
    await ask(shared_neo4j, "UNWIND range(1, 100) AS id CREATE (:N {id: id})-[:TO]->(:M)")

    shared_neo4j.wipe()

    assert await ask(shared_neo4j, "MATCH (n) RETURN count(n)") == [0]
    assert "one" in await ask(shared_neo4j, "SHOW CONSTRAINTS YIELD name")
    await ask(shared_neo4j, "DROP CONSTRAINT one")


async def test_a_server_without_a_password_runs_beside_another_and_leaves_nothing(
    shared_neo4j: Neo4jServer,
) -> None:
    with neo4j_server(has_auth=False) as server:
        assert server.url != shared_neo4j.url
        assert await ask(server, "RETURN 1") == [1]

    assert is_gone(server.pid, within_s=0)
    assert not server.folder.exists()


@pytest.mark.parametrize(("order", "said"), [("stop", "terminated\n"), ("kill", "")])
def test_a_server_ends_by_the_signal_that_is_asked_for(
    order: str, said: str, tmp_path: Path
) -> None:
    waits = "trap 'echo terminated; exit' TERM; echo > ready; while :; do sleep 0.01; done"
    keeping = [sys.executable, str(TESTS / "neo4j_server" / "keeper.py"), str(tmp_path)]
    with subprocess.Popen(
        [*keeping, "sh", "-c", waits],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as keeper:
        assert keeper.stdout is not None
        pid = int(keeper.stdout.readline())
        while not (tmp_path / "ready").exists():
            time.sleep(0.01)
        keeper.communicate(f"{order}\n")

    assert is_gone(pid, within_s=0)
    assert (tmp_path / "console.log").read_text() == said


@pytest.mark.usefixtures("shared_neo4j")
def test_a_server_does_not_outlive_tests_that_are_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTS, tmp_path],
        cwd=TESTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as tests:
        assert tests.stdout is not None
        pid = int(tests.stdout.readline())
        tests.kill()

    assert is_gone(pid)
    until = time.monotonic() + 20
    while list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.02)
    assert list(tmp_path.iterdir()) == []


def test_jars_without_the_marker_are_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEADLINE_NEO4J", str(tmp_path / "neo4j"))
    monkeypatch.setattr("shutil.which", lambda name: "java" if name == "java" else None)
    (tmp_path / "neo4j").mkdir()
    (tmp_path / "neo4j" / "neo4j.jar").touch()

    with pytest.raises(MissingServer, match="make neo4j"):
        find_jars()
    with pytest.raises(MissingServer, match="no mvn"):
        fetch_jars()


@pytest.mark.parametrize(
    ("is_required", "outcome"), [(True, pytest.fail.Exception), (False, pytest.skip.Exception)]
)
def test_a_missing_server_fails_only_where_it_is_required(
    is_required: bool,  # noqa: FBT001 -- a parameter of the test
    outcome: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("neo4j_server.fixtures.IS_REQUIRED", is_required)

    with pytest.raises(outcome, match="no java"):
        skip_without_server(MissingServer("no java"))
