"""`leadline serve`: what is true of all routes, and of its start and end."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import websocket

from e2e.commands import LEADLINE, NO_DNS, run
from e2e.serving import Server, descendants, served, starting, wait_for
from e2e.streams import socket_of
from leadline.client import Leadline
from leadsite import SpawnedSite

OPEN = ("/health", "/healthz", "/readyz")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, with no key."""
    with served(tmp_path_factory.mktemp("served"), "--workers", "1") as server:
        yield server


def test_a_crawl_is_begun_by_its_root_and_runs_to_its_end(
    server: Server, site: SpawnedSite
) -> None:
    with server.client() as client, Leadline(server.url) as leadline:
        begun = client.post(
            "/api/v1/crawls", json={"url": site.address("/"), "max_depth": 1, "delay_ms": 0}
        )
        progress = begun.json()
        over = leadline.existing(progress["crawl_id"]).wait(60)

    assert begun.status_code == 201
    assert begun.headers["location"] == f"/api/v1/crawls/{progress['crawl_id']}"
    assert progress["fetched"] >= 1
    assert over.status == "completed"
    assert over.requested_depth == 2


def test_a_root_that_cannot_be_fetched_is_told_and_leaves_nothing(
    server: Server, site: SpawnedSite
) -> None:
    nobody = f"http://127.0.0.1:{site.refused_port}/"
    with server.client() as client:
        before = client.get("/api/v1/crawls").json()
        refused = client.post("/api/v1/crawls", json={"url": "http://10.0.0.1/"})
        gone = client.post("/api/v1/crawls", json={"url": nobody})
        after = client.get("/api/v1/crawls").json()

    assert refused.status_code == 422
    assert refused.json()["type"] == "urn:leadline:problem:refused-by-address"
    assert gone.status_code == 502
    assert gone.headers["content-type"] == "application/problem+json"
    assert before == after


def test_one_key_makes_one_crawl(server: Server, site: SpawnedSite) -> None:
    asked = {"url": site.address("/"), "max_depth": 0}
    key = {"Idempotency-Key": "once"}
    with server.client() as client:
        first = client.post("/api/v1/crawls", json=asked, headers=key)
        again = client.post("/api/v1/crawls", json=asked, headers=key)
        other = client.post("/api/v1/crawls", json=asked | {"max_depth": 1}, headers=key)

    assert first.status_code == again.status_code == 201
    assert first.json()["crawl_id"] == again.json()["crawl_id"]
    assert other.status_code == 422


@pytest.mark.parametrize(
    ("headers", "size", "status"),
    [
        ({"Host": "rebound.example"}, 2, 403),
        ({"Origin": "http://other.example"}, 2, 403),
        ({"Origin": "http://127.0.0.1:1"}, 2, 403),
        ({"Content-Type": "text/plain"}, 2, 415),
        ({"Content-Type": "application/json"}, 2 * 1024**2, 413),
    ],
)
def test_what_does_not_belong_here_stays_out(
    server: Server, headers: dict[str, str], size: int, status: int
) -> None:
    with server.client() as client:
        answer = client.post("/api/v1/crawls", content=b" " * size, headers=headers)

    assert answer.status_code == status
    assert answer.json()["status"] == status


def test_a_wrong_method_is_told_the_right_ones(server: Server) -> None:
    with server.client() as client:
        answer = client.put("/api/v1/crawls/any", json={})

    assert answer.status_code == 405
    assert answer.headers["allow"] == "DELETE, GET, PATCH"


def test_a_body_of_unknown_length_ends_at_the_limit(server: Server) -> None:
    pieces = iter([b" " * 65_536] * 32)
    with server.client() as client:
        answer = client.post(
            "/api/v1/crawls", content=pieces, headers={"Content-Type": "application/json"}
        )

    assert answer.status_code == 413


def test_with_a_key_nothing_is_open_but_health_and_documentation(tmp_path: Path) -> None:
    made = run("keys", "create", "test", folder=tmp_path)
    key = made.stdout.strip()
    with served(tmp_path, "--workers", "1") as server:
        with server.client() as stranger:
            for path in (*OPEN, "/docs", "/openapi.json", "/"):
                assert stranger.get(path).status_code == 200, path
            assert stranger.get("/api/v1/crawls").status_code == 401
            assert stranger.get("/api/anything").status_code == 401
        with server.client(key) as owner:
            assert owner.get("/api/v1/crawls").status_code == 200


def test_a_wrong_key_is_told_from_none(tmp_path: Path) -> None:
    run("keys", "create", "test", folder=tmp_path)
    with (
        served(tmp_path, "--workers", "1") as server,
        server.client() as stranger,
        server.client("ll_of_another_server") as wrong,
    ):
        told = [each.get("/api/v1/crawls") for each in (stranger, wrong)]

    assert [each.status_code for each in told] == [401, 401]
    assert "an API key is needed" in told[0].json()["detail"]
    assert "does not know this API key" in told[1].json()["detail"]
    assert "`leadline keys create NAME` makes one" in told[1].json()["detail"]


