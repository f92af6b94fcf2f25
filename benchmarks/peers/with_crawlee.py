"""A crawl with Crawlee for Python: its Parsel crawler, and its dataset in files.

The queue is in memory, which is faster than Crawlee's default and what the other peers have.

usage: with_crawlee.py ROOT FOLDER
"""

import asyncio
import sys
from urllib.parse import urljoin

from crawlee import ConcurrencySettings, service_locator
from crawlee.configuration import Configuration
from crawlee.crawlers import ParselCrawler, ParselCrawlingContext
from crawlee.storage_clients import MemoryStorageClient
from crawlee.storages import RequestQueue

CONCURRENCY = 64  # 8, 32 and 128 are no better


async def store(context: ParselCrawlingContext) -> None:
    if "html" not in context.http_response.headers.get("content-type", ""):
        return
    page = context.selector
    # Without fragments a page's links are distinct before each becomes a request.
    hrefs = {href.partition("#")[0] for href in page.css("a::attr(href)").getall()}
    absolute = (urljoin(context.request.url, href) for href in hrefs if href)
    links = [link for link in absolute if link.startswith("http")]
    page.css("script, style").drop()
    await context.push_data(
        {
            "url": context.request.url,
            "title": page.css("title::text").get(),
            "text": page.xpath("normalize-space(//body)").get(),
            "links": links,
        }
    )
    await context.add_requests(links, strategy="same-hostname")


async def main() -> None:
    root, folder = sys.argv[1:]
    service_locator.set_configuration(Configuration(storage_dir=folder, log_level="ERROR"))
    crawler = ParselCrawler(
        request_handler=store,
        request_manager=await RequestQueue.open(storage_client=MemoryStorageClient()),
        use_session_pool=False,
        concurrency_settings=ConcurrencySettings(
            min_concurrency=CONCURRENCY,
            desired_concurrency=CONCURRENCY,
            max_concurrency=CONCURRENCY,
        ),
    )
    await crawler.run([root])


if __name__ == "__main__":
    asyncio.run(main())
