"""Link indexes that are kept for the next question."""

from dataclasses import replace

import pytest

from invented import Told, address, crawl_of, kept, links, worked_on
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.errors import UnknownCrawl
from leadline.pipeline.plan import page_id
from leadline.services.crawling.crawls import remove_crawl
from leadline.services.graph.indexes import Indexes
from leadline.store.contract import Store

SITE = {"/": links("/a", "/b"), "/a": links("/c"), "/b": Told()}


async def test_what_is_not_new_is_not_read_again(store: Store) -> None:
    crawl = await crawl_of(store, await kept(store, SITE))
    indexes = Indexes()

    first, paths = await indexes.index(store, crawl.id), await indexes.paths(store, crawl)

    assert await indexes.index(store, crawl.id) is first
    assert await indexes.paths(store, crawl) is paths
    assert len(paths.to(page_id(crawl.id, address("/c")))) == 3


async def test_what_is_new_is_added(store: Store) -> None:
    crawl = await kept(store, SITE, max_pages=1)
    indexes = Indexes()
    before = await indexes.paths(store, await crawl_of(store, crawl))

    await store.set_options(crawl, replace((await crawl_of(store, crawl)).options, max_pages=None))
    await worked_on(store, crawl, SITE)
    after = await indexes.paths(store, await crawl_of(store, crawl))

    assert (len(before.index.ids), len(after.index.ids)) == (3, 4)


async def test_a_crawl_that_is_gone_is_forgotten(store: Store) -> None:
    crawl = await kept(store, SITE)
    indexes = Indexes()
    await indexes.index(store, crawl)
    await store.set_status(crawl, CrawlStatus.CANCELLED)
    await remove_crawl(store, crawl)

    with pytest.raises(UnknownCrawl):
        await indexes.index(store, crawl)


async def test_those_asked_for_long_ago_make_room(store: Store) -> None:
    names = ("a", "b", "c")
    for name in names:
        await kept(store, SITE, name)
    indexes = Indexes(most_leads=2_100)

    first = {name: await indexes.index(store, CrawlId(name)) for name in names}

    assert await indexes.index(store, CrawlId("c")) is first["c"]
    assert await indexes.index(store, CrawlId("a")) is not first["a"]
