"""Changing options of a running crawl, and trying pages again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.pages import Closed, FoundBy, NewPage, Page, PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.pipeline.steps.judge_links import new_page
from leadline.services.crawling.crawls import check_patterns, get_crawl
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.indexes import Indexes
from leadline.services.graph.leads import leads_in
from leadline.store.contract import MAX_NEW_PAGES, Store

_CHUNK = 2_000
_PATTERNS = (Rule.INCLUDE, Rule.EXCLUDE)
_RULES = {"include": _PATTERNS, "exclude": _PATTERNS, "max_per_shape": (Rule.MAX_PER_SHAPE,)}
"""By option: the rules that it sets."""


async def change_crawl(
    store: Store,
    crawl: CrawlId,
    changes: Mapping[str, Any],
    defaults: Defaults,
    indexes: Indexes,
) -> int | None:
    """Change options of a crawl by name; None when it is over.

    - Pages that a pattern or the budget of a shape skipped are judged again.
    - Queued pages that are too deep now are no longer fetched.
    - Returns how many skipped pages are queued now.
    - Repeating an interrupted change completes it.

    Raises UnknownCrawl, InvalidPattern and StoreError.
    """
    before = await get_crawl(store, crawl)
    after = replace(before, options=replace(before.options, **changes))
    check_patterns(after.options)
    if not await store.set_options(crawl, after.options):
        return None
    if "max_depth" in changes:
        while await store.put_off(crawl, _CHUNK):
            pass
    rules = {rule for name in changes for rule in _RULES.get(name, ())}
    to_fetch = 0
    for rule in sorted(rules):
        to_fetch += await _readmit(store, after, rule.pair, plan_of(after, defaults), indexes)
    return to_fetch


async def _readmit(
    store: Store, crawl: Crawl, rule: tuple[SkipReason, str], plan: Plan, indexes: Indexes
) -> int:
    """Judge all pages that a rule skipped again, in chunks; return how many are queued now."""
    to_fetch, last = 0, None
    while chunk := await store.skipped_pages(crawl.id, rule, MAX_NEW_PAGES, last):
        found = [_anew(page, plan) for page in chunk]
        if plan.options.respects_nofollow:
            index = await indexes.index(store, crawl.id)
            pairs = zip(chunk, found, strict=True)
            found = [await _judge_nofollow(store, index, page, new) for page, new in pairs]
        to_fetch += await store.readmit(crawl.id, found)
        last = chunk[-1].id
    return to_fetch


def _anew(page: Page, plan: Plan) -> NewPage:
    return new_page(page.id, page.address, plan, depth=page.depth, found_by=page.found_by)


async def _judge_nofollow(store: Store, index: LinkIndex, page: Page, new: NewPage) -> NewPage:
    """Skip a page that only nofollow links lead to."""
    if new.skipped is not None or page.found_by is not FoundBy.LINK:
        return new
    sources = index.in_links(page.id).tolist()
    async for some in leads_in(store, index.crawl, page, sources):
        if any(not each.lead.rel for each in some):
            return new
    return new._replace(skipped=Rule.NOFOLLOW.pair)


async def retry_pages(
    store: Store,
    crawl: CrawlId,
    state: PageState,
    reason: str | None,
    status: tuple[int, int] | None = None,
) -> int:
    """Queue failed or skipped pages again; return how many. Raises UnknownCrawl.

    Each is queued once, however fast it fails again.
    """
    before = await get_crawl(store, crawl)
    counts = before.counts
    # The counts exclude the root.
    left = 1 + (counts.failed if state is PageState.FAILED else counts.skipped)
    which = Closed(state, reason, status, before.seq)
    opened = 0
    while left > opened:
        limit = min(_CHUNK, left - opened)
        moved = await store.reopen(crawl, which, limit)
        if not moved:
            break
        opened += moved
    return opened
