"""What becomes of a page that gave no usable answer: tried again, when, and at whose cost."""

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from leadline.domain.errors import FetchError, RobotsUnreachable, TooManyRedirects, TurnOver
from leadline.domain.fetching import Response
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import Task
from leadline.domain.results import Failed, Refused, Returned
from leadline.pipeline.fetch import Fetched
from leadline.pipeline.plan import Job

_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
_LONGEST_PATIENCE_S = 3600.0
# A page that is always busy must not keep its crawl from ending.
_MAX_WAITS = 20
_CLIENT_ERROR = 400
_SERVER_ERROR = 500
_RETRIED = frozenset([408, 425, 429])
_BUSY = frozenset([429, 503])


def failed(job: Job, error: FetchError) -> Failed | Refused:
    """No answer came. The root gets one attempt, since somebody waits for it."""
    task = job.task
    if job.plan.is_scrape and isinstance(error, RobotsUnreachable):
        return Refused(task.id, SkipReason.ROBOTS, "unreachable", str(error))
    retries = error.is_retryable and not task.is_root
    has_attempts = error.is_of_host or task.attempt < job.plan.max_attempts
    return Failed(
        task.id,
        type(error).__name__,
        str(error),
        retry_in_s=_wait_s(task, error) if retries and has_attempts else None,
        costs_attempt=not error.is_of_host,
        is_of_host=error.is_of_host,
        # It answers, but not with what it allows us.
        is_there=isinstance(error, RobotsUnreachable),
    )


def postponed(job: Job, over: TurnOver) -> Returned | Failed | Refused:
    """The page goes on in another turn, at the address that redirects have led to.

    That may be the one it began at: who redirects in a circle would else be followed for ever.
    """
    if not over.hops:
        return Returned(job.task.id)
    most = job.plan.limits.max_redirects
    if job.task.hops + over.hops > most:
        return failed(job, TooManyRedirects(f"more than {most} redirects"))
    return Returned(job.task.id, over.address, over.hops)


def failed_by_status(job: Job, fetched: Fetched) -> Failed | None:
    """An answer came, but it says no. None when it does not.

    An external page that asks for patience is not asked again.
    """
    task, response = job.task, fetched.response
    if response.status < _CLIENT_ERROR or job.plan.is_scrape:
        return None
    patience_s = retry_after_s(response)
    is_retryable = response.status >= _SERVER_ERROR or response.status in _RETRIED
    is_patient = patience_s is not None and task.waits < _MAX_WAITS
    has_attempts = is_patient or task.attempt < job.plan.max_attempts
    retry_in_s = None
    is_final = task.is_root or (job.is_external and patience_s is not None)
    if is_retryable and has_attempts and not is_final:
        retry_in_s = _backoff_s(task.attempt) if patience_s is None else 0.0
    return Failed(
        task.id,
        "HttpError",
        f"HTTP {response.status}",
        status=response.status,
        retry_in_s=retry_in_s,
        costs_attempt=not is_patient,
        host_wait_s=patience_s,
    )


def retry_after_s(response: Response) -> float | None:
    """How long a busy host asks us to wait, in seconds or until a date; nonsense: a short while."""
    if response.status not in _BUSY:
        return None
    value = response.header("retry-after")
    if value is None:
        return _FIRST_WAIT_S if response.status in _RETRIED else None
    if value.isdecimal():
        return min(float(value), _LONGEST_PATIENCE_S)
    try:
        until = parsedate_to_datetime(value)
        wait_s = (until - datetime.now(UTC)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return _FIRST_WAIT_S
    return min(max(wait_s, 0.0), _LONGEST_PATIENCE_S)


def _wait_s(task: Task, error: FetchError) -> float:
    # When the host is to blame, the store knows when it may be asked again.
    return 0.0 if error.is_of_host else _backoff_s(task.attempt)


def _backoff_s(attempt: int) -> float:
    longest: float = min(_FIRST_WAIT_S * 2 ** (attempt - 1), _LONGEST_WAIT_S)
    return longest * random.uniform(0.5, 1.5)  # noqa: S311 -- spreads retries, keeps no secret
