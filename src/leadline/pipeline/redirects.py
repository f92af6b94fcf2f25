"""In a crawl, a redirect is a link: its target is a page of its own, at the same depth."""

from leadline.domain.documents import Document
from leadline.domain.errors import TooManyRedirects
from leadline.domain.pages import FoundBy, Lead
from leadline.domain.results import Completed, Failed, Refused
from leadline.pipeline.failures import failed
from leadline.pipeline.fetch import Fetched
from leadline.pipeline.plan import Job
from leadline.pipeline.resolve import new_page
from leadline.pipeline.store import completed


def redirected(job: Job, fetched: Fetched) -> Completed | Failed | Refused:
    """The outcome of a page that answered with a redirect to another page."""
    plan, hops = job.plan, job.task.hops + 1
    if hops > plan.limits.max_redirects:
        error = TooManyRedirects(f"more than {plan.limits.max_redirects} redirects in a row")
        return failed(job, error)
    target = fetched.redirected_to or fetched.response.address
    page, by = plan.page_id(target), FoundBy.REDIRECT
    found = new_page(page, target, plan, depth=job.task.depth, found_by=by, hops=hops)
    return completed(job, fetched, Document(), (Lead(page, ""),), (found,))
