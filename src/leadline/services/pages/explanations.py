"""The explanation of an address in a crawl, found or not, and the path to it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page
from leadline.domain.skips import Skipped
from leadline.pipeline.plan import Defaults
from leadline.services.crawling.crawls import address_in, find_page
from leadline.services.graph.leads import PageLead, lead_row, leads_along
from leadline.services.page_records import page_record
from leadline.services.pages.reasons import Reason, lifted_by, reason_of, refusal_of
from leadline.store.reader import Reader

FindPath = Callable[[Reader, Crawl, PageId], Awaitable[list[PageId]]]


class Explanation(NamedTuple):
    """An address and its reason; for a page also where it was found, and the path to it."""

    url: str
    reason: Reason
    page: Page | None = None
    found_on: Page | None = None
    path: tuple[PageLead, ...] = ()
    folds_path_case: bool = False


async def explanation(
    store: Reader, crawl: Crawl, url: str, defaults: Defaults, find_path: FindPath
) -> Explanation:
    """Explain the state of an address, or what would happen to it. Raises InvalidAddress."""
    address = address_in(crawl, url)
    if isinstance(address, Skipped):
        return Explanation(url, _refusal_reason(address, "never crawled"))
    page = await find_page(store, crawl.id, address)
    if page is None:
        refused = await refusal_of(store, crawl, address, defaults)
        return Explanation(address, _unknown_reason(crawl, refused))
    reason = await reason_of(store, crawl, page, defaults)
    found = await store.pages_by_id(crawl.id, [page.found_on] if page.found_on else [])
    path = await leads_along(store, crawl.id, await find_path(store, crawl, page.id))
    folds, found_on = crawl.options.folds_path_case, next(iter(found.values()), None)
    return Explanation(page.address, reason, page, found_on, tuple(path), folds)


def _unknown_reason(crawl: Crawl, refused: Skipped | None) -> Reason:
    so_far = "" if crawl.status.is_final else " so far"
    nothing = f"not known: no page{so_far} has a link to it"
    if refused is None:
        return Reason(is_crawled=False, sentence=nothing)
    return _refusal_reason(refused, f"{nothing}, and it would not be fetched if one had")


def _refusal_reason(refused: Skipped, what: str) -> Reason:
    return Reason(
        is_crawled=False,
        sentence=f"{what}: {refused.detail}",
        reason=refused.reason,
        rule=refused.rule,
        lifted_by=lifted_by(refused.reason, refused.rule),
    )


def explanation_row(found: Explanation) -> JsonObject:
    """Return an explanation as JSON."""
    return {
        "url": found.url,
        "known": found.page is not None,
        "crawled": found.reason.is_crawled,
        "explanation": found.reason.sentence,
        "reason": found.reason.reason,
        "rule": found.reason.rule,
        "lifted_by": found.reason.lifted_by,
        "page": found.page and page_record(found.page, folds_path_case=found.folds_path_case),
        "found_on": found.found_on and found.found_on.address,
        "path": [lead_row(step) for step in found.path],
    }
