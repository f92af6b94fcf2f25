"""Crawls: starting one, and what is told of it."""

import time
import uuid
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlOptions, CrawlStatus
from leadline.domain.errors import FetchError, UnknownCrawl
from leadline.domain.listing import CrawlFilter, CrawlPlace
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import FoundBy, NewPage, Page
from leadline.pipeline.plan import page_id
from leadline.services.roots import Roots
from leadline.store.contract import Store
from leadline.store.reader import Reader
from leadline.urls.address import host_of, hostname_of, origin_of
from leadline.urls.domains import site_of
from leadline.urls.identity import key_of
from leadline.urls.patterns import Pattern
from leadline.urls.submitted import submitted

LATEST = "latest"
PREVIOUS = "previous"
_SOME = 4
_LISTED = 200
_CHUNK = 5_000


async def start_crawl(
    store: Store, address: Address, options: CrawlOptions, request: tuple[str, str] | None = None
) -> CrawlId:
    """Store a crawl of `address`. Raises InvalidPattern, IdempotencyConflict and StoreError."""
    check_patterns(options)
    crawl = CrawlId(str(uuid.uuid4()))
    return await store.create(crawl, CrawlKind.CRAWL, options, root_of(crawl, address), request)


def check_patterns(options: CrawlOptions) -> None:
    """Raises InvalidPattern."""
    for pattern in (*options.include, *options.exclude):
        Pattern.parse(pattern)


async def begin_crawl(
    store: Store,
    roots: Roots,
    address: Address,
    options: CrawlOptions,
    request: tuple[str, str] | None = None,
) -> Crawl | Skipped:
    """Store a crawl and wait until its root was fetched; if it was not, nothing is kept of it.

    `request` is an idempotency key and a digest of what was asked: a known one gives the crawl that
    it made. Raises InvalidPattern, FetchError when there is no usable answer, IdempotencyConflict
    and StoreError.
    """
    crawl = await start_crawl(store, address, options, request)
    try:
        root = await roots.fetched(crawl, options.timeout_ms / 1000)
    except FetchError:
        await remove_crawl(store, crawl)
        raise
    if isinstance(root, Skipped):
        await remove_crawl(store, crawl)
        return root
    return await existing(store, crawl)


async def remove_crawl(store: Store, crawl: CrawlId) -> None:
    """Cancel a crawl if it is still running, and remove all that is kept of it."""
    await store.set_status(crawl, CrawlStatus.CANCELLED)
    while await store.delete(crawl, _CHUNK):
        pass


async def existing(store: Reader, crawl: CrawlId) -> Crawl:
    """The crawl of an id. Raises UnknownCrawl."""
    found = await store.get(crawl)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return found


def place_of(crawl: Crawl) -> CrawlPlace:
    """Where a list goes on that ended with this crawl."""
    return CrawlPlace(crawl.created_at, crawl.id)


async def crawl_named(store: Reader, name: str) -> Crawl:
    """The crawl that a person means: an id, the beginning of one, `latest`, or `previous`.

    Raises UnknownCrawl, also when several begin like that.
    """
    if name == PREVIOUS:
        return await previous_of(store, await crawl_named(store, LATEST))
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
        raise UnknownCrawl(f"there is no crawl {name} here; leadline crawls lists them")
    return crawl


async def previous_of(store: Reader, crawl: Crawl) -> Crawl:
    """The newest crawl of the same root that was begun before this one. Raises UnknownCrawl."""
    root, last = key_of(crawl.root_url), crawl
    wanted = CrawlFilter(search=hostname_of(crawl.root_url))
    while some := await store.newest(crawl.kind, _LISTED, place_of(last), wanted):
        for each in some:
            if key_of(each.root_url) == root:
                return each
        last = some[-1]
    raise UnknownCrawl(f"there is no crawl of {crawl.root_url} before {crawl.id}")


def address_in(crawl: Crawl, text: str) -> Address | Skipped:
    """The address that a person means, of which a path is enough. Raises InvalidAddress."""
    is_path = text.startswith("/") and not text.startswith("//")
    return submitted(origin_of(crawl.root_url) + text if is_path else text)


async def page_at(store: Reader, crawl: CrawlId, address: Address) -> Page | None:
    """The page of an address, if the crawl knows it; it need not be written as it was found."""
    page = page_id(crawl, address)
    return (await store.pages_by_id(crawl, [page])).get(page)


def root_of(crawl: CrawlId, address: Address) -> NewPage:
    """The page that a crawl begins with."""
    return NewPage(
        id=page_id(crawl, address),
        address=address,
        host=host_of(address),
        site=site_of(hostname_of(address)),
        depth=0,
        hops=0,
        found_by=FoundBy.ROOT,
        is_fetched=True,
    )


def progress(crawl: Crawl) -> dict[str, Any]:
    """A crawl and its figures as the server tells them."""
    return summary(crawl) | {
        "reason": crawl.reason,
        "submitted_url": crawl.submitted_url,
        "seq": crawl.seq,
        "created_at": moment(crawl.created_at),
        "started_at": moment(crawl.started_at),
        "finished_at": moment(crawl.finished_at),
    }


def shown_options(options: CrawlOptions) -> dict[str, Any]:
    """What a crawl asks for, in the words of the server; of headers only the names."""
    return {
        "max_depth": options.max_depth,
        "requested_depth": options.max_depth + 1,
        "scope": options.scope,
        "include": options.include,
        "exclude": options.exclude,
        "max_pages": options.max_pages,
        "concurrency": options.concurrency,
        "delay_ms": options.delay_ms,
        "timeout_ms": options.timeout_ms,
        "user_agent": options.user_agent,
        "respect_robots": options.respects_robots,
        "respect_nofollow": options.respects_nofollow,
        "max_attempts": options.max_attempts,
        "max_per_shape": options.max_per_shape,
        "keep": options.keeps,
        "sitemap": options.reads_sitemaps,
        "external": options.checks_external,
        "headers": [name for name, _ in options.headers],
    }


def moment(at: float | None) -> str | None:
    """A time as programs receive it."""
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def summary(crawl: Crawl) -> dict[str, Any]:
    """A crawl and its figures as programs receive them."""
    counts = crawl.counts
    end = crawl.finished_at or time.time()
    duration_s = end - crawl.started_at if crawl.started_at else 0.0
    return {
        "crawl_id": crawl.id,
        "status": crawl.status,
        "root_url": key_of(crawl.root_url),
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
