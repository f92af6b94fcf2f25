"""The request log: what it notes, what it computes, and that it crosses processes."""

import asyncio
import os
import signal
from pathlib import Path

from leadsite import (
    OTHER,
    WWW,
    Options,
    Site,
    Visit,
    max_open,
    read_log,
    running_site,
    smallest_gap_ns,
    spawned_site,
)
from leadsite.asking import ask, say


def visit(number: int, started_ns: int, ended_ns: int | None, host: str = WWW) -> Visit:
    return Visit(number, started_ns, ended_ns, "GET", host, 80, "/", "", 1)


def test_most_at_once_counts_overlaps_and_not_touches() -> None:
    visits = [visit(1, 0, 10), visit(2, 5, 20), visit(3, 10, 30), visit(4, 6, 7, OTHER)]

    assert max_open(visits) == {f"{WWW}:80": 2, f"{OTHER}:80": 1}


def test_unended_request_stays_open() -> None:
    assert max_open([visit(1, 0, None), visit(2, 100, 200)]) == {f"{WWW}:80": 2}


def test_smallest_gap_is_between_starts_of_one_host() -> None:
    visits = [visit(1, 0, 50), visit(2, 100, 150), visit(3, 130, 140), visit(4, 131, 140, OTHER)]

    assert smallest_gap_ns(visits) == {f"{WWW}:80": 30}


async def test_log_notes_who_asked_for_what(site: Site) -> None:
    request = b"GET /tree/?a=1 HTTP/1.1\r\nHost: %s\r\nUser-Agent: me\r\nConnection: close\r\n\r\n"
    await say(site.ports[1], request % WWW.encode())

    [noted] = site.log.visits
    assert (noted.host, noted.port, noted.target) == (WWW, site.ports[1], "/tree/?a=1")
    assert (noted.path, noted.user_agent) == ("/tree/", "me")
    assert noted.ended_ns is not None
    assert noted.started_ns < noted.ended_ns


async def test_connections_are_told_apart(site: Site) -> None:
    get = b"GET /tree/ HTTP/1.1\r\nHost: a\r\n"
    await say(site.port, get + b"\r\n" + get + b"Connection: close\r\n\r\n")
    await ask(site.port, "/tree/")

    first, second, third = [visit.connection for visit in site.log.visits]
    assert first == second != third


async def test_requests_at_once_are_seen_as_such(site: Site) -> None:
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(ask(site.port, "/slow/first-byte"))

    assert max_open(site.log.visits) == {f"{WWW}:{site.port}": 3}


async def test_latency_makes_any_overlap_visible() -> None:
    async with running_site(Options(latency_s=0.02)) as site, asyncio.TaskGroup() as group:
        for number in range(3):
            group.create_task(ask(site.port, f"/tree/{number}/"))

    assert max_open(site.log.visits) == {f"{WWW}:{site.port}": 3}


async def test_requests_in_turn_never_overlap(site: Site) -> None:
    for _ in range(20):
        await ask(site.port, "/tree/")

    assert max_open(site.log.visits) == {f"{WWW}:{site.port}": 1}


async def test_reset_forgets(site: Site) -> None:
    await ask(site.port, "/status/recovers-2")
    site.reset()

    assert site.log.visits == []
    assert (await ask(site.port, "/status/recovers-2")).status == 500


async def test_file_holds_the_same_visits(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with path.open("w") as file:
        async with running_site(log_file=file) as site:
            await ask(site.port, "/tree/")
            await ask(site.port, "/status/404")

    assert read_log(path) == site.log.visits


def test_line_being_written_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"id": 1, "sta')

    assert read_log(path) == []


async def test_own_process_logs_and_ends_with_its_input(tmp_path: Path) -> None:
    path, two_ports = tmp_path / "log.jsonl", ("--port", "0", "--port", "0")
    async with spawned_site(path, *two_ports, "--latency-s", "0.01") as spawned:
        answers = [await ask(port, "/tree/") for port in spawned.ports]
        visits = spawned.visits()

    assert [answer.status for answer in answers] == [200, 200]
    assert [visit.port for visit in visits] == list(spawned.ports)


async def test_own_process_ends_on_sigterm(tmp_path: Path) -> None:
    async with spawned_site(tmp_path / "log.jsonl") as spawned:
        reader, writer = await asyncio.open_connection("127.0.0.1", spawned.port)
        os.kill(spawned.pid, signal.SIGTERM)

        assert await reader.read() == b""
        writer.close()
