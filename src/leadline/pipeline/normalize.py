"""Step 1: the address that is to be requested, if the rules of now still allow it."""

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import PageKind
from leadline.pipeline.plan import Job
from leadline.urls.traps import is_shortened


def normalize(job: Job) -> Address | Skipped:
    """Patterns may have changed since the page was found; the root is always fetched.

    The scope is about pages of the site: sitemaps may lie elsewhere, external pages do.
    """
    task, scope = job.task, job.plan.scope
    if task.is_root or task.kind is PageKind.SITEMAP:
        return task.address
    refusal = scope.exclusion if job.is_external else scope.refusal
    return refusal(task.address) or _shortening(task.address, job) or task.address


def _shortening(address: Address, job: Job) -> Skipped | None:
    """Refuse what is only the beginning of an address, also when a person wants it tried again."""
    return job.plan.traps.refusal(address) if is_shortened(address) else None
