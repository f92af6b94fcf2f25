"""A crawl with Scrapy: a link extractor, a feed, and the settings of its optimization page.

usage: with_scrapy.py ROOT FILE
"""

import sys
from collections.abc import Iterator
from typing import Any

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

CONCURRENCY = 16  # the best of 8, 16, 64 and 128


class Site(Spider):  # type: ignore[misc]
    name = "site"
    # Without fragments a page's links are distinct before each becomes a request.
    links = LinkExtractor(process_value=lambda href: href.partition("#")[0])

    def parse(self, response: Response) -> Iterator[Any]:
        if not isinstance(response, HtmlResponse):
            return
        links = [link.url for link in self.links.extract_links(response)]
        response.css("script, style").drop()
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": response.xpath("normalize-space(//body)").get(),
            "links": links,
        }
        yield from response.follow_all(links)


def main() -> None:
    root, file = sys.argv[1:]
    process = CrawlerProcess(
        {
            "FEEDS": {file: {"format": "jsonlines"}},
            "CONCURRENT_REQUESTS": CONCURRENCY,
            "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
            "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
            "FEED_EXPORT_ENCODING": "utf-8",
            "COOKIES_ENABLED": False,
            "LOG_LEVEL": "ERROR",
            "ROBOTSTXT_OBEY": False,
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(Site, start_urls=[root], allowed_domains=["127.0.0.1"])
    process.start()


if __name__ == "__main__":
    main()
