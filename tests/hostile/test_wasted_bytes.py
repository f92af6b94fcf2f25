"""Servers that send what is not part of a body."""

import time
from collections.abc import Iterator

import pytest

from fetching import get, open_fetcher
from figures import Figure
from leadline.demo.messages import Raw, SiteRequest
from leadline.demo.server import serve
from leadline.domain.web.fetching import Limits, Truncation

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
LIMITS = Limits(connect_s=5, total_s=20, max_body_bytes=1024 * 1024)
MAX_CPU_S = 4


def endless(first: bytes, piece: bytes) -> Iterator[bytes]:
    yield HEAD + first
    while True:
        yield piece


WAYS = {
    "an endless chunk extension": (b"1;", b"x" * 100_000),
    "chunks of one byte": (b"", (b"1;" + b"x" * 60 + b"\r\na\r\n") * 1_000),
}


@pytest.mark.parametrize("name", WAYS)
async def test_what_is_sent_beside_a_body_counts_against_its_limit(
    name: str, figure: Figure
) -> None:
    def answer(_request: SiteRequest) -> Raw:
        return Raw(endless(*WAYS[name]))

    async with serve(answer, "127.0.0.1", 0) as server, open_fetcher("127.0.0.0/8") as fetcher:
        started_at, cpu_began = time.monotonic(), time.process_time()
        response = await get(fetcher, f"http://127.0.0.1:{server.port}/", LIMITS)
        took_s, cpu_s = time.monotonic() - started_at, time.process_time() - cpu_began

    figure(name, f"ended after {took_s:.1f} s, CPU {cpu_s:.1f} s (of both sides)")
    assert response.truncated is Truncation.SIZE
    assert took_s < LIMITS.total_s / 2
    assert cpu_s < MAX_CPU_S
