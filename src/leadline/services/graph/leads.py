"""The leads to and of a page, and along a path, with the pages at their ends."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Lead, Page, PageLeads
from leadline.store.packing import unpacked
from leadline.store.reader import Pages

_CHUNK = 200


@dataclass(frozen=True, slots=True)
class PageLead:
    """A lead with the pages at its ends."""

    source: Page
    target: Page
    lead: Lead


def lead_row(led: PageLead) -> dict[str, Any]:
    """Return a lead as JSON."""
    return {
        "source": led.source.address,
        "target": led.target.address,
        "anchor": led.lead.anchor,
        "rel": list(led.lead.rel),
    }


async def leads_out(
    store: Pages, crawl: CrawlId, page: Page, start: int = 0, stop: int | None = None
) -> list[PageLead]:
    """Return the leads of a page in the order of its links; all, or from `start` to `stop`."""
    kept = (await store.leads_of(crawl, [page.id])).get(page.id)
    leads = list(islice(unpacked(kept.targets, kept.notes), start, stop)) if kept else []
    targets = await store.pages_by_id(crawl, [lead.target for lead in leads])
    return [PageLead(page, targets[lead.target], lead) for lead in leads if lead.target in targets]


async def shallowest(
    store: Pages, crawl: CrawlId, pages: Sequence[PageId], limit: int
) -> list[PageId]:
    """Return the first pages by depth, then by address; holds few more than these."""
    first: list[Page] = []
    step = max(limit, _CHUNK)
    for start in range(0, len(pages), step):
        some = await store.pages_by_id(crawl, pages[start : start + step])
        first = sorted([*first, *some.values()], key=lambda page: (page.depth, page.address))
        del first[limit:]
    return [page.id for page in first]


async def leads_in(
    store: Pages, crawl: CrawlId, page: Page, sources: Sequence[PageId]
) -> AsyncIterator[list[PageLead]]:
    """Yield the leads to a page from these sources, a chunk at a time."""
    for start in range(0, len(sources), _CHUNK):
        chunk = sources[start : start + _CHUNK]
        pages = await store.pages_by_id(crawl, chunk)
        kept = await store.leads_of(crawl, chunk)
        found = ((pages.get(source), _to(page.id, kept.get(source))) for source in chunk)
        yield [PageLead(source, page, lead) for source, lead in found if source and lead]


async def leads_along(store: Pages, crawl: CrawlId, path: Sequence[PageId]) -> list[PageLead]:
    """Return the leads along a path."""
    pages = await store.pages_by_id(crawl, path)
    kept = await store.leads_of(crawl, path[:-1])
    steps = ((one, other, _to(other, kept.get(one))) for one, other in pairwise(path))
    return [PageLead(pages[one], pages[other], lead) for one, other, lead in steps if lead]


def _to(target: PageId, leads: PageLeads | None) -> Lead | None:
    found = unpacked(leads.targets, leads.notes) if leads else ()
    return next((lead for lead in found if lead.target == target), None)
