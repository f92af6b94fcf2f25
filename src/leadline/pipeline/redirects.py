"""Redirects of a crawl, which are links: the target is a page of its own, at the same depth."""

from leadline.domain.errors import TooManyRedirects
from leadline.domain.outcomes import Completed, Failed, SkippedPage
from leadline.domain.pages import FoundBy, Lead
from leadline.domain.web.documents import Document
from leadline.pipeline.plan import PageWork
from leadline.pipeline.steps.failures import judge_error
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.outcome import build_outcome


def build_redirect_outcome(work: PageWork, fetched: Fetched) -> Completed | Failed | SkippedPage:
    """Return the outcome of a page that answered with a redirect to another page."""
    plan, hops = work.plan, work.task.hops + 1
    if hops > plan.limits.max_redirects:
        error = TooManyRedirects(f"more than {plan.limits.max_redirects} redirects in a row")
        return judge_error(work, error)
    target = fetched.redirected_to or fetched.response.address
    page, by = plan.page_id(target), FoundBy.REDIRECT
    found = new_page(page, target, plan, depth=work.task.depth, found_by=by, hops=hops)
    return build_outcome(work, fetched, Document(), (Lead(page, ""),), (found,))
