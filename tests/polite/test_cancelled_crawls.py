"""Crawls that are cancelled while their host does not answer: their requests end with them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from e2e.serving import served
from figures import Figure

SLOTS = 2
CRAWLS = 12


class SilentHost:
    """A host that never answers, and counts the connections on which a request is open."""

    def __init__(self) -> None:
        self.asked = self.open = self.most_open = 0
        self.address = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request, and wait for the client to close the connection."""
        await reader.readuntil(b"\r\n\r\n")
        self.asked += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        await reader.read()
        self.open -= 1
        writer.close()


@pytest.fixture
async def host() -> AsyncIterator[SilentHost]:
    host = SilentHost()
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0)
    host.address = "http://{}:{}/".format(*server.sockets[0].getsockname())
    async with server:
        yield host


async def until_asked(host: SilentHost, times: int) -> None:
    async with asyncio.timeout(30):
        while host.asked < times:  # noqa: ASYNC110 -- the host is another task
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("way", ["cancel", "delete"])
async def test_a_host_has_no_more_requests_open_than_its_slots_whatever_is_cancelled(
    tmp_path: Path, host: SilentHost, figure: Figure, way: str
) -> None:
    def end(client: httpx.Client, crawl: str) -> httpx.Response:
        place = f"/api/v1/crawls/{crawl}"
        return client.post(f"{place}/cancel") if way == "cancel" else client.delete(place)

    with served(tmp_path, "--workers", "2") as server, server.client() as client:
        for number in range(CRAWLS):
            body = {"url": f"{host.address}{number}", "respectRobots": False}
            started = await asyncio.to_thread(client.post, "/api/crawl", json=body)
            await until_asked(host, number + 1)
            ended = await asyncio.to_thread(end, client, started.json()["jobId"])
            assert ended.is_success
        async with asyncio.timeout(10):
            while host.open:  # noqa: ASYNC110 -- the host is another task
                await asyncio.sleep(0.02)

    figure(f"{CRAWLS} crawls of a silent host, {way}", f"{host.most_open} requests open at once")
    assert host.most_open <= SLOTS
