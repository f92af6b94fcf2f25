"""Requests that would take hours: bounded, and ended when their client or the server does."""

import json
import random
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from e2e.serving import Server, served
from figures import Figure

OK, TOO_MANY, UNPROCESSABLE = 200, 429, 422
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


def timed(client: httpx.Client, path: str) -> float:
    began = time.monotonic()
    assert client.get(path).status_code == OK
    return time.monotonic() - began


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