def test_the_documentation_runs_no_script_but_its_own_and_takes_keys(server: Server) -> None:
    with server.client() as client:
        page = client.get("/docs")
        scripts = re.findall(r'<script src="([^"]+)"></script>', page.text)
        answers = [client.get(script) for script in scripts]
        document = client.get("/openapi.json").json()

    policy = page.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert page.text.count("<script") == len(scripts) == 2
    assert {each.headers["content-type"] for each in answers} == {"text/javascript; charset=utf-8"}
    assert "SwaggerUIBundle(" in answers[1].text
    scheme = document["components"]["securitySchemes"]["key"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert {"key": []} in document["security"]
    assert document["paths"]["/readyz"]["get"]["security"] == []


def test_of_many_problems_the_first_ten_are_listed(server: Server) -> None:
    asked = {"url": "http://h/", "addresses": []} | {f"a{number}": 1 for number in range(1_500)}
    with server.client() as client:
        answer = client.post("/api/v1/scope-test", json=asked)

    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == 10
    assert "1,500 problems in all" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/crawls", {"url": "http://u:S3CRET@h.example/"}),
        ("/api/crawl", {"startUrl": "http://u:S3CRET@h.example/"}),
        ("/api/scrape", {"url": "http://u:S3CRET@h.example/"}),
        ("/api/scrape/batch", {"urls": ["http://u:S3CRET@h.example/"]}),
    ],
)
def test_names_and_passwords_in_a_url_are_refused(server: Server, path: str, body: object) -> None:
    with server.client() as client:
        answer = client.post(path, json=body)

    told = answer.json()
    problem = told["results"][0]["error"] if "results" in told else told
    assert problem["status"] == 422
    assert "Authorization" in problem["detail"]
    assert "S3CRET" not in problem["detail"]


def test_no_route_and_no_socket_is_open_without_the_key(tmp_path: Path) -> None:
    run("keys", "create", "test", folder=tmp_path)
    with served(tmp_path, "--workers", "1") as server, server.client() as stranger:
        routes = stranger.get("/openapi.json").json()["paths"]
        statuses = {
            (method, path): stranger.request(method.upper(), path, json={}).status_code
            for path, methods in routes.items()
            for method in methods
            if path not in OPEN
        }
        with (
            pytest.raises(websocket.WebSocketBadStatusException, match="401"),
            socket_of(server, "any"),
        ):
            pass

    assert len(statuses) > 30
    assert {route: status for route, status in statuses.items() if status != 401} == {}


def test_when_the_last_key_is_revoked_others_stay_out(tmp_path: Path) -> None:
    made = json.loads(run("keys", "create", "test", "--json", folder=tmp_path).stdout)
    with (
        served(tmp_path, "--workers", "1", "--host", "0.0.0.0") as server,
        server.client(made["key"]) as client,
    ):
        before = client.get("/api/v1/crawls").status_code
        run("keys", "revoke", made["id"], folder=tmp_path)
        while (after := client.get("/api/v1/crawls").status_code) == 200:
            time.sleep(0.02)

    assert (before, after) == (200, 401)


def test_who_watches_over_it_may_call_it_by_any_address(server: Server) -> None:
    with server.client() as client:
        for path in OPEN:
            assert client.get(path, headers={"Host": "10.1.2.3:8080"}).status_code == 200, path


@pytest.mark.rerun(reason="the first request has to arrive before the feeder has started")
def test_it_says_what_it_lacks(tmp_path: Path, site: SpawnedSite) -> None:
    asked = {"url": site.address("/"), "max_depth": 0}
    with starting(tmp_path, "--workers", "1") as server, server.client() as client:
        alone = client.get("/readyz")
        wait_for(server, "/readyz")
        (tmp_path / "leadline.db").write_text("this is not a store\n" * 1_000)
        while (broken := client.get("/readyz")).status_code == 200:
            time.sleep(0.02)
        refused = client.post("/api/v1/crawls", json=asked)
        alive = client.get("/healthz")

    assert alone.json()["missing"] == ["no feeder is running: start one with `leadline feeder`"]
    assert "the store does not answer" in broken.json()["missing"][0]
    assert refused.status_code == broken.status_code == 503
    assert int(refused.headers["retry-after"]) > 0
    assert alive.status_code == 200


