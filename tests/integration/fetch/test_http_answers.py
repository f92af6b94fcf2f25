"""What comes back from servers that behave, and from those that do not."""

import asyncio
import contextlib
from dataclasses import replace

import pytest

from fetching import LIMITS, get, open_fetcher, request
from leadline.demo.messages import Raw
from leadline.demo.server import serve
from leadline.domain.errors import (
    BadResponse,
    ConnectionLost,
    ConnectRefused,
    FetchError,
    TimedOut,
    TooLarge,
)
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Truncation
from leadline.fetch.http import CurlFetcher
from leadsite import Site
from leadsite.sections.broken import SENT
from leadsite.sections.codings import PLAIN, WHOLE

MIB = 1024 * 1024


async def test_an_answer_has_status_headers_body_and_timings(
    fetcher: CurlFetcher, site: Site
) -> None:
    response = await get(fetcher, site.address("/tree/"))

    assert response.status == 200
    assert (response.header("content-type") or "").startswith("text/html")
    assert b"</html>" in response.body or b"<a" in response.body
    assert response.truncated is None
    assert response.ip == "127.0.0.1"
    assert response.http_version == "1.1"
    assert response.wire_bytes == len(response.body)
    assert response.timings.total_ms >= response.timings.first_byte_ms > 0
    assert response.timings.connect_ms > 0


@pytest.mark.parametrize("status", [401, 403, 404, 410, 500, 502, 503])
async def test_every_status_is_an_answer(fetcher: CurlFetcher, site: Site, status: int) -> None:
    assert (await get(fetcher, site.address(f"/status/{status}"))).status == status


async def test_a_redirect_is_an_answer_and_not_followed(fetcher: CurlFetcher, site: Site) -> None:
    response = await get(fetcher, site.address("/redirects/dir"))

    assert response.status == 301
    assert response.header("location") == "/redirects/dir/"
    assert [visit.path for visit in site.log.visits] == ["/redirects/dir"]


async def test_hints_before_the_answer_are_not_the_answer(fetcher: CurlFetcher, site: Site) -> None:
    response = await get(fetcher, site.address("/status/early-hints"))

    assert response.status == 200
    assert response.header("link") is None


@pytest.mark.parametrize("name", WHOLE)
async def test_codings_are_decoded(fetcher: CurlFetcher, site: Site, name: str) -> None:
    response = await get(fetcher, site.address(f"/codings/{name}"))

    assert response.body == PLAIN
    assert response.truncated is None


@pytest.mark.parametrize(
    "name", ["plain-as-gzip", "plain-as-br", "gzip-as-br", "gzip-cut", "gzip-bad-sum", "unknown"]
)
async def test_a_broken_coding_is_kept_as_far_as_it_goes(
    fetcher: CurlFetcher, site: Site, name: str
) -> None:
    response = await get(fetcher, site.address(f"/codings/{name}"))

    assert response.status == 200
    assert response.truncated in {Truncation.BROKEN_CODING, Truncation.CLOSED_EARLY}
    assert PLAIN.startswith(response.body)


@pytest.mark.parametrize("name", ["length-too-large", "chunked-cut", "chunk-cut"])
async def test_a_body_that_breaks_off_is_kept_and_marked(
    fetcher: CurlFetcher, site: Site, name: str
) -> None:
    response = await get(fetcher, site.address(f"/broken/{name}"))

    assert response.truncated is Truncation.CLOSED_EARLY
    assert response.body.startswith(b"<title>Broken</title>")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("not-http", BadResponse),
        ("http-0.9", BadResponse),
        ("half-status", ConnectionLost),
        ("bad-status", BadResponse),
        ("bad-version", BadResponse),
        ("no-answer", ConnectionLost),
        ("reset", ConnectionLost),
        ("reset-late", ConnectionLost),
        ("huge-header", TooLarge),
        ("many-headers", TooLarge),
        ("endless-headers", TooLarge),
        ("nul-header", BadResponse),
        ("length-words", BadResponse),
        ("lengths-differ", BadResponse),
    ],
)
async def test_what_is_not_an_answer_is_an_error(
    fetcher: CurlFetcher, site: Site, name: str, error: type[FetchError]
) -> None:
    with pytest.raises(error):
        await fetcher.fetch(request(site.address(f"/broken/{name}")))


async def test_after_every_broken_answer_the_next_one_is_whole(
    fetcher: CurlFetcher, site: Site
) -> None:
    for name in SENT:
        with contextlib.suppress(FetchError):
            await fetcher.fetch(request(site.address(f"/broken/{name}")))
        after = await get(fetcher, site.address("/slow/after"))
        assert (after.status, after.truncated) == (200, None), name
        assert b"After" in after.body, name


