"""Scrapes: one page fetched for an answer, nothing followed. A scrape is a crawl of one page."""

import asyncio
import time
import uuid
from typing import Any

import msgspec
import zstandard

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlOptions, CrawlStatus
from leadline.domain.errors import FetchError, TimedOut, fetch_error
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.domain.pages import Page, PageState
from leadline.html.fields import check_selectors
from leadline.services.crawls import root_of
from leadline.store.contract import Store

# Beyond its own time-out, a scrape waits for one turn of somebody else on its host.
_TURN_S = 5.0
_LOOK_S = 0.02

PageData = dict[str, Any]


async def start_scrape(store: Store, address: Address, options: CrawlOptions) -> CrawlId:
    """Store a scrape of `address`. Raises InvalidSelector and StoreError."""
    check_selectors(dict(options.selectors))
    crawl = CrawlId(str(uuid.uuid4()))
    return await store.create(crawl, CrawlKind.SCRAPE, options, root_of(crawl, address))


async def scraped(store: Store, crawl: CrawlId, timeout_s: float) -> PageData | Skipped:
    """What came of a scrape, when it is over. Raises FetchError when there was no answer.

    A scrape that nobody has taken up when its time is over is ended.
    """
    deadline = time.monotonic() + timeout_s + _TURN_S
    while (page := await _page(store, crawl)).state in {PageState.PENDING, PageState.IN_PROGRESS}:
        if page.state is PageState.PENDING and time.monotonic() > deadline:
            await store.set_status(crawl, CrawlStatus.FAILED, "not taken up in time")
            raise TimedOut("the host was busy with other requests, or no worker was there")
        await asyncio.sleep(_LOOK_S)
    await store.finish(crawl)
    if page.state is PageState.SKIPPED:
        return Skipped(page.reason or SkipReason.ADDRESS, page.rule or "", page.message or "")
    if page.state is not PageState.COMPLETED:
        raise _error(page)
    kept = await store.bodies(crawl, [page.id], "result")
    data: PageData = msgspec.json.decode(zstandard.decompress(kept[page.id]))
    return data


async def _page(store: Store, crawl: CrawlId) -> Page:
    found = await store.get(crawl)
    assert found is not None  # noqa: S101 -- it was just created
    return (await store.pages_by_id(crawl, [found.root]))[found.root]


def _error(page: Page) -> FetchError:
    if page.state is PageState.CANCELLED:
        return FetchError("the scrape was cancelled")
    return fetch_error(page.error or "", page.message or "")
