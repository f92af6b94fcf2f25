"""The room that pages of many links take in the store.

Long links add at most twice the size of their page. A short link takes a row and its place in two
indexes, however few bytes it is written in, and a page has at most 50,000 of them.
"""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from random import Random

import pytest

from figures import Figure
from hostile.crawling import Crawled, crawl
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve

HTML = (("Content-Type", "text/html"),)
LINKS = 4_000
SHORT_LINKS = 20_000
MAX_BYTES_OF_SHORT_LINK = 300
WORDS = Random(1)


def words() -> str:
    return "-".join(WORDS.choices(["abc7", "abd7", "xyz7"], k=340))


PAGES: dict[str, Callable[[int], str]] = {
    "links that are too long": lambda number: f"/{number:05}{'a' * 2_000}",
    "long links of many shapes": lambda number: f"/{number}x{words()}",
    "long links to elsewhere": lambda number: f"http://other.example/{number:05}{'a' * 1_990}",
    "long queries": lambda number: f"/p?k{number}={'a' * 1_990}",
}


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_of_long_links_adds_no_more_than_twice_its_size(
    name: str, tmp_path: Path, figure: Figure
) -> None:
    links = "".join(f'<a href="{PAGES[name](number)}">x</a>' for number in range(LINKS))
    page = links.encode()

    crawled = await crawl_page(page, tmp_path)

    received_mib = len(page) / 2**20
    figure(f"{name}, stored", f"{crawled.store_mib:.1f} MiB of {received_mib:.1f} MiB received")
    assert crawled.result["total"] == LINKS
    assert crawled.store_mib < 2 * received_mib


SHORT: dict[str, Callable[[int], str]] = {
    "short links": lambda number: f"{number:x}",
    "short queries": lambda number: f"?{number:x}",
    "links to hosts of their own": lambda number: f"//{number:x}.a",
}


@pytest.mark.parametrize("name", SHORT)
async def test_a_page_of_short_links_adds_a_bounded_row_for_each(
    name: str, tmp_path: Path, figure: Figure
) -> None:
    page = "".join(f"<a href={SHORT[name](number)}>" for number in range(SHORT_LINKS)).encode()

    crawled = await crawl_page(page, tmp_path)

    each = crawled.store_mib * 2**20 / SHORT_LINKS
    figure(f"{name}, stored", f"{each:.0f} bytes of {len(page) / SHORT_LINKS:.0f} received, each")
    assert crawled.result["total"] == SHORT_LINKS
    assert each < MAX_BYTES_OF_SHORT_LINK


async def crawl_page(page: bytes, folder: Path) -> Crawled:
    """Crawl a site of one page, which leads to nothing that is there."""

    def answer(request: SiteRequest) -> Reply:
        is_page = request.path == "/"
        return Reply(headers=HTML, body=page) if is_page else Reply(HTTPStatus.NOT_FOUND)

    async with serve(answer, "127.0.0.1", 0) as server:
        return await crawl(f"http://127.0.0.1:{server.port}/", "--depth", "0", folder=folder)
