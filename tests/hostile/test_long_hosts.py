"""Host names that no name server could be asked for are not links."""

from http import HTTPStatus
from itertools import count
from pathlib import Path

from figures import Figure
from hostile.crawling import crawl
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve

PAGES = 24
LINKS = 8
NAME_LENGTH = 1_000_000
HTML = (("Content-Type", "text/html"),)
MAX_PEAK_MIB = 300
MAX_STORE_MIB = 2


async def test_pages_full_of_long_host_names_fill_neither_memory_nor_store(
    tmp_path: Path, figure: Figure
) -> None:
    numbers = count()
    sent = 0

    def answer(request: SiteRequest) -> Reply:
        nonlocal sent
        if request.path == "/robots.txt":
            return Reply(HTTPStatus.NOT_FOUND)
        names = (f"x{next(numbers)}y{'a' * NAME_LENGTH}.com" for _ in range(LINKS))
        links = "".join(f'<a href="http://{name}/">x</a>' for name in names)
        onwards = "".join(f'<a href="/{number}">n</a>' for number in range(1, PAGES))
        body = (onwards + links).encode()
        sent += len(body)
        return Reply(headers=HTML, body=body)

    async with serve(answer, "127.0.0.1", 0) as server:
        crawled = await crawl(
            f"http://127.0.0.1:{server.port}/", "--delay-ms", "0", folder=tmp_path
        )

    figure(
        "links with host names of 1 MB",
        f"{PAGES} pages, {sent / 2**20:.0f} MiB received: peak {crawled.peak_mib:.0f} MiB, "
        f"store {crawled.store_mib:.1f} MiB",
    )
    assert crawled.result["fetched"] == PAGES
    assert crawled.peak_mib < MAX_PEAK_MIB
    assert crawled.store_mib < MAX_STORE_MIB
