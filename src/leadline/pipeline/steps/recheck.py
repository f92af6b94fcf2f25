"""Step 1: the address to request, if the rules still allow it."""

from leadline.domain.addresses import Address
from leadline.domain.pages import PageKind
from leadline.domain.skips import Skipped
from leadline.pipeline.plan import PageWork
from leadline.urls.traps import is_shortened


def recheck(work: PageWork) -> Address | Skipped:
    """Return the address, or the rule that skips it: patterns may have changed since it was found.

    The root and sitemaps are always fetched. Of an external page only patterns are asked: it is out
    of scope.
    """
    task, scope = work.task, work.plan.scope
    if task.is_root or task.kind is PageKind.SITEMAP:
        return task.address
    refusal = scope.exclusion if work.is_external else scope.refusal
    return refusal(task.address) or _shortening(task.address, work) or task.address


def _shortening(address: Address, work: PageWork) -> Skipped | None:
    """Return the rule that skips a shortened address, also when a person retries the page."""
    return work.plan.traps.refusal(address) if is_shortened(address) else None
