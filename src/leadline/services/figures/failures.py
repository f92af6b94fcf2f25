"""Failed pages, grouped by error and status."""

from leadline.domain.crawls import CrawlId, FailureCount
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.indexes import Indexes
from leadline.services.pages.linked_pages import some_sources
from leadline.store.reader import Reader


async def failures(
    store: Reader, crawl: CrawlId, samples: int, indexes: Indexes
) -> list[JsonObject]:
    """Return groups of failed pages, the largest first, with sample pages and links to them."""
    groups = await store.failures(crawl, samples)
    wanted = [page for group in groups for page in group.examples]
    pages = await store.pages_by_id(crawl, wanted)
    if not pages:
        return [_row(group, []) for group in groups]
    index = await indexes.index(store, crawl)
    rows = {page.id: await _sample(store, index, page) for page in pages.values()}
    return [_row(group, [rows[id_] for id_ in group.examples if id_ in rows]) for group in groups]


def _row(group: FailureCount, samples: list[JsonObject]) -> JsonObject:
    return {
        "error": group.error,
        "status": group.status,
        "pages": group.pages,
        "samples": samples,
    }


async def _sample(store: Reader, index: LinkIndex, page: Page) -> JsonObject:
    return {
        "id": str(page.id),
        "url": page.address,
        "message": page.message,
        "attempts": page.attempts,
        "depth": page.depth,
        "links_in": len(index.in_links(page.id)),
        "linked_from": await some_sources(store, index, page),
    }