async def test_a_refused_connection_is_an_error_of_the_host(
    fetcher: CurlFetcher, site: Site
) -> None:
    with pytest.raises(ConnectRefused) as refused:
        await fetcher.fetch(request(f"http://www.site.localhost:{site.refused_port}/"))

    assert refused.value.is_of_host
    assert refused.value.is_retryable


@pytest.mark.parametrize("path", ["/slow/silent", "/slow/stalled", "/slow/stalled-headers"])
async def test_an_answer_that_does_not_come_is_given_up(
    fetcher: CurlFetcher, site: Site, path: str
) -> None:
    with pytest.raises(TimedOut) as timed_out:
        await fetcher.fetch(request(site.address(path), replace(LIMITS, total_s=0.3)))

    assert timed_out.value.is_retryable
    assert not timed_out.value.is_of_host


async def test_an_answer_that_is_too_slow_is_given_up_before_the_time_limit(
    fetcher: CurlFetcher, site: Site
) -> None:
    limits = replace(LIMITS, total_s=60, min_bytes_per_s=1000, min_speed_window_s=1)

    async with asyncio.timeout(20):
        with pytest.raises(TimedOut):
            await fetcher.fetch(request(site.address("/slow/stalled"), limits))


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "stacked", "endless", "endless-gzip"])
async def test_a_bomb_is_cut_at_the_limit(fetcher: CurlFetcher, site: Site, name: str) -> None:
    response = await get(fetcher, site.address(f"/bombs/{name}"), replace(LIMITS, total_s=30))

    assert response.truncated is Truncation.SIZE
    assert len(response.body) == LIMITS.max_body_bytes


async def test_a_body_that_decodes_to_nothing_is_cut_by_what_was_sent(
    fetcher: CurlFetcher, site: Site
) -> None:
    limits = replace(LIMITS, max_body_bytes=MIB, total_s=30)

    response = await get(fetcher, site.address("/bombs/silent"), limits)

    assert response.truncated is Truncation.SIZE
    assert response.wire_bytes < 2 * MIB


async def test_a_body_of_exactly_the_limit_is_whole(fetcher: CurlFetcher, site: Site) -> None:
    size = len((await get(fetcher, site.address("/tree/"))).body)

    exact = await get(fetcher, site.address("/tree/"), replace(LIMITS, max_body_bytes=size))
    less = await get(fetcher, site.address("/tree/"), replace(LIMITS, max_body_bytes=size - 1))

    assert exact.truncated is None
    assert less.truncated is Truncation.SIZE
    assert len(less.body) == size - 1


async def test_many_at_once_get_their_own_answers(fetcher: CurlFetcher, site: Site) -> None:
    paths = [f"/status/{status}" for status in (200, 403, 404, 410, 500)] * 20

    responses = await asyncio.gather(*(get(fetcher, site.address(path)) for path in paths))

    assert [f"/status/{response.status}" for response in responses] == paths


async def test_connections_are_reused(fetcher: CurlFetcher, site: Site) -> None:
    for _ in range(5):
        await get(fetcher, site.address("/tree/"))

    assert len({visit.connection for visit in site.log.visits}) == 1


async def test_a_host_name_with_a_trailing_dot_works(fetcher: CurlFetcher, site: Site) -> None:
    response = await get(fetcher, f"http://www.site.localhost.:{site.port}/tree/")

    assert response.status in {200, 404}


async def test_headers_and_agent_are_sent(fetcher: CurlFetcher, site: Site) -> None:
    await get(fetcher, site.address("/tree/"))

    assert site.log.visits[0].user_agent == "Leadline-test/1"


async def test_what_the_guard_refuses_is_never_connected_to(site: Site) -> None:
    async with open_fetcher() as strict:
        refused = await strict.fetch(request(site.address("/")))

    assert isinstance(refused, Skipped)
    assert refused.rule == "loopback"
    assert site.log.visits == []


async def test_a_status_line_inside_a_header_is_not_a_status_line(fetcher: CurlFetcher) -> None:
    head = b"HTTP/1.1 200 OK\r\nX-First: 1\r\nVia: HTTP/1.1 proxy\r\nContent-Length: 0\r\n\r\n"

    async with serve(lambda _: Raw((head,)), "127.0.0.1", 0) as server:
        response = await get(fetcher, f"http://127.0.0.1:{server.port}/")

    assert response.header("x-first") == "1"
    assert response.header("via") == "HTTP/1.1 proxy"
