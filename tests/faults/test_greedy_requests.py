"""Requests that would take hours: bounded, and ended when their client or the server does."""

import json
import random
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from e2e.serving import Server, served
from figures import Figure
from peers.measuring import cpu_s

OK, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 200, 413, 422, 429
STALL_S = 0.1
QUICK_S = 3.0
STOP_S = 10.0


def greedy_test() -> bytes:
    """A scope test that would take 20 s, with patterns that are just within their budget."""
    chance = random.Random(3)
    patterns = [f"re:(.{{1,20}}a){{4}}z{number:03d}" for number in range(20)]
    addresses = ["http://h/" + "".join(chance.choices("ab", k=4_900)) for _ in range(200)]
    asked = {"url": "http://h/", "exclude": patterns, "addresses": addresses}
    return json.dumps(asked).encode()


def ask_and_leave(server: Server, body: bytes) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    head = (
        "POST /api/v1/scope-test HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(head.encode() + body)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(
        tmp_path, "--workers", "1", LEADLINE_DRAIN_S="0.2", LEADLINE_REQUEST_DRAIN_S="2"
    ) as it:
        yield it


UNKNOWN = ",".join(f'"{number:x}":1' for number in range(110_000))
MANY_VALUES = {
    "unknown fields": f"{{{UNKNOWN}}}",
    "headers that are none": f'{{"url": "http://h/", "headers": {{{UNKNOWN}}}}}',
    "empty lists": "[" + ",".join(["[]"] * 340_000) + "]",
}


@pytest.mark.parametrize("name", MANY_VALUES)
def test_a_body_of_many_values_is_rejected_before_it_is_read(
    server: Server, name: str, figure: Figure
) -> None:
    body = MANY_VALUES[name].encode()
    with server.client() as client:
        used_s, answer = cpu_of(
            server,
            lambda: client.post(
                "/api/v1/crawls", content=body, headers={"Content-Type": "application/json"}
            ),
        )

    figure(f"{len(body):,} bytes of {name}", f"{used_s:.3f} s of CPU")
    assert answer.status_code == TOO_LARGE
    assert answer.json()["detail"] == "a body may have up to 2,000 values"
    assert used_s < STALL_S


def test_commas_in_strings_are_no_values(server: Server) -> None:
    addresses = ["/" + r",[{\"\\" * 100] * 100
    with server.client() as client:
        asked = {"url": "http://h/", "addresses": addresses}
        assert client.post("/api/v1/scope-test", json=asked).status_code == OK


def test_a_query_of_many_parameters_is_rejected_before_it_is_read(
    server: Server, figure: Figure
) -> None:
    query = "&".join(f"{number:x}" for number in range(12_500))
    with server.client() as client:
        used_s, answer = cpu_of(server, lambda: client.get(f"/api/v1/crawls?{query}"))

    figure("12,500 unknown parameters", f"{used_s:.3f} s of CPU")
    assert answer.status_code == UNPROCESSABLE
    assert answer.json()["detail"] == "a query has at most 100 parameters"
    assert used_s < STALL_S


def cpu_of(server: Server, ask: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    """CPU that the server takes for a request, of five, and the last answer."""
    before = cpu_s([server.process.pid])
    answers = [ask() for _ in range(5)]
    return (cpu_s([server.process.pid]) - before) / len(answers), answers[-1]


def timed(client: httpx.Client, path: str) -> float:
    began = time.monotonic()
    assert client.get(path).status_code == OK
    return time.monotonic() - began


@pytest.mark.rerun(reason="threads that compute have to stop within 3 s")
def test_scope_tests_end_when_their_clients_leave(server: Server, figure: Figure) -> None:
    body = greedy_test()
    small = {"url": "http://h/", "exclude": ["/a*"], "addresses": ["/a", "/b"]}
    with server.client() as client:
        timed(client, "/openapi.json")
        for _ in range(6):
            ask_and_leave(server, body)
        took_s = timed(client, "/openapi.json")
        began = time.monotonic()
        while client.post("/api/v1/scope-test", json=small).status_code == TOO_MANY:
            assert time.monotonic() - began < QUICK_S
        again_s = time.monotonic() - began

    figure("six scope tests were left: /openapi.json", f"{took_s:.2f} s")
    figure("six scope tests were left: another one", f"{again_s:.2f} s")
    assert took_s < QUICK_S
    assert again_s < QUICK_S


def test_a_scope_test_that_takes_too_long_is_refused(server: Server) -> None:
    with server.client() as client:
        headers = {"Content-Type": "application/json"}
        answer = client.post("/api/v1/scope-test", content=greedy_test(), headers=headers)

    assert answer.status_code == UNPROCESSABLE
    assert "pattern" not in answer.json()["title"].lower()
    assert "too large" not in answer.json()["detail"]


def test_sigterm_ends_the_server_whatever_its_threads_do(server: Server, figure: Figure) -> None:
    body = greedy_test()
    for _ in range(4):
        ask_and_leave(server, body)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)

    assert server.process.wait(STOP_S) == 0
    figure("four scope tests were left: SIGTERM", f"{time.monotonic() - began:.2f} s")
