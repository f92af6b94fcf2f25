"""Commands, server and feeders on a real Neo4j, and the documented queries on what they stored."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver, GraphDatabase

from e2e.commands import leadline, run
from e2e.serving import feed, served
from graph_model import NAMES, PICTURE, STATISTICS, check_counts, rows
from leadsite import SpawnedSite
from neo4j_server.server import Neo4jServer


@pytest.fixture
def on_neo4j(empty_neo4j: Neo4jServer, tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that uses the server."""
    return {
        "LEADLINE_STORE": empty_neo4j.url,
        "LEADLINE_NEO4J_PASSWORD": empty_neo4j.password,
        "LEADLINE_BODIES": str(tmp_path / "bodies"),
    }


@pytest.fixture
def driver(empty_neo4j: Neo4jServer) -> Iterator[Driver]:
    auth = (empty_neo4j.user, empty_neo4j.password)
    with GraphDatabase.driver(empty_neo4j.url, auth=auth) as driver:
        yield driver


def crawl(site: SpawnedSite, folder: Path, **environment: str) -> dict[str, Any]:
    """Crawl a section whose pages, depths and leads are known; return its figures."""
    wanted = ("--depth", "2", "--delay-ms", "0", "--keep", "text", "--json")
    ended = leadline("crawl", site.address("/tree/"), *wanted, folder=folder, **environment)
    assert ended.returncode == 0, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout)
    return figures


def listed(command: str, folder: Path, **environment: str) -> list[dict[str, Any]]:
    """What a command prints as JSON lines, without times, ids, and what depends on the order."""
    told = leadline(*command.split(), folder=folder, **environment)
    assert told.returncode == 0, told.stderr
    found = [json.loads(line) for line in told.stdout.splitlines()]
    same = ("key", "state", "reason", "status", "depth", "found_by", "fetched", "size")
    more = ("content_type", "title", "host", "content_hash", "text")
    kept = [{name: each.get(name) for name in same + more} for each in found]
    return sorted(kept, key=lambda each: str(each["key"]))


def test_commands_store_and_read_the_same_as_on_sqlite(
    site: SpawnedSite, tmp_path: Path, on_neo4j: dict[str, str]
) -> None:
    figures = crawl(site, tmp_path, **on_neo4j), crawl(site, tmp_path)
    same = ("status", "found", "fetched", "failed", "skipped", "too_deep", "leads", "bytes")
    assert [figures[0].get(name) for name in same] == [figures[1].get(name) for name in same]

    for command in ("pages latest --json", "export latest --text"):
        on_graph, on_file = listed(command, tmp_path, **on_neo4j), listed(command, tmp_path)
        assert len(on_graph) > 10
        assert on_graph == on_file


def test_the_documented_queries_give_what_the_api_says(
    site: SpawnedSite, tmp_path: Path, on_neo4j: dict[str, str], driver: Driver
) -> None:
    with served(tmp_path, "--workers", "2", **on_neo4j) as server, server.client() as client:
        wanted = {"url": site.address("/tree/"), "max_depth": 2, "delay_ms": 0}
        started = client.post("/api/v1/crawls", json=wanted).json()
        where = f"/api/v1/crawls/{started['crawl_id']}"
        until = time.monotonic() + 60
        while (told := client.get(where).json())["status"] == "running":
            assert time.monotonic() < until
            time.sleep(0.1)
        links = sum(1 for _ in client.get(f"{where}/export?what=leads").iter_lines())

    check_counts(driver, told)
    crawl = {"crawl_id": told["crawl_id"]}
    [[_, *statistics]] = rows(driver, STATISTICS, **crawl)
    assert statistics == [1, 3]
    reached = {node.element_id for _, path in rows(driver, PICTURE, **crawl) for node in path.nodes}
    assert len(reached) == told["figures"]["found"]
    # Without its own properties, and each link between two pages once.
    [[leads, keys]] = rows(driver, "MATCH ()-[l:Lead]->() RETURN count(l), sum(size(keys(l)))")
    assert (leads, keys) == (links, 0)


def test_the_schema_has_the_documented_names(
    tmp_path: Path, on_neo4j: dict[str, str], driver: Driver
) -> None:
    assert run("keys", "create", "me", folder=tmp_path, **on_neo4j).returncode == 0

    indexes = {name for (name,) in rows(driver, "SHOW INDEXES YIELD name")}
    constraints = {name for (name,) in rows(driver, "SHOW CONSTRAINTS YIELD name")}
    assert len(NAMES) == 6
    assert set(NAMES) <= indexes
    assert "root_crawl_id" in constraints


def test_feeders_of_another_folder_join_those_of_the_server(
    site: SpawnedSite, tmp_path: Path, on_neo4j: dict[str, str], driver: Driver
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with (
        served(tmp_path, "--workers", "1", **on_neo4j) as server,
        feed(elsewhere, "--workers", "2", **on_neo4j),
        server.client() as client,
    ):
        wanted = {"url": site.address("/tree/"), "max_depth": 1, "delay_ms": 0}
        started = client.post("/api/v1/crawls", json=wanted).json()
        until = time.monotonic() + 60
        while client.get(f"/api/v1/crawls/{started['crawl_id']}").json()["status"] == "running":
            assert time.monotonic() < until
            time.sleep(0.1)
        scraped = client.post("/api/scrape", json={"url": site.address("/tree/")}).json()
        feeders = rows(driver, "MATCH (p:Process {role: 'feeder'}) RETURN count(p)")

    assert scraped["statusCode"] == 200
    assert feeders == [[3]]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"LEADLINE_NEO4J_PASSWORD": "hunter2"}, "LEADLINE_NEO4J_PASSWORD"),
        ({"LEADLINE_NEO4J_DATABASE": "nowhere"}, "LEADLINE_NEO4J_DATABASE"),
        ({"LEADLINE_STORE": "neo4j://127.0.0.1:1"}, "127.0.0.1:1"),
        ({"LEADLINE_STORE": "neo4j://me:hunter2@127.0.0.1"}, "LEADLINE_NEO4J_PASSWORD"),
        ({"LEADLINE_BODIES": "other"}, "LEADLINE_BODIES"),
    ],
)
@pytest.mark.parametrize("command", ["serve --port 0", "feeder --health-port 0"])
def test_what_cannot_be_used_is_one_sentence_at_the_start(
    tmp_path: Path, on_neo4j: dict[str, str], changes: dict[str, str], said: str, command: str
) -> None:
    assert run("keys", "create", "me", folder=tmp_path, **on_neo4j).returncode == 0

    ended = run(*command.split(), folder=tmp_path, **on_neo4j | changes)

    assert ended.returncode == 4
    assert ended.stdout == ""
    assert ended.stderr.startswith("leadline: ")
    assert ended.stderr.count("\n") == 1
    assert said in ended.stderr
    assert "hunter2" not in ended.stderr
