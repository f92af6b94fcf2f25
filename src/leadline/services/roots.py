"""Waiting for the first page of a crawl, which is all there is of a scrape."""

import asyncio
import time

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import FetchError, TimedOut, UnknownCrawl, fetch_error
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.domain.pages import Page, PageState
from leadline.store.reader import Reader

# Beyond its own time-out, a page waits for one turn of somebody else on its host.
_TURN_S = 5.0
_LOOK_S = 0.02
_OPEN = frozenset([PageState.PENDING, PageState.IN_PROGRESS])


async def root_fetched(store: Reader, crawl: CrawlId, timeout_s: float) -> Page | Skipped:
    """The root of a crawl, when it was fetched; the rule that forbids it, if one does.

    Raises FetchError when there was no usable answer; TimedOut when nobody has taken it up in time.
    """
    deadline = time.monotonic() + timeout_s + _TURN_S
    while (page := await _root(store, crawl)).state in _OPEN:
        if page.state is PageState.PENDING and time.monotonic() > deadline:
            raise TimedOut("the host was busy with other requests, or no worker was there")
        await asyncio.sleep(_LOOK_S)
    if page.state is PageState.SKIPPED:
        return Skipped(page.reason or SkipReason.ADDRESS, page.rule or "", page.message or "")
    if page.state is PageState.CANCELLED:
        raise FetchError("it was cancelled")
    if page.state is not PageState.COMPLETED:
        raise fetch_error(page.error or "", page.message or "")
    return page


async def _root(store: Reader, crawl: CrawlId) -> Page:
    found = await store.get(crawl)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return (await store.pages_by_id(crawl, [found.root]))[found.root]
