"""Step 1: the address that is to be requested, if the rules of now still allow it."""

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped
from leadline.pipeline.plan import Job


def normalize(job: Job) -> Address | Skipped:
    """Patterns may have changed since the page was found; the root is always fetched."""
    task = job.task
    refused = None if task.is_root else job.plan.scope.refusal(task.address)
    return refused or task.address
