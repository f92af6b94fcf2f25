"""What goes wrong with libcurl when it is not watched: pins, pools, cancelling, cookies."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator

import pytest

from dns_server import DnsServer, a, records
from fetching import get, open_fetcher, request
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Response
from leadline.fetch.http import CurlFetcher
from leadsite import Site, running_site

ONE = "127.0.0.1"
TWO = "127.0.0.2"


async def requests(site: Site, count: int) -> None:
    """Wait until that many requests have arrived."""
    while len(site.log.visits) < count:  # noqa: ASYNC110 -- the site cannot tell
        await asyncio.sleep(0)


async def test_cancelling_ends_the_transfer_and_leaves_nothing_behind(
    fetcher: CurlFetcher, site: Site
) -> None:
    for _ in range(20):
        task = asyncio.create_task(get(fetcher, site.address("/slow/silent")))
        await requests(site, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        site.reset()

    assert fetcher._loop.open_transfers == 0
    assert (await get(fetcher, site.address("/tree/"))).status == 200


async def test_cancelling_many_at_once_does_not_disturb_the_others(
    fetcher: CurlFetcher, site: Site
) -> None:
    doomed = [asyncio.create_task(get(fetcher, site.address("/slow/silent"))) for _ in range(30)]
    kept = [asyncio.create_task(get(fetcher, site.address("/slow/first-byte"))) for _ in range(10)]
    await requests(site, 40)
    for task in doomed:
        task.cancel()

    responses = await asyncio.gather(*kept)

    assert {response.status for response in responses} == {200}
    await asyncio.gather(*doomed, return_exceptions=True)
    assert all(task.cancelled() for task in doomed)


async def test_closing_ends_what_is_under_way(site: Site) -> None:
    async with open_fetcher("127.0.0.0/8") as fetcher:
        task = asyncio.create_task(get(fetcher, site.address("/slow/silent")))
        await requests(site, 1)

    with pytest.raises(asyncio.CancelledError):
        await task


def named(name: str) -> Reply:
    return Reply(headers=(("Content-Type", "text/html"),), body=name.encode())


@pytest.fixture
async def two_servers() -> AsyncIterator[int]:
    """Two servers on one port, at two loopback addresses; each says which it is."""
    async with (
        serve(lambda _: named("one"), ONE, 0) as first,
        serve(lambda _: named("two"), TWO, first.port),
    ):
        yield first.port


async def test_a_name_that_moves_is_asked_where_it_is_now(two_servers: int) -> None:
    async with DnsServer() as dns:
        dns.answers("moving.test", records(a(ONE, ttl_s=0)), records(a(TWO, ttl_s=0)))
        async with open_fetcher("127.0.0.0/8", servers=(dns.address,), memory_s=0) as fetcher:
            fetcher._guard._resolver._cache.put = lambda *_: None  # type: ignore[attr-defined]
            first = await get(fetcher, f"http://moving.test:{two_servers}/")
            second = await get(fetcher, f"http://moving.test:{two_servers}/")

    assert (first.body, first.ip) == (b"one", ONE)
    assert (second.body, second.ip) == (b"two", TWO)


async def test_a_name_that_moves_to_a_forbidden_address_is_refused(two_servers: int) -> None:
    async with DnsServer() as dns:
        dns.answers("moving.test", records(a(ONE, ttl_s=0)), records(a(TWO, ttl_s=0)))
        async with open_fetcher(ONE, servers=(dns.address,), memory_s=0) as fetcher:
            fetcher._guard._resolver._cache.put = lambda *_: None  # type: ignore[attr-defined]
            first = await get(fetcher, f"http://moving.test:{two_servers}/")
            second = await fetcher.fetch(request(f"http://moving.test:{two_servers}/"))

    assert first.body == b"one"
    assert isinstance(second, Skipped)


async def test_one_fetch_makes_one_look_up(two_servers: int) -> None:
    async with DnsServer() as dns:
        dns.answers("asked.test", records(a(ONE)), records(a("127.0.0.3")))
        async with open_fetcher("127.0.0.0/8", servers=(dns.address,)) as fetcher:
            response = await get(fetcher, f"http://asked.test:{two_servers}/")

    assert response.ip == ONE
    assert dns.look_ups("asked.test") == 1


async def test_libcurl_never_resolves_a_name_itself(two_servers: int) -> None:
    async with DnsServer() as dns:
        dns.answers("quiet.test", records(a(ONE)))
        async with open_fetcher("127.0.0.0/8", servers=(dns.address,)) as fetcher:
            for _ in range(3):
                await get(fetcher, f"http://quiet.test:{two_servers}/")
                # A pool without connections has to connect, and so to resolve, again.
                await get(fetcher, f"http://quiet.test:{two_servers}/")

    assert dns.look_ups("quiet.test") == 1


async def test_the_second_address_is_tried_when_the_first_refuses(two_servers: int) -> None:
    async with DnsServer() as dns:
        dns.answers("both.test", records(a("127.0.0.9"), a(TWO)))
        async with open_fetcher("127.0.0.0/8", servers=(dns.address,)) as fetcher:
            response = await get(fetcher, f"http://both.test:{two_servers}/")

    assert response.body == b"two"


def cookie_counter(seen: list[str]) -> object:
    def answer(request: SiteRequest) -> Reply:
        seen.append(request.headers.get("cookie", ""))
        return Reply(headers=(("Content-Type", "text/html"), ("Set-Cookie", "visited=yes; Path=/")))

    return answer


async def test_cookies_are_not_kept_between_requests(fetcher: CurlFetcher) -> None:
    seen: list[str] = []
    async with serve(cookie_counter(seen), ONE, 0) as server:  # type: ignore[arg-type]
        for _ in range(3):
            await get(fetcher, f"http://{ONE}:{server.port}/")

    assert seen == ["", "", ""]


async def test_cookies_are_kept_along_one_chain_and_not_after(fetcher: CurlFetcher) -> None:
    seen: list[str] = []
    async with serve(cookie_counter(seen), ONE, 0) as server:  # type: ignore[arg-type]
        for _ in range(2):
            jar = fetcher.new_jar()
            for _ in range(2):
                await fetcher.fetch(request(f"http://{ONE}:{server.port}/"), jar)
            jar.close()
        await get(fetcher, f"http://{ONE}:{server.port}/")

    assert seen == ["", "visited=yes", "", "visited=yes", ""]


async def test_proxies_of_the_environment_are_not_used(
    fetcher: CurlFetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")

    assert (await get(fetcher, site.address("/tree/"))).status == 200


async def test_no_socket_is_left_open(site: Site) -> None:
    gc.collect()
    before = open_sockets()
    async with open_fetcher("127.0.0.0/8") as fetcher:
        for path in ("/tree/", "/broken/reset", "/status/404"):
            await asyncio.gather(fetcher.fetch(request(site.address(path))), return_exceptions=True)
    gc.collect()

    # What is left are the site's ends of connections that it has not seen closing yet.
    assert open_sockets() - before <= 1


def open_sockets() -> int:
    count = 0
    for number in range(3, 1024):
        try:
            socket.socket(fileno=number).detach()
        except OSError:
            continue
        count += 1
    return count


async def test_two_guards_never_share_a_connection() -> None:
    async with running_site() as site, open_fetcher("127.0.0.0/8") as open_one:
        await get(open_one, site.address("/tree/"))
        async with open_fetcher() as strict:
            refused = await strict.fetch(request(site.address("/tree/")))

    assert isinstance(refused, Skipped)
    assert len(site.log.visits) == 1


async def test_a_jar_cannot_be_used_to_reach_what_is_refused() -> None:
    async with running_site() as site, open_fetcher() as strict:
        jar = strict.new_jar()
        refused = await strict.fetch(request(site.address("/tree/")), jar)
        jar.close()

    assert not isinstance(refused, Response)
