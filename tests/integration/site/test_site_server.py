"""The server itself: connections, bad requests, and its end."""

import asyncio
from collections.abc import Iterator

import pytest

from leadline.demo.messages import Ending, Raw, Reply, SiteAnswer, SiteRequest
from leadline.demo.server import SiteServer, serve
from leadline.demo.site import serve_demo
from leadsite import Site
from leadsite.asking import ask, say

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
CLOSING_GET = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def hello(_request: SiteRequest) -> SiteAnswer:
    return Reply(body=b"hello")


async def test_connection_serves_several_requests() -> None:
    async with serve(hello) as server:
        heard = await say(server.port, GET + GET + CLOSING_GET)

    assert heard.data.count(b"HTTP/1.1 200 OK") == 3


async def test_head_gets_the_length_but_no_body() -> None:
    async with serve(hello) as server:
        heard = await say(server.port, CLOSING_GET.replace(b"GET", b"HEAD"))

    assert heard.header("Content-Length") == "5"
    assert heard.body == b""


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", 405),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * 200_000, 431),
    ],
)
async def test_bad_request_is_refused_and_the_server_lives(
    request_bytes: bytes, status: int
) -> None:
    async with serve(hello) as server:
        refused = await say(server.port, request_bytes)
        afterwards = await ask(server.port, "/")

    assert refused.status == status
    assert not refused.was_reset
    assert afterwards.body == b"hello"


async def test_failing_handler_is_a_500(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_request: SiteRequest) -> SiteAnswer:
        raise ValueError("on purpose")

    async with serve(fail) as server:
        heard = await ask(server.port, "/")

    assert heard.status == 500
    assert caplog.messages == ["handler failed"]


async def test_client_that_hangs_up_ends_its_request() -> None:
    ended = asyncio.Event()

    def never(_request: SiteRequest) -> SiteAnswer:
        return Reply(delay_s=60)

    async with serve(never, watch=lambda _request: ended.set) as server:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(GET)
        writer.close()
        async with asyncio.timeout(5):
            await ended.wait()


async def test_endless_answer_stops_when_the_client_goes() -> None:
    ended = asyncio.Event()

    def parts() -> Iterator[bytes]:
        while True:
            yield b"x" * 1000

    async with serve(lambda _: Raw(parts()), watch=lambda _: ended.set) as server:
        await say(server.port, GET, enough_bytes=5000)
        async with asyncio.timeout(5):
            await ended.wait()


async def test_closing_breaks_off_what_is_under_way() -> None:
    async with serve(lambda _: Raw((b"half",), Ending.HOLD)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(GET)
        await reader.readexactly(4)

    assert await reader.read() == b""
    writer.close()


async def test_port_is_known_only_while_listening() -> None:
    with pytest.raises(RuntimeError, match="not listening"):
        _ = SiteServer(hello).port


async def test_demo_says_its_port_and_ends_when_cancelled() -> None:
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    demo = asyncio.create_task(serve_demo("127.0.0.1", 0, ready.set_result))
    heard = await ask(await ready, "/")
    demo.cancel()

    with pytest.raises(asyncio.CancelledError):
        await demo
    assert heard.status == 200
    assert b"Harrow" in heard.body


async def test_every_port_serves_every_host(site: Site) -> None:
    answers = [await ask(port, "/redirects/target", host) for port in site.ports for host in "ab"]

    assert [answer.status for answer in answers] == [200] * 4
