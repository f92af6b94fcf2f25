"""Listening to a crawl: its WebSocket, and its events."""

import asyncio
import contextlib
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from e2e.commands import run
from e2e.serving import Server, served
from e2e.streams import Event, events, messages, socket_of
from figures import Figure
from leadline import bootstrap
from leadline.domain.crawls import CrawlId
from leadline.settings import Settings
from leadsite import SpawnedSite
from leadsite.sections.tree import ROOT
from peers.measuring import rss
from synthetic_crawl import SyntheticCrawl

BY_THE_CLOCK = {"duration_s", "pages_per_s"}
MANY = 5_000
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, with no key, and a crawl that is too large to be sent at once."""
    folder = tmp_path_factory.mktemp("live")
    asyncio.run(_store_many(folder))
    with served(folder, "--workers", "1") as server:
        yield server


async def _store_many(folder: Path) -> None:
    store = bootstrap.open_store(Settings(store=f"sqlite:///{folder}/leadline.db"))
    crawl = SyntheticCrawl("many", MANY, links=10)
    await crawl.create(store)
    await crawl.fill(store)
    await store.aclose()


def begun(server: Server, site: SpawnedSite, delay_ms: int) -> str:
    """A crawl of some 400 pages, which runs."""
    asked = {"url": site.address(ROOT), "max_depth": 8, "delay_ms": delay_ms}
    with server.client() as client:
        crawl: str = client.post("/api/v1/crawls", json=asked).json()["crawl_id"]
        return crawl


def told(server: Server, crawl: str, action: str = "") -> dict[str, Any]:
    """What the server says of a crawl, when something was done with it."""
    with server.client() as client:
        if action:
            assert client.post(f"/api/v1/crawls/{crawl}/{action}").status_code == 200
        progress: dict[str, Any] = client.get(f"/api/v1/crawls/{crawl}").json()
        return progress


def heard(server: Server, crawl: str, **options: Any) -> list[Event]:
    """The events of a crawl, to their end."""
    with (
        server.client() as client,
        client.stream("GET", f"/api/v1/crawls/{crawl}/events", **options) as answer,
    ):
        assert answer.status_code == 200
        return list(events(answer))


def without_clock(progress: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in progress.items() if name not in BY_THE_CLOCK}


@pytest.mark.rerun(reason="the first message has to arrive within 0.5 s")
def test_a_socket_tells_at_once_then_on_change_and_at_last_how_it_ended(
    server: Server, site: SpawnedSite
) -> None:
    crawl = begun(server, site, delay_ms=20)
    seen, times = [], [time.monotonic()]
    with socket_of(server, crawl) as listening:
        for message in messages(listening):
            seen.append(message)
            times.append(time.monotonic())
            if len(seen) == 4:
                told(server, crawl, "cancel")
    *running, last, code = seen

    assert times[1] - times[0] < 0.5
    assert all(0.9 < after - before < 2 for before, after in itertools.pairwise(times[1:-2]))
    seqs = [message["seq"] for message in running if isinstance(message, dict)]
    assert len(running) >= 4
    assert seqs[:4] == sorted(set(seqs[:4]))
    assert code == 1000
    assert isinstance(last, dict)
    assert last["status"] == "cancelled"
    # All is accounted for by then.
    assert last["pending"] == last["in_progress"] == 0
    assert last == told(server, crawl)


@pytest.mark.rerun(reason="messages are 2 s apart, and may be late by less than that")
def test_a_socket_tells_every_two_seconds_when_nothing_changes(
    server: Server, site: SpawnedSite
) -> None:
    crawl = begun(server, site, delay_ms=1_000)
    told(server, crawl, "pause")
    with socket_of(server, crawl) as listening:
        arriving = messages(listening)
        first = next(arriving)
        before = time.monotonic()
        second, third = next(arriving), next(arriving)
        after = time.monotonic()
    now = told(server, crawl)
    told(server, crawl, "cancel")

    assert 2 < after - before < 4
    for message in (first, second, third):
        assert isinstance(message, dict)
        assert without_clock(message) == without_clock(now)


def test_what_is_not_there_is_told_and_the_socket_closed(server: Server) -> None:
    with socket_of(server, "nothing") as listening:
        assert list(messages(listening)) == [{"error": "Crawl not found"}, 1000]
    with server.client() as client:
        assert client.get("/api/v1/crawls/nothing/events").status_code == 404


def test_a_crawl_that_is_deleted_leaves_nobody_waiting(server: Server, site: SpawnedSite) -> None:
    crawl = begun(server, site, delay_ms=1_000)
    told(server, crawl, "pause")
    with socket_of(server, crawl) as listening, server.client() as client:
        arriving = messages(listening)
        next(arriving)
        with client.stream("GET", f"/api/v1/crawls/{crawl}/events") as answer:
            streaming = events(answer)
            next(streaming)
            with server.client() as other:
                assert other.delete(f"/api/v1/crawls/{crawl}").status_code == 204
            *_, end = streaming
        *_, last, code = arriving

    # It is cancelled before it is removed, which may be noticed first.
    over = [{"error": "Crawl not found"}, "cancelled"]
    assert code == 1000
    assert isinstance(last, dict)
    assert last in over or last["status"] in over
    assert end.name == "end"
    assert end.data in over or end.data["status"] in over


def test_what_listeners_send_is_ignored_and_has_a_limit(server: Server, site: SpawnedSite) -> None:
    crawl = begun(server, site, delay_ms=1_000)
    told(server, crawl, "pause")
    with socket_of(server, crawl) as talking, socket_of(server, crawl) as shouting:
        for _ in range(20):
            talking.send("hello?")
        shouting.send("x" * 100_000)
        arriving = messages(talking)
        assert all(isinstance(next(arriving), dict) for _ in range(3))
        # What was not read of it may break the connection before the code arrives.
        with contextlib.suppress(ConnectionError, websocket.WebSocketConnectionClosedException):
            *_, code = messages(shouting)
            assert code == 1009
    with socket_of(server, crawl) as flooding:
        for _ in range(100):
            flooding.send("hello?")
        *_, code = messages(flooding)
        assert code == 1008
    told(server, crawl, "cancel")
    assert "Traceback" not in (server.folder / "log.txt").read_text()


def answered(server: Server, query: str = "", **options: Any) -> int:
    """The status of the answer to who wants to listen."""
    try:
        with socket_of(server, "many", query, **options):
            return 101
    except websocket.WebSocketBadStatusException as refused:
        return int(refused.status_code)


def test_pages_of_other_origins_may_not_listen(server: Server) -> None:
    assert answered(server, origin="http://other.example") == 403
    assert answered(server, origin="http://127.0.0.1:1") == 403
    assert answered(server, origin="null") == 403
    assert answered(server, origin=server.url) == 101


def test_who_has_no_key_needs_a_ticket_which_lets_in_once(tmp_path: Path) -> None:
    key = run("keys", "create", "test", folder=tmp_path).stdout.strip()
    path = "/api/v1/crawls/nothing/events"
    with served(tmp_path, "--workers", "1") as server, server.client() as stranger:
        with server.client(key) as owner:
            assert owner.get(path).status_code == 404
            one, other, third = (owner.post("/api/v1/tickets").json()["ticket"] for _ in "abc")

        assert answered(server) == 401
        assert answered(server, "?ticket=invented") == 401
        assert stranger.get("/api/v1/crawls", params={"ticket": one}).status_code == 401
        assert answered(server, f"?ticket={one}") == 101
        assert answered(server, f"?ticket={one}") == 401
        assert answered(server, header=[f"Authorization: Bearer {key}"]) == 101
        assert stranger.get(path).status_code == 401
        assert stranger.get(path, params={"ticket": other}).status_code == 404
        assert stranger.get(path, params={"ticket": other}).status_code == 401
        export = "/api/v1/crawls/nothing/export"
        assert stranger.get(export, params={"ticket": third}).status_code == 404
        assert stranger.get(export, params={"ticket": third}).status_code == 401


def test_events_have_progress_and_each_page_once_also_after_a_break(
    server: Server, site: SpawnedSite
) -> None:
    crawl = begun(server, site, delay_ms=5)
    path = f"/api/v1/crawls/{crawl}/events"
    before: list[Event] = []
    with server.client() as client, client.stream("GET", path, params={"after": 0}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for event in events(answer):
            before.append(event)
            if sum(each.name == "pages" for each in before) == 2:
                break
    [place] = [each.id for each in before[-1:]]
    after = heard(server, crawl, params={"after": 0}, headers={"Last-Event-ID": str(place)})
    pages = [
        page for event in before + after if event.name == "pages" for page in event.data["items"]
    ]

    assert [event.id for event in before[:1]] == [0]
    assert before[0].name == "progress"
    assert [event.name for event in after].count("end") == 1
    assert after[-1].name == "end"
    assert after[-1].data == told(server, crawl)
    assert [(page["seq"], page["id"]) for page in pages] == ended(server, crawl)
    moved = next(page for page in pages if page["url"].endswith("/moved/0"))
    assert moved["status"] == 301
    assert moved["redirected_to"].startswith(site.address(ROOT))
    assert {page["id"] for page in pages} >= {
        page["found_on"] for page in pages if page["found_by"] == "link"
    }


def ended(server: Server, crawl: str) -> list[tuple[int | None, str]]:
    """All pages of a crawl that ended, in that order, from the store itself."""

    async def read() -> list[tuple[int | None, str]]:
        reader = bootstrap.open_reader(Settings(store=f"sqlite:///{server.folder}/leadline.db"))
        pages = await reader.ended_pages(CrawlId(crawl), 10_000)
        await reader.aclose()
        return [(page.seq, str(page.id)) for page in pages]

    return asyncio.run(read())


def test_events_begin_now_if_no_place_is_given_and_catch_up_in_pieces(server: Server) -> None:
    assert [event.name for event in heard(server, "many")] == ["end"]

    caught_up = [
        event for event in heard(server, "many", params={"after": 0}) if event.name == "pages"
    ]
    seqs = [page["seq"] for event in caught_up for page in event.data["items"]]
    assert seqs == list(range(1, MANY + 1))
    assert max(len(event.data["items"]) for event in caught_up) == 200
    assert all(
        event.id == event.data["seq"] == event.data["items"][-1]["seq"] for event in caught_up
    )


def test_a_place_that_is_none_is_refused(server: Server) -> None:
    with server.client() as client:
        for options in ({"params": {"after": -1}}, {"headers": {"Last-Event-ID": "x"}}):
            answer = client.get("/api/v1/crawls/many/events", **options)
            assert answer.status_code == 422


@pytest.mark.parametrize("language", ["sh", "python"])
def test_the_examples_of_the_reference_work(server: Server, language: str) -> None:
    reference = Path(__file__).parents[2] / "docs" / "reference" / "api-live.md"
    [example] = re.findall(rf"```{language}\n(.*?)```", reference.read_text(), re.DOTALL)
    example = example.replace("127.0.0.1:8080", server.url.removeprefix("http://"))
    command = {"sh": ["sh", "-c"], "python": [sys.executable, "-c"]}[language]
    said = subprocess.run(
        [*command, example],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"CRAWL": "many"},
    ).stdout.splitlines()

    if language == "sh":
        assert said[:2] == ["id: 0", "event: progress"]
        assert said[-3] == "event: end"
    else:
        assert said == [f"completed {MANY} of {MANY}"]


@contextlib.contextmanager
def unread(server: Server, path: str) -> Iterator[None]:
    """A request whose answer nobody reads but for its first byte, with little room on the way."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(20)
        connection.connect((host, int(port)))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert connection.recv(1)
        yield


