"""Failed pages, grouped by how they failed."""

from collections.abc import Mapping

from leadline.domain.crawls import CrawlId, FailureCount, PageId
from leadline.domain.pages import Page
from leadline.services.export_formats.table import Row
from leadline.store.reader import Reader


async def failures(store: Reader, crawl: CrawlId, samples: int) -> list[Row]:
    """Groups of failed pages, the largest first, each with some of its pages."""
    groups = await store.failures(crawl, samples)
    wanted = [page for group in groups for page in group.examples]
    pages = await store.pages_by_id(crawl, wanted)
    return [_row(group, pages) for group in groups]


def _row(group: FailureCount, pages: Mapping[PageId, Page]) -> Row:
    return {
        "error": group.error,
        "status": group.status,
        "pages": group.pages,
        "samples": [_sample(pages[page]) for page in group.examples if page in pages],
    }


def _sample(page: Page) -> Row:
    return {
        "id": str(page.id),
        "url": page.address,
        "message": page.message,
        "attempts": page.attempts,
        "depth": page.depth,
    }
