"""robots.txt of all kinds of hosts, and what scrapes make of it."""

from functools import partial

import pytest

from fetching import AGENT, open_fetcher
from fetching import request as ask
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve
from leadline.domain.addresses import Address
from leadline.domain.errors import ConnectRefused
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Request, Response
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.fetch.http import CurlFetcher
from leadline.fetch.robots import RobotsFile, RobotsState, read_robots
from leadline.urls.robots import MAX_ROBOTS_BYTES
from leadsite import Site
from leadsite.sections.robots import HOSTS, host_of

STATES = {
    "404": RobotsState.ABSENT,
    "500": RobotsState.UNREACHABLE,
    "disallow-all": RobotsState.FOUND,
    "redirect": RobotsState.FOUND,
    "redirect-loop": RobotsState.ABSENT,
    "html": RobotsState.FOUND,
    "huge": RobotsState.FOUND,
    "bom": RobotsState.FOUND,
    "crawl-delay": RobotsState.FOUND,
}


async def read(fetcher: CurlFetcher, origin: str) -> RobotsFile:
    file = await read_robots(origin, ask, fetcher)
    assert isinstance(file, RobotsFile)
    return file


@pytest.mark.parametrize("name", STATES)
async def test_what_is_known_of_a_robots_txt(fetcher: CurlFetcher, site: Site, name: str) -> None:
    assert name in HOSTS

    file = await read(fetcher, f"http://{host_of(name)}:{site.port}")

    assert file.state is STATES[name]


async def test_a_file_behind_a_redirect_holds_for_the_host_that_sent_there(
    fetcher: CurlFetcher, site: Site
) -> None:
    origin = f"http://{host_of('redirect')}:{site.port}"

    rules = (await read(fetcher, origin)).rules(AGENT)

    assert not rules.allows(Address(f"{origin}/robots/closed"))


async def test_a_crawl_delay_is_read(fetcher: CurlFetcher, site: Site) -> None:
    file = await read(fetcher, f"http://{host_of('crawl-delay')}:{site.port}")

    assert file.rules(AGENT).crawl_delay_s


async def test_a_host_that_is_down_is_an_error_and_not_a_rule(
    fetcher: CurlFetcher, site: Site
) -> None:
    with pytest.raises(ConnectRefused):
        await read_robots(f"http://127.0.0.1:{site.refused_port}", ask, fetcher)


async def test_a_host_that_the_guard_refuses_is_refused(site: Site) -> None:
    async with open_fetcher() as strict:
        refused = await read_robots(f"http://127.0.0.1:{site.port}", ask, strict)

    assert isinstance(refused, Skipped)
    assert site.log.visits == []


async def test_headers_that_ask_for_a_part_of_pages_are_not_sent_for_the_file(
    fetcher: CurlFetcher,
) -> None:
    seen: list[dict[str, str]] = []

    def answer(asked: SiteRequest) -> Reply:
        seen.append(dict(asked.headers))
        return Reply(body=b"User-agent: *\nDisallow: /")

    given = (("Range", "bytes=0-1"), ("If-None-Match", '"x"'), ("X-Key", "k3y"))
    async with serve(answer, "127.0.0.1", 0) as server:
        origin = f"http://127.0.0.1:{server.port}"
        await read_robots(origin, partial(ask, headers=given), fetcher)

    [headers] = seen
    assert "range" not in headers
    assert "if-none-match" not in headers
    assert headers["x-key"] == "k3y"


async def test_an_endless_file_is_received_up_to_what_is_read_of_it(fetcher: CurlFetcher) -> None:
    seen: list[int] = []

    class Watched(Fetcher):
        async def fetch(self, asked: Request, jar: CookieJar | None = None) -> Response | Skipped:
            answer = await fetcher.fetch(asked, jar)
            assert isinstance(answer, Response)
            seen.append(answer.wire_bytes)
            return answer

        def new_jar(self) -> CookieJar:
            return fetcher.new_jar()

    async with serve(lambda _: Reply(body=b"#" * 2_000_000), "127.0.0.1", 0) as server:
        file = await read_robots(f"http://127.0.0.1:{server.port}", ask, Watched())

    assert isinstance(file, RobotsFile)
    assert file.state is RobotsState.FOUND
    assert seen == [MAX_ROBOTS_BYTES]