def test_who_does_not_read_costs_no_memory(server: Server, figure: Figure) -> None:
    whole = sum(len(str(event.data)) for event in heard(server, "many", params={"after": 0}))
    before = rss(server.process.pid)
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(unread(server, "/api/v1/crawls/many/events?after=0"))
        # Who reads gets everything meanwhile, more than once.
        for _ in range(2):
            heard(server, "many", params={"after": 0})
        grown = rss(server.process.pid) - before

    figure("memory for 20 who do not read", f"{grown / MIB:.1f} MiB of {20 * whole / MIB:.0f}")
    assert grown < 20 * whole / 4


@pytest.mark.rerun(reason="the server has to close connections within 2 s")
def test_sigterm_lets_listeners_go_at_once(tmp_path: Path, site: SpawnedSite) -> None:
    with served(tmp_path, "--workers", "1") as server:
        crawl = begun(server, site, delay_ms=1_000)
        told(server, crawl, "pause")
        path = f"/api/v1/crawls/{crawl}/events"
        with (
            socket_of(server, crawl) as listening,
            server.client() as client,
            client.stream("GET", path) as answer,
        ):
            arriving, streaming = messages(listening), events(answer)
            next(arriving), next(streaming)
            server.process.send_signal(signal.SIGTERM)
            asked_at = time.monotonic()
            *_, code = arriving
            last = [event.name for event in streaming]
            took_s = time.monotonic() - asked_at

        assert server.process.wait(30) == 0

    assert code in {1001, 1012}
    assert "end" not in last
    # Requests have five seconds.
    assert took_s < 2
