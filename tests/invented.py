"""Crawls of invented sites: kept in a real store as workers would, without a web to fetch from."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlOptions
from leadline.domain.pages import FoundBy, Lead, NewPage, PageKind, Task, WorkerId
from leadline.domain.results import Answer, Completed, Failed, Outcome, Report
from leadline.pipeline.plan import page_id
from leadline.services.crawls import root_of
from leadline.store.contract import Store
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of

ORIGIN = "http://x.example"
_WORKER = WorkerId("inventor")
_commits = itertools.count(1)


@dataclass(frozen=True)
class Told:
    """What a page answers: links by address (or path) and anchor, and fields of the answer."""

    links: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    fields: Mapping[str, Any] = field(default_factory=dict)
    is_failure: bool = False
    only_found: tuple[str, ...] = ()
    """Pages that it makes known without linking to them, as sitemaps do."""

    @property
    def is_redirect(self) -> bool:
        return 300 <= self.status < 400


def links(*targets: str) -> Told:
    """A page with these links; the anchor is the path."""
    return Told({target: target for target in targets})


async def kept(
    store: Store, site: Mapping[str, Told], name: str = "c", **options: object
) -> CrawlId:
    """A crawl of a site that begins at its first page; what it does not have answers with 200."""
    crawl = CrawlId(name)
    chosen = CrawlOptions(**{"delay_ms": 0, "concurrency": 32, "max_depth": 99} | options)  # type: ignore[arg-type]
    await store.create(crawl, CrawlKind.CRAWL, chosen, root_of(crawl, address(next(iter(site)))))
    while batches := (
        await store.claim(_WORKER, frozenset([PageKind.PAGE]), 50, 50, crawl)
    ).batches:
        for batch in batches:
            outcomes = tuple(_outcome(crawl, task, _answer(site, task)) for task in batch.tasks)
            report = Report(batch.token, crawl, batch.host, outcomes)
            await store.complete(_WORKER, next(_commits), [report])
    return crawl


async def crawl_of(store: Store, crawl: CrawlId) -> Crawl:
    found = await store.get(crawl)
    assert found is not None
    return found


def address(path: str) -> Address:
    return Address(path if "//" in path else ORIGIN + path)


def _answer(site: Mapping[str, Told], task: Task) -> Told:
    return site.get(task.address.removeprefix(ORIGIN)) or site.get(task.address) or Told()


def _outcome(crawl: CrawlId, task: Task, told: Told) -> Outcome:
    if told.is_failure:
        return Failed(task.id, "HttpStatus", f"HTTP {told.status}", told.status)
    leads = tuple(
        Lead(page_id(crawl, address(target)), anchor) for target, anchor in told.links.items()
    )
    by = FoundBy.REDIRECT if told.is_redirect else FoundBy.LINK
    depth = task.depth if told.is_redirect else task.depth + 1
    found = tuple(_page(crawl, target, depth, by) for target in told.links)
    found += tuple(_page(crawl, target, 1, FoundBy.SITEMAP) for target in told.only_found)
    return Completed(task.id, _as_answer(told), leads, found)


def _as_answer(told: Told) -> Answer:
    plain: dict[str, Any] = {
        "status": told.status,
        "content_type": "text/html; charset=utf-8",
        "size": 100,
        "title": "Title",
        "truncated": None,
        "parse": None,
        "content_hash": 7,
        "redirected_to": address(next(iter(told.links))) if told.is_redirect else None,
        "timings": (0.0, 1.0, 0.0, 2.0, 3.0),
        "ip": "127.0.0.1",
    }
    return Answer(**plain | dict(told.fields))


def _page(crawl: CrawlId, target: str, depth: int, found_by: FoundBy) -> NewPage:
    at = address(target)
    return NewPage(
        id=page_id(crawl, at),
        address=at,
        host=host_of(at),
        site=site_of(hostname_of(at)),
        depth=depth,
        hops=0,
        found_by=found_by,
        is_fetched=True,
    )
