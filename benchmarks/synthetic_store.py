"""Fill a store with one crawl that nobody had to fetch, for who wants to look at a large one.

usage: synthetic_store.py FILE PAGES
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from leadline.domain.crawls import CrawlStatus
from leadline.store.sqlite.store import SqliteStore
from synthetic_crawl import SyntheticCrawl


async def fill(path: Path, crawl: SyntheticCrawl) -> int:
    """A crawl that is paused, with nothing left to fetch; its leads."""
    store = SqliteStore(path)
    await crawl.create(store)
    await crawl.fill(store)
    await store.set_status(crawl.id, CrawlStatus.PAUSED)
    found = await store.get(crawl.id)
    await store.aclose()
    return found.leads if found else 0


def main(arguments: Sequence[str]) -> None:
    path, pages = arguments
    crawl = SyntheticCrawl("synthetic", int(pages), links=5)
    asyncio.run(fill(Path(path), crawl))
    print(crawl.id)


if __name__ == "__main__":
    main(sys.argv[1:])
