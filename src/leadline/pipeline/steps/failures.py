"""Pages without a usable answer: whether and when they are tried again, and at whose cost."""

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from leadline.domain.errors import FetchError, RobotsUnreachable, TooManyRedirects
from leadline.domain.outcomes import Failed, HostAt, Returned, SkippedPage
from leadline.domain.pages import Task
from leadline.domain.rules import Rule
from leadline.domain.web.fetching import Response
from leadline.pipeline.plan import PageWork
from leadline.pipeline.steps.fetch import Fetched, Postponed
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of

_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
_LONGEST_PATIENCE_S = 3600.0
# A page that always asks for patience must not keep its crawl from ending.
_MAX_WAITS = 20
_CLIENT_ERROR = 400
_SERVER_ERROR = 500
_RETRIED = frozenset([408, 425, 429])
_BUSY = frozenset([429, 503])


def judge_error(work: PageWork, error: FetchError) -> Failed | SkippedPage:
    """Return the outcome of a page without an answer. A root has one attempt: a client waits."""
    task = work.task
    if work.plan.is_scrape and isinstance(error, RobotsUnreachable):
        return SkippedPage(task.id, *Rule.UNREACHABLE.pair, str(error))
    retries = error.is_retryable and not task.is_root
    has_attempts = error.is_of_host or task.attempt < work.plan.options.max_attempts
    return Failed(
        task.id,
        type(error).__name__,
        str(error),
        retry_in_s=_wait_s(task, error) if retries and has_attempts else None,
        costs_attempt=not error.is_of_host,
        is_of_host=error.is_of_host,
        # The host answers, but its rules are not known.
        is_there=isinstance(error, RobotsUnreachable),
        at=_host_at(error.at) if error.at else None,
    )


def postpone(work: PageWork, postponed: Postponed) -> Returned | Failed | SkippedPage:
    """Return the page to the queue, with the address that redirects have led to.

    Hops are counted over all turns, also back to the first address: redirects in a circle end.
    """
    if not postponed.hops:
        return Returned(work.task.id)
    most = work.plan.limits.max_redirects
    if work.task.hops + postponed.hops > most:
        return judge_error(work, TooManyRedirects(f"more than {most} redirects"))
    return Returned(work.task.id, postponed.address, postponed.hops)


def judge_status(work: PageWork, fetched: Fetched) -> Failed | None:
    """Return the outcome of an answer that is an error; None when it is not.

    An external page that asks for patience is not asked again.
    """
    task, response = work.task, fetched.response
    if response.status < _CLIENT_ERROR or work.plan.is_scrape:
        return None
    patience_s = retry_after_s(response)
    is_retryable = response.status >= _SERVER_ERROR or response.status in _RETRIED
    is_patient = patience_s is not None and task.waits < _MAX_WAITS
    has_attempts = is_patient or task.attempt < work.plan.options.max_attempts
    retry_in_s = None
    is_final = task.is_root or (work.is_external and patience_s is not None)
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
        at=_host_at(response.address) if fetched.hops else None,
    )


def _host_at(address: str) -> HostAt:
    return HostAt(host_of(address), site_of(hostname_of(address)))


def retry_after_s(response: Response) -> float | None:
    """Return how long a busy host asks us to wait. A value that cannot be read is a short while."""
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
    # When the host is to blame, the store decides when to ask it again.
    return 0.0 if error.is_of_host else _backoff_s(task.attempt)


def _backoff_s(attempt: int) -> float:
    longest: float = min(_FIRST_WAIT_S * 2 ** (attempt - 1), _LONGEST_WAIT_S)
    return longest * random.uniform(0.5, 1.5)  # noqa: S311 -- spreads retries, keeps no secret
