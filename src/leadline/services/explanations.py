"""What became of an address in a crawl, whether it is known or not, and how one gets there."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import Page
from leadline.pipeline.plan import Defaults
from leadline.services.crawls import address_in, page_at
from leadline.services.export_formats.table import Row
from leadline.services.export_rows import page_row
from leadline.services.graph.leads import PageLead, lead_row, leads_along
from leadline.services.reasons import Reason, lifted_by, reason_of, refusal_of
from leadline.store.reader import Reader

FindPath = Callable[[Reader, Crawl, PageId], Awaitable[list[PageId]]]


class Explanation(NamedTuple):
    """An address, what became of it and, when it is a page, how it was found and is reached."""

    url: str
    reason: Reason
    page: Page | None = None
    found_on: Page | None = None
    path: tuple[PageLead, ...] = ()


async def explanation(
    store: Reader, crawl: Crawl, url: str, defaults: Defaults, find_path: FindPath
) -> Explanation:
    """Why an address is where it is, or what would become of it. Raises InvalidAddress."""
    address = address_in(crawl, url)
    if isinstance(address, Skipped):
        return Explanation(url, _refused(address, "never crawled"))
    page = await page_at(store, crawl.id, address)
    if page is None:
        refused = await refusal_of(store, crawl, address, defaults)
        return Explanation(address, _unknown(crawl, refused))
    reason = await reason_of(store, crawl, page, defaults)
    found = await store.pages_by_id(crawl.id, [page.found_on] if page.found_on else [])
    path = await leads_along(store, crawl.id, await find_path(store, crawl, page.id))
    return Explanation(page.address, reason, page, next(iter(found.values()), None), tuple(path))


def _unknown(crawl: Crawl, refused: Skipped | None) -> Reason:
    so_far = "" if crawl.status.is_final else " so far"
    nothing = f"not known: no page{so_far} has a link to it"
    if refused is None:
        return Reason(is_crawled=False, sentence=nothing)
    return _refused(refused, f"{nothing}, and it would not be fetched if one had")


def _refused(refused: Skipped, what: str) -> Reason:
    return Reason(
        is_crawled=False,
        sentence=f"{what}: {refused.detail}",
        reason=refused.reason,
        rule=refused.rule,
        lifted_by=lifted_by(refused.reason, refused.rule),
    )


def explanation_row(found: Explanation) -> Row:
    """The same as programs receive it."""
    return {
        "url": found.url,
        "known": found.page is not None,
        "crawled": found.reason.is_crawled,
        "explanation": found.reason.sentence,
        "reason": found.reason.reason,
        "rule": found.reason.rule,
        "lifted_by": found.reason.lifted_by,
        "page": page_row(found.page) if found.page else None,
        "found_on": found.found_on and found.found_on.address,
        "path": [lead_row(step) for step in found.path],
    }