def test_more_crawls_than_may_run_are_told_to_come_again(tmp_path: Path, site: SpawnedSite) -> None:
    asked = {"url": site.address("/tree/"), "delay_ms": 10_000}
    one = {"LEADLINE_MAX_RUNNING_CRAWLS": "1"}
    with served(tmp_path, "--workers", "1", **one) as server, server.client() as client:
        first = client.post("/api/v1/crawls", json=asked)
        crawl = client.post("/api/v1/crawls", json=asked)
        job = client.post("/api/crawl", json={"startUrl": asked["url"]})
        client.post(f"/api/v1/crawls/{first.json()['crawl_id']}/cancel")
        later = client.post("/api/crawl", json={"startUrl": asked["url"]})

    assert (first.status_code, later.status_code) == (201, 202)
    for refused in (crawl, job):
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0


def test_without_a_key_only_this_machine_is_served(tmp_path: Path) -> None:
    refused = run("serve", "--host", "0.0.0.0", "--port", "0", folder=tmp_path)

    assert refused.returncode == 2
    assert "leadline keys create" in refused.stderr


def test_sigterm_ends_it_with_all_its_processes(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "2") as server:
        session = descendants(server.process.pid)
        server.process.send_signal(signal.SIGTERM)

        assert server.process.wait(30) == 0

    assert len(session) >= 3
    assert [pid for pid in session if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.parametrize(("path", "status"), [("/slow/first-byte", 200), ("/slow/silent", 503)])
def test_sigterm_answers_what_was_asked_or_says_when_to_ask_again(
    tmp_path: Path, site: SpawnedSite, path: str, status: int
) -> None:
    asked = {"url": site.address(path), "timeout": 30_000, "respectRobots": False}
    with (
        served(
            tmp_path, "--workers", "1", LEADLINE_DRAIN_S="0.1", LEADLINE_REQUEST_DRAIN_S="5"
        ) as server,
        server.client() as client,
        ThreadPoolExecutor() as threads,
    ):
        answer = threads.submit(client.post, "/api/scrape", json=asked)
        while not site.visits():
            time.sleep(0.02)
        server.process.send_signal(signal.SIGTERM)

        assert answer.result().status_code == status
        assert ("retry-after" in answer.result().headers) == (status == 503)
        assert server.process.wait(30) == 0


def test_sigterm_ends_it_cleanly_as_soon_as_its_port_is_open(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [LEADLINE, "serve", "--port", str(port)], stdout=subprocess.DEVNULL, cwd=tmp_path
    )
    while True:
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port)).close()
            break
    process.send_signal(signal.SIGTERM)

    assert process.wait(30) == 0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_it_logs_what_becomes_of_crawls_and_each_request_when_asked_to(
    tmp_path: Path, site: SpawnedSite
) -> None:
    asked = {"url": site.address("/tree/"), "scope": "subpath", "max_pages": 2, "delay_ms": 0}
    with (
        served(tmp_path, "--workers", "1", "--access-log", LEADLINE_DRAIN_S="0.2") as server,
        server.client() as client,
    ):
        crawl = client.post("/api/v1/crawls?a=secret", json=asked).json()["crawl_id"]
        log = tmp_path / "log.txt"
        while "crawl ended" not in log.read_text():
            time.sleep(0.05)

    lines = log.read_text().splitlines()
    [begun] = [line for line in lines if "crawl started" in line]
    [ended] = [line for line in lines if "crawl ended" in line]
    assert re.match(rf"\S+Z INFO crawl started crawl_id={crawl} host=\S+:\d+$", begun)
    assert f"INFO crawl ended crawl_id={crawl} status=completed found=21 fetched=2 " in ended
    assert any("method=POST path=/api/v1/crawls status=201" in line for line in lines)
    assert "secret" not in log.read_text()


def test_what_is_logged_can_be_less(tmp_path: Path, site: SpawnedSite) -> None:
    asked = {"url": site.address("/tree/"), "scope": "subpath", "max_pages": 1, "delay_ms": 0}
    with (
        served(tmp_path, "--workers", "1", "--log-level", "warning") as server,
        server.client() as client,
    ):
        crawl = client.post("/api/v1/crawls", json=asked).json()["crawl_id"]
        while client.get(f"/api/v1/crawls/{crawl}").json()["status"] == "running":
            time.sleep(0.05)

    assert (tmp_path / "log.txt").read_text() == ""


def test_it_tells_what_holds_where_nothing_is_said(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--workers", "1", "--demo-url", "http://demo.example/") as server,
        server.client() as client,
    ):
        about = client.get("/api/v1/about").json()

    assert about["demo_url"] == "http://demo.example/"
    assert about["defaults"]["delay_ms"] == 100
    assert about["defaults"]["max_depth"] == 3


@pytest.mark.parametrize("command", ["serve", "demo-site"])
def test_a_port_that_is_taken_is_told(tmp_path: Path, server: Server, command: str) -> None:
    port = server.url.rpartition(":")[2]
    said = subprocess.run(
        [LEADLINE, command, "--port", port],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env=os.environ | NO_DNS,
    )

    assert said.returncode == 2
    taken = f"cannot listen on 127.0.0.1:{port}: Address already in use; try --port 0"
    assert said.stderr == f"leadline: {taken}\n"
