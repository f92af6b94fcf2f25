"""Step 1: the address that is to be requested, if the rules of now still allow it."""

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import PageKind
from leadline.pipeline.plan import Job


def normalize(job: Job) -> Address | Skipped:
    """Patterns may have changed since the page was found; the root is always fetched.

    The scope is about pages: sitemaps may lie elsewhere.
    """
    task = job.task
    is_free = task.is_root or task.kind is PageKind.SITEMAP
    return (None if is_free else job.plan.scope.refusal(task.address)) or task.address
