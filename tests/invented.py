"""Crawls of invented sites: kept in a real store as workers would, without a web to fetch from."""

import itertools
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from answers import ANSWER
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind
from leadline.domain.outcomes import Completed, Failed, Outcome, Report, SkippedPage
from leadline.domain.pages import Answer, FoundBy, Lead, NewPage, PageKind, Task, WorkerId
from leadline.domain.skips import SkipReason
from leadline.domain.web.fetching import Limits
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.pipeline.steps.judge_links import new_page
from leadline.services.crawling.crawls import root_of
from leadline.services.crawling.settle import settle
from leadline.store.contract import Store

ORIGIN = "http://x.example"
DEFAULTS = Defaults(Limits(), "Leadline/0")
_WORKER = WorkerId("inventor")
_commits = itertools.count(1)


@dataclass(frozen=True)
class Told:
    """What a page answers: links by address (or path) and anchor, and fields of the answer."""

    links: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    fields: Mapping[str, Any] = field(default_factory=dict)
    is_failure: bool = False
    is_disallowed: bool = False
    rel: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only_found: tuple[str, ...] = ()
    """Pages that it makes known without linking to them, as sitemaps do."""

    @property
    def is_redirect(self) -> bool:
        return 300 <= self.status < 400


def links(*targets: str) -> Told:
    """A page with these links; the anchor is what they lead to."""
    return Told({target: target for target in targets})


async def kept(
    store: Store, site: Mapping[str, Told], name: str = "c", **options: object
) -> CrawlId:
    """A crawl of a site that begins at its first page; what it does not have answers with 200."""
    crawl = await begun(store, site, name, **options)
    await worked_on(store, crawl, site)
    return crawl


async def begun(
    store: Store, site: Mapping[str, Told], name: str = "c", **options: object
) -> CrawlId:
    """The same, and nothing was fetched yet."""
    crawl = CrawlId(name)
    chosen = CrawlOptions(**{"delay_ms": 0, "concurrency": 32, "max_depth": 99} | options)  # type: ignore[arg-type]
    await store.create(crawl, CrawlKind.CRAWL, chosen, root_of(crawl, address(next(iter(site)))))
    return crawl


async def worked_on(store: Store, crawl: CrawlId, site: Mapping[str, Told]) -> None:
    """Until nothing is left to do."""
    async for _ in steps(store, crawl, site, 50):
        pass


async def steps(
    store: Store, crawl: CrawlId, site: Mapping[str, Told], pages: int = 1
) -> AsyncIterator[Crawl]:
    """The crawl after every few pages, until nothing is left to do."""
    plan = plan_of(await crawl_of(store, crawl), DEFAULTS)
    kinds = frozenset([PageKind.PAGE])
    while batches := (await store.claim(_WORKER, kinds, pages, 50, crawl)).batches:
        for batch in batches:
            outcomes = tuple(_outcome(plan, task, _answer(site, task)) for task in batch.tasks)
            report = Report(batch.token, crawl, batch.host, outcomes)
            await store.complete(_WORKER, next(_commits), [report])
        yield await crawl_of(store, crawl)


async def settled(
    store: Store, site: Mapping[str, Told], name: str = "c", **options: object
) -> Crawl:
    """The same, and it is over: every page at its depth."""
    crawl = await kept(store, site, name, **options)
    while await store.sweep(crawl, 100):
        pass
    assert await settle(store, await crawl_of(store, crawl))
    return await crawl_of(store, crawl)


async def crawl_of(store: Store, crawl: CrawlId) -> Crawl:
    found = await store.get(crawl)
    assert found is not None
    return found


def address(path: str) -> Address:
    return Address(path if "//" in path else ORIGIN + path)


def _answer(site: Mapping[str, Told], task: Task) -> Told:
    return site.get(task.address.removeprefix(ORIGIN)) or site.get(task.address) or Told()


def _outcome(plan: Plan, task: Task, told: Told) -> Outcome:
    if told.is_failure and not told.status:
        return Failed(task.id, "ConnectRefused", "nothing listens there")
    if told.is_failure:
        return Failed(task.id, "HttpStatus", f"HTTP {told.status}", told.status)
    if told.is_disallowed:
        return SkippedPage(task.id, SkipReason.ROBOTS, "disallow", "robots.txt disallows it")
    leads = tuple(
        Lead(plan.page_id(address(target)), anchor, told.rel.get(target, ()))
        for target, anchor in told.links.items()
    )
    return Completed(task.id, _as_answer(told), leads, tuple(_found(plan, task, told)))


def _as_answer(told: Told) -> Answer:
    answer = ANSWER._replace(
        status=told.status,
        content_type="text/html; charset=utf-8",
        redirected_to=address(next(iter(told.links))) if told.is_redirect else None,
        timings=(0.0, 1.0, 0.0, 2.0, 3.0),
    )
    return answer._replace(**told.fields)


def _found(plan: Plan, task: Task, told: Told) -> Iterator[NewPage]:
    by = FoundBy.REDIRECT if told.is_redirect else FoundBy.LINK
    depth = task.depth if told.is_redirect else task.depth + 1
    for target in map(address, told.links):
        yield new_page(plan.page_id(target), target, plan, depth=depth, found_by=by)
    for target in map(address, told.only_found):
        yield new_page(plan.page_id(target), target, plan, depth=1, found_by=FoundBy.SITEMAP)
