"""Pages that ended are read once for all who are at the same place."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leadline.api.live.page_feed import Chunk, PageFeed
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import Page
from leadline.store.sqlite.store import SqliteStore
from synthetic_crawl import SyntheticCrawl

CRAWL = CrawlId("ended")


class CountingStore(SqliteStore):
    """Counts how often pages are read."""

    reads = 0

    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[Page]:
        """See the contract."""
        self.reads += 1
        await asyncio.sleep(0)
        return await super().ended_pages(crawl, limit, after_seq)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[CountingStore]:
    """With a crawl of 500 pages, all of which ended."""
    store = CountingStore(tmp_path / "ended.db")
    crawl = SyntheticCrawl(CRAWL, pages=500)
    await crawl.create(store)
    await crawl.fill(store)
    yield store
    await store.aclose()


async def test_those_at_the_same_place_share_what_is_read_there(store: CountingStore) -> None:
    pages = PageFeed(store, CRAWL)

    chunks = await asyncio.gather(*(pages.after(0, 500) for _ in range(100)))

    assert store.reads == 1
    assert len({id(chunk) for chunk in chunks}) == 1
    assert [page["seq"] for page in json.loads(chunks[0].text)["items"]] == list(range(1, 201))


async def test_who_leaves_while_reading_leaves_others_to_read(store: CountingStore) -> None:
    pages = PageFeed(store, CRAWL)
    first = asyncio.create_task(pages.after(0, 500))
    second = asyncio.create_task(pages.after(0, 500))
    await asyncio.sleep(0)

    first.cancel()

    assert (await second).seq == 200


async def test_what_is_kept_for_others_has_a_bound(store: CountingStore) -> None:
    pages = PageFeed(store, CRAWL)
    for place in range(100):
        await pages.after(place, 500)
    before = store.reads

    await pages.after(99, 500)
    assert store.reads == before
    await pages.after(0, 500)
    assert store.reads == before + 1


async def test_what_ends_and_is_no_page_is_passed_over(store: CountingStore) -> None:
    # As if a sitemap had ended last.
    assert await PageFeed(store, CRAWL).after(500, 501) == Chunk("", 501)
