"""Step 5: from unknown links to pages: their scope, and the rules that skip them."""

from collections.abc import Sequence

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Link
from leadline.pipeline.pauses import with_pauses
from leadline.pipeline.plan import PageWork, Plan
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of
from leadline.urls.traps import going_round, shape_of, shortened


async def judge_links(
    links: Sequence[tuple[PageId, Link]], own: Address, work: PageWork
) -> tuple[NewPage, ...]:
    """Return the pages that a page links to, one level below it; `own` is its own address.

    Patterns may take long: the event loop runs between links.
    """
    if not links:
        return ()
    depth = work.task.depth + 1
    found = tuple(
        [_judge_link(page, link, work.plan, depth) async for page, link in with_pauses(links)]
    )
    if not (endless := going_round(own, [link.address for _, link in links])):
        return found
    return tuple(
        page._replace(goes_round=True) if page.address in endless else page for page in found
    )


def _judge_link(page: PageId, link: Link, plan: Plan, depth: int) -> NewPage:
    found = new_page(page, link.address, plan, depth=depth, found_by=FoundBy.LINK)
    if plan.options.respects_nofollow and link.rel and found.skipped is None:
        return found._replace(skipped=Rule.NOFOLLOW.pair)
    return found


def new_page(
    page: PageId,
    address: Address,
    plan: Plan,
    *,
    depth: int,
    found_by: FoundBy,
    hops: int = 0,
) -> NewPage:
    """Return a new page to be stored: first by the rules, then by its depth.

    An external page is fetched at any depth, because a page within the limit links to it. One that
    a sitemap lists is skipped: that is no link.
    """
    is_external = plan.is_external(address)
    is_listed = found_by is FoundBy.SITEMAP
    refused = plan.scope.refusal(address) if is_listed and is_external else refusal(address, plan)
    return NewPage(
        id=page,
        address=shortened(address) if refused else address,
        host=host_of(address),
        site=site_of(hostname_of(address)),
        depth=depth,
        hops=hops,
        found_by=found_by,
        is_fetched=is_external or depth <= plan.options.max_depth,
        shape=None if refused or is_external else shape_of(address),
        skipped=(refused.reason, refused.rule) if refused else None,
        kind=PageKind.EXTERNAL if is_external else PageKind.PAGE,
    )


def refusal(address: Address, plan: Plan) -> Skipped | None:
    """Return the rule that skips the target of a link, if there is one.

    External pages cannot be traps: their links are not followed.
    """
    if plan.is_external(address):
        return plan.scope.exclusion(address)
    return plan.scope.refusal(address) or plan.traps.refusal(address)
