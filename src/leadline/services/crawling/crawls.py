"""Crawls: start, find and delete one, and its JSON."""

import time
import uuid
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import FetchError, StoreUnavailable, UnknownCrawl
from leadline.domain.listing import CrawlFilter, CrawlPlace
from leadline.domain.pages import FoundBy, NewPage, Page
from leadline.domain.skips import Skipped
from leadline.pipeline.plan import page_id
from leadline.services.crawling.root_waiter import RootWaiter
from leadline.store.contract import Store
from leadline.store.reader import Reader
from leadline.urls.address import host_of, hostname_of, origin_of
from leadline.urls.domains import site_of
from leadline.urls.identity import key_of
from leadline.urls.patterns import check_budget
from leadline.urls.submitted import normalize_submitted

LATEST = "latest"
PREVIOUS = "previous"
_SOME = 4
_LISTED = 200
_CHUNK = 5_000


async def start_crawl(
    store: Store,
    address: Address,
    options: CrawlOptions,
    request: tuple[str, str] | None = None,
    *,
    is_awaited: bool = True,
) -> CrawlId:
    """Store a crawl of `address`. Raises InvalidPattern, IdempotencyConflict and StoreError."""
    check_patterns(options)
    crawl = CrawlId(str(uuid.uuid4()))
    root = root_of(crawl, address, folds_path_case=options.folds_path_case)
    return await store.create(crawl, CrawlKind.CRAWL, options, root, request, is_awaited=is_awaited)


def check_patterns(options: CrawlOptions) -> None:
    """Check the patterns of a crawl. Raises InvalidPattern."""
    check_budget((*options.include, *options.exclude))


async def begin_crawl(
    store: Store,
    root_waiter: RootWaiter,
    address: Address,
    options: CrawlOptions,
    request: tuple[str, str] | None = None,
) -> Crawl | Skipped:
    """Store a crawl and wait for its root; delete the crawl if the root was not fetched.

    `request` is an idempotency key and a digest of the request: a known one returns its crawl.
    Raises InvalidPattern, FetchError when there is no usable answer, IdempotencyConflict
    and StoreError.
    """
    crawl = await start_crawl(store, address, options, request)
    try:
        root = await root_waiter.wait_for(crawl, options.timeout_ms / 1000)
    except FetchError:
        # The client gets the error of the root, also if the store cannot be written.
        with suppress(StoreUnavailable):
            await remove_crawl(store, crawl)
        raise
    if isinstance(root, Skipped):
        await remove_crawl(store, crawl)
        return root
    return await get_crawl(store, crawl)


async def remove_crawl(store: Store, crawl: CrawlId) -> None:
    """Cancel a crawl if it is still running, and delete it with all its pages."""
    await store.set_status(crawl, CrawlStatus.CANCELLED)
    while await store.delete(crawl, _CHUNK):
        pass


def is_rootless(crawl: Crawl) -> bool:
    """Return whether a crawl failed at its root, and has no other page."""
    return crawl.status is CrawlStatus.FAILED and crawl.counts.total == 0


async def get_crawl(store: Reader, crawl: CrawlId) -> Crawl:
    """Return the crawl of an id. Raises UnknownCrawl."""
    found = await store.get(crawl)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return found


def place_of(crawl: Crawl) -> CrawlPlace:
    """Return where a list continues that ended with this crawl."""
    return CrawlPlace(crawl.created_at, crawl.id)


async def find_crawl(store: Reader, name: str) -> Crawl:
    """Return the crawl of an id, its first characters, `latest`, or `previous`.

    Raises UnknownCrawl, also if several ids begin so.
    """
    if name == PREVIOUS:
        return await previous_of(store, await find_crawl(store, LATEST))
    if name == LATEST:
        newest = await store.newest(CrawlKind.CRAWL, 1)
        if not newest:
            raise UnknownCrawl("there is no crawl here yet; start one with: leadline crawl URL")
        return newest[0]
    if found := await store.get(CrawlId(name)):
        return found
    ids = await store.crawl_ids(CrawlKind.CRAWL, name.lower(), _SOME) if name else []
    if len(ids) > 1:
        raise UnknownCrawl(f"several crawls begin with {name}: {', '.join(ids)}; write more of it")
    crawl = await store.get(ids[0]) if ids else None
    if crawl is None:
        raise UnknownCrawl(f"there is no crawl {name} here; list them with: leadline crawls")
    return crawl


