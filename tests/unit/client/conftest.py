"""A server that answers what a test tells it to, and the client in both of its forms."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from leadline.client import AsyncLeadline, Leadline, Progress
from leadline.client.events import Event
from leadline.client.transport import asking
from leadline.demo.messages import Ending, Raw, Reply, SiteAnswer, SiteRequest, parse_request

PROGRESS = b"""{"crawl_id": "c", "status": "completed", "total": 1, "completed": 1, "pending": 0,
"in_progress": 0, "failed": 0, "root_url": "http://x", "requested_depth": 2, "later": "unknown"}"""
GOOD = Reply(headers=(("Content-Type", "application/json"),), body=PROGRESS)
BREAKS = Raw([b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"], Ending.RESET)


@dataclass
class Script:
    """Answers, one after the other, and what was asked."""

    url: str
    answers: list[SiteAnswer]
    asked: list[SiteRequest] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        """The idempotency keys of what was asked."""
        return [request.headers.get("idempotency-key", "") for request in self.asked]


@asynccontextmanager
async def scripted(*answers: SiteAnswer) -> AsyncIterator[Script]:
    """A server that gives these answers, each to one connection."""
    script = Script("", list(answers))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        request = parse_request(head, 0, 0)
        assert request is not None
        await reader.readexactly(int(request.headers.get("content-length", "0")))
        script.asked.append(request)
        given = script.answers.pop(0)
        if isinstance(given, Reply):
            whole = replace(given, headers=(*given.headers, ("Connection", "close")))
            given = Raw([whole.head(), whole.body])
        writer.writelines(given.parts)
        await writer.drain()
        if given.ending is Ending.RESET:
            writer.transport.abort()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        script.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield script


@dataclass(frozen=True)
class Client:
    """One of the two clients."""

    begin: Callable[[str], Awaitable[str]]
    progress: Callable[[str], Awaitable[Progress]]
    cancel: Callable[[str], Awaitable[Progress]]
    events: Callable[[str], Awaitable[list[Event]]]


async def _begin(url: str) -> str:
    async with AsyncLeadline(url) as leadline:
        return (await leadline.crawl("http://x/")).id


async def _progress(url: str) -> Progress:
    async with AsyncLeadline(url) as leadline:
        return await (await leadline.existing("c")).progress()


async def _cancel(url: str) -> Progress:
    async with AsyncLeadline(url) as leadline:
        return await (await leadline.existing("c")).cancel()


async def _events(url: str) -> list[Event]:
    async with AsyncLeadline(url) as leadline:
        return [event async for event in (await leadline.existing("c")).events()]


def _begin_waiting(url: str) -> str:
    with Leadline(url) as leadline:
        return leadline.crawl("http://x/").id


def _progress_waiting(url: str) -> Progress:
    with Leadline(url) as leadline:
        return leadline.existing("c").progress()


def _cancel_waiting(url: str) -> Progress:
    with Leadline(url) as leadline:
        return leadline.existing("c").cancel()


def _events_waiting(url: str) -> list[Event]:
    with Leadline(url) as leadline:
        return list(leadline.existing("c").events())


CLIENTS = {
    "async": Client(_begin, _progress, _cancel, _events),
    "sync": Client(
        lambda url: asyncio.to_thread(_begin_waiting, url),
        lambda url: asyncio.to_thread(_progress_waiting, url),
        lambda url: asyncio.to_thread(_cancel_waiting, url),
        lambda url: asyncio.to_thread(_events_waiting, url),
    ),
}


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Waits little between attempts, and knows nothing from the environment."""
    monkeypatch.setattr(asking, "_FIRST_PAUSE_S", 0.001)
    monkeypatch.delenv("LEADLINE_API_KEY", raising=False)
    name: str = request.param
    return CLIENTS[name]
