"""Step 5: from unknown links to pages: where they belong, and which rules they meet."""

from collections.abc import Sequence

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.documents import Link
from leadline.domain.outcomes import NOFOLLOW, Skipped, SkipReason
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.pipeline.pauses import paused
from leadline.pipeline.plan import Job, Plan
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of
from leadline.urls.traps import going_round, shape_of, shortened


async def resolve(
    links: Sequence[tuple[PageId, Link]], own: Address, job: Job
) -> tuple[NewPage, ...]:
    """The pages that a page links to, one level below it; `own` is where it was found itself.

    Patterns may take long: the event loop goes on between links.
    """
    if not links:
        return ()
    depth = job.task.depth + 1
    found = tuple([_linked(page, link, job.plan, depth) async for page, link in paused(links)])
    if not (endless := going_round(own, [link.address for _, link in links])):
        return found
    return tuple(
        page._replace(goes_round=True) if page.address in endless else page for page in found
    )


def _linked(page: PageId, link: Link, plan: Plan, depth: int) -> NewPage:
    found = new_page(page, link.address, plan, depth=depth, found_by=FoundBy.LINK)
    if plan.respects_nofollow and link.rel and found.skipped is None:
        return found._replace(skipped=(SkipReason.ROBOTS, NOFOLLOW))
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
    """A page as it is stored when it is new: rules first, then whether it is near enough.

    An external page is linked to by one that is. What a sitemap lists is no link.
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
        is_fetched=is_external or depth <= plan.max_depth,
        shape=None if refused or is_external else shape_of(address),
        skipped=(refused.reason, refused.rule) if refused else None,
        kind=PageKind.EXTERNAL if is_external else PageKind.PAGE,
    )


def refusal(address: Address, plan: Plan) -> Skipped | None:
    """The rule that keeps what a link leads to from being fetched, if one does.

    As links of external pages are not followed, nothing they lead into could be a trap.
    """
    if plan.is_external(address):
        return plan.scope.exclusion(address)
    return plan.scope.refusal(address) or plan.traps.refusal(address)