async def previous_of(store: Reader, crawl: Crawl) -> Crawl:
    """Return the newest crawl of the same root before this one. Raises UnknownCrawl."""
    root, last = key_of(crawl.root_url), crawl
    wanted = CrawlFilter(search=hostname_of(crawl.root_url))
    while some := await store.newest(crawl.kind, _LISTED, place_of(last), wanted):
        for each in some:
            if key_of(each.root_url) == root:
                return each
        last = some[-1]
    raise UnknownCrawl(f"there is no crawl of {crawl.root_url} before {crawl.id}")


def address_in(crawl: Crawl, url: str) -> Address | Skipped:
    """Return the address of a URL; a path is one of the root's origin.

    Raises InvalidAddress.
    """
    is_path = url.startswith("/") and not url.startswith("//")
    return normalize_submitted(origin_of(crawl.root_url) + url if is_path else url)


async def find_page(store: Reader, crawl: CrawlId, address: Address) -> Page | None:
    """Return the page of an address, in any spelling with its URL key; None if it is not found."""
    options = (await get_crawl(store, crawl)).options
    page = page_id(crawl, address, folds_path_case=options.folds_path_case)
    return (await store.pages_by_id(crawl, [page])).get(page)


def root_of(crawl: CrawlId, address: Address, *, folds_path_case: bool = False) -> NewPage:
    """Return the root of a crawl as a new page."""
    return NewPage(
        id=page_id(crawl, address, folds_path_case=folds_path_case),
        address=address,
        host=host_of(address),
        site=site_of(hostname_of(address)),
        depth=0,
        hops=0,
        found_by=FoundBy.ROOT,
        is_fetched=True,
    )


def progress(crawl: Crawl) -> dict[str, Any]:
    """Return a crawl and its figures as JSON of the server."""
    return summary(crawl) | {
        "reason": crawl.reason,
        "submitted_url": crawl.submitted_url,
        "seq": crawl.seq,
        "created_at": moment(crawl.created_at),
        "started_at": moment(crawl.started_at),
        "finished_at": moment(crawl.finished_at),
    }


def moment(at: float | None) -> str | None:
    """Return a time in ISO 8601, in UTC."""
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def summary(crawl: Crawl) -> dict[str, Any]:
    """Return a crawl and its figures as JSON."""
    counts = crawl.counts
    end = crawl.finished_at or time.time()
    duration_s = end - crawl.started_at if crawl.started_at else 0.0
    return {
        "crawl_id": crawl.id,
        "status": crawl.status,
        "root_url": key_of(crawl.root_url, fold_path_case=crawl.options.folds_path_case),
        "max_depth": crawl.options.max_depth,
        "requested_depth": crawl.options.max_depth + 1,
        "figures": asdict(crawl.figures),
        "total": counts.total,
        "completed": counts.completed,
        "pending": counts.pending,
        "in_progress": counts.in_progress,
        "failed": counts.failed,
        "cancelled": counts.cancelled,
        "skipped": counts.skipped,
        "skipped_by": {str(reason): count for reason, count in counts.skipped_by.items() if count},
        "limit_reached": crawl.limits_reached,
        "sitemaps": {name: count for name, count in asdict(crawl.sitemaps).items() if count},
        "fetched": crawl.figures.fetched,
        "leads": crawl.leads,
        "bytes": crawl.bytes,
        "duration_s": round(duration_s, 3),
        "pages_per_s": round(crawl.figures.fetched / duration_s, 1) if duration_s else 0.0,
    }
