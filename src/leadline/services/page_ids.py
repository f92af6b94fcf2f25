"""The pages that meet a filter, by their ids."""

from collections.abc import AsyncIterator

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.listing import PageFilter
from leadline.store.reader import Lists


async def ids_of(
    store: Lists, crawl: CrawlId, wanted: PageFilter
) -> AsyncIterator[tuple[PageId, ...]]:
    """Yield ids of all wanted pages in the order found, a chunk at a time. Raises UnknownCrawl."""
    place: int | None = 0
    while place is not None:
        some = await store.ids_where(crawl, wanted, place)
        yield some.ids
        place = some.next
