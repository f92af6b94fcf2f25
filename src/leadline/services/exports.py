"""Exports: everything of a crawl, a chunk at a time, so that neither memory nor a read grows."""

from collections.abc import AsyncIterator
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Page
from leadline.store.contract import Reader
from leadline.store.packing import unpacked
from leadline.urls.identity import key_of

_PAGES = 1_000
_SOURCES = 200

Row = dict[str, Any]


async def export_pages(store: Reader, crawl: CrawlId) -> AsyncIterator[list[Row]]:
    """All pages, by id."""
    after: PageId | None = None
    while chunk := await store.pages(crawl, _PAGES, after):
        yield [_page(page) for page in chunk]
        after = chunk[-1].id


async def export_leads(store: Reader, crawl: CrawlId) -> AsyncIterator[list[Row]]:
    """All leads, in the order in which their pages were completed."""
    seq = 0
    while chunk := await store.leads(crawl, _SOURCES, seq):
        leads = [
            (each.source, lead) for each in chunk for lead in unpacked(each.targets, each.notes)
        ]
        wanted = {source for source, _ in leads} | {lead.target for _, lead in leads}
        pages = await store.pages_by_id(crawl, wanted)
        yield [
            {
                "source": pages[source].address,
                "target": pages[lead.target].address,
                "anchor": lead.anchor,
                "rel": list(lead.rel),
            }
            for source, lead in leads
        ]
        seq = chunk[-1].seq


def _page(page: Page) -> Row:
    return {
        "id": str(page.id),
        "url": page.address,
        "key": key_of(page.address),
        "state": page.state,
        "reason": page.reason,
        "status": page.status,
        "depth": page.depth,
        "parent": _id(page.parent),
        "found_on": _id(page.found_on),
        "found_by": page.found_by,
        "fetched": page.status is not None,
        "content_type": page.content_type,
        "size": page.size,
        "title": page.title,
        "redirected_to": page.redirected_to,
        "error": page.error,
        "attempts": page.attempts,
    }


def _id(page: PageId | None) -> str | None:
    return None if page is None else str(page)
