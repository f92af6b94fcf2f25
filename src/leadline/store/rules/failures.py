"""Pages without a usable answer, and hosts that do not answer: tried again later, or given up."""

from typing import Any

from leadline.domain.crawls import PageId
from leadline.domain.outcomes import Failed
from leadline.domain.pages import PageState
from leadline.domain.rules import Rule as SkipRule
from leadline.store.rules.roots import fail_without_root, note_root
from leadline.store.rules.section.questions import (
    PagesOfQueue,
    Rule,
    Witnesses,
    pages,
    witnesses_beside,
)
from leadline.store.rules.section.rows import UNLIMITED, LeasedPage, Queue, Skip
from leadline.store.rules.section.view import View
from leadline.store.rules.turns import FAILURES_OF_OUTAGE

PATIENCE_S = 10.0
"""How long external pages wait for their host, and pages that are the last ones for theirs."""
_NO_NETWORK = "no network: no host answers"
_SILENT = " does not answer"
"""The reason of a crawl, after the name of its only host."""
_GIVEN_UP = " stopped answering and was given up"
_FIRST_WAIT_S = 5.0
_LONGEST_WAIT_S = 600.0
_SHORTEST_WAIT_S = 1.0
# For a robots.txt that cannot be read: a crawl without other pages waits for nothing else.
_LONGEST_WAIT_FOR_RULES_S = 60.0
_GIVEN_UP_AT_ONCE = 5_000


class Failures:
    """Failures of one commit."""

    def __init__(self, view: View) -> None:
        self._view = view
        wished = view.crawl.host_outage_max_s
        self._outage_max_s = view.policy.outage_max_s if wished is None else wished
        # Pages of this commit that are ready again, by queue: they are not among those picked.
        self._returned: dict[Queue, list[tuple[int, PageId]]] = {}

    def add(self, outcome: Failed, page: LeasedPage, queue: Queue, asked: Queue) -> Rule[None]:
        """Store a failure: decide about the page, and about the host that was asked last."""
        view = self._view
        if outcome.host_wait_s is not None:
            view.rest_host(asked.host, view.now + outcome.host_wait_s)
        if outcome.is_there:
            self._note_failure(asked.host, _LONGEST_WAIT_FOR_RULES_S)
        elif outcome.is_of_host:
            self._note_failure(asked.host, _LONGEST_WAIT_S)
        if outcome.retry_in_s is None:
            self._end(outcome, page, queue)
        elif outcome.is_there and (yield from self._is_all_that_is_left(queue.host)):
            yield from self._skip_host(outcome, page, queue)
        elif outcome.is_of_host and not outcome.is_there and (yield from self._is_given_up(queue)):
            self._end(outcome, page, queue)
            yield from self._give_up(outcome, queue)
        else:
            self._retry(outcome, page, queue)

    def _note_failure(self, name: str, longest_s: float) -> None:
        """Count a failure of a host; after three in a row it is left alone for a while.

        While it is left alone, failures of requests that were open already are not counted.
        """
        view, host = self._view, self._view.host(name)
        if host.rests_until > view.now:
            return
        view.change_host(name)
        host.failures += 1
        since = host.failing_since = view.now if host.failing_since is None else host.failing_since
        if host.failures >= FAILURES_OF_OUTAGE:
            wait_s = min(_FIRST_WAIT_S * 2 ** (host.failures - FAILURES_OF_OUTAGE), longest_s)
            # The last attempt is when the host is given up, and not minutes later.
            left_s = max(since + self._outage_max_s - view.now, _SHORTEST_WAIT_S)
            view.rest_host(name, view.now + min(wait_s, left_s))

    def _has_answered(self, host: str) -> bool:
        return any(row.is_answered for _, row in self._view.queues_on(host))

    def _is_all_that_is_left(self, name: str) -> Rule[bool]:
        """Return whether a crawl would wait only for hosts that never answered in it."""
        host = self._view.host(name)
        if host.failures < FAILURES_OF_OUTAGE or self._has_answered(name):
            return False
        if (yield from witnesses_beside(name)).has_witness:
            return False
        return self._view.now - (host.failing_since or 0.0) > PATIENCE_S

    def _is_given_up(self, queue: Queue) -> Rule[bool]:
        """Return whether the pages of a failing host fail, too.

        - A host that never answered in this crawl, while others did since it failed, is given up.
        - A host that has answered is waited for, up to the longest outage.
        - If no host answers, the network is to blame, as long as a host that did answer has pages
          left.
        """
        view, host = self._view, self._view.host(queue.host)
        if host.failures < FAILURES_OF_OUTAGE:
            return False
        others = yield from witnesses_beside(queue.host)
        since = host.failing_since or 0.0
        is_silent, has_answered = view.crawl.answered_at <= since, self._has_answered(host.name)
        if has_answered:
            is_over = view.now - since >= self._outage_max_s
        else:
            is_left = view.now - since > PATIENCE_S and not others.has_witness
            is_over = not is_silent or is_left
        if is_over and has_answered:
            view.changes.set_crawl(reason=host.name + _GIVEN_UP)
        elif is_silent:
            view.changes.set_crawl(reason="" if is_over else _reason(host.name, others))
        return is_over

    def _retry(self, outcome: Failed, page: LeasedPage, queue: Queue) -> None:
        view, wait_s = self._view, outcome.retry_in_s or 0.0
        not_before = view.now + wait_s if wait_s > 0 else None
        page.attempts += outcome.costs_attempt
        page.waits += outcome.host_wait_s is not None
        change = {"state": PageState.PENDING, "not_before": not_before, "waits": page.waits}
        view.changes.pages[page.n] |= _fields(outcome) | change | {"attempts": page.attempts}
        is_ready = not_before is None
        view.changes.move(queue, PageState.IN_PROGRESS, PageState.PENDING, is_ready=is_ready)
        note_root(view, page.id, PageState.PENDING)
        if is_ready:
            self._returned.setdefault(queue, []).append((page.n, page.id))

    def _end(self, outcome: Failed, page: LeasedPage, queue: Queue) -> None:
        changes = self._view.changes
        page.attempts += outcome.costs_attempt
        change = {"state": PageState.FAILED, "seq": changes.next_seq(), "attempts": page.attempts}
        changes.pages[page.n] |= _fields(outcome) | change
        changes.move(queue, PageState.IN_PROGRESS, PageState.FAILED)
        changes.add("answered", outcome.status is not None and queue.kind not in UNLIMITED)
        note_root(self._view, page.id, PageState.FAILED)
        fail_without_root(self._view, page.id, f"{outcome.kind}: {outcome.message}")

    def _give_up(self, outcome: Failed, queue: Queue) -> Rule[None]:
        """Fail the other pages of a host that is given up, without a request for each."""
        changes = self._view.changes
        for n, _ in (yield from self._others(queue)):
            change = {"state": PageState.FAILED, "seq": changes.next_seq()}
            changes.pages[n] |= _fields(outcome) | change
            changes.move(queue, PageState.PENDING, PageState.FAILED)

    def _skip_host(self, outcome: Failed, page: LeasedPage, queue: Queue) -> Rule[None]:
        """Skip all pages of a host whose robots.txt cannot be read."""
        self._skip(page.n, page.id, outcome.message, queue, PageState.IN_PROGRESS)
        for n, id_ in (yield from self._others(queue)):
            self._skip(n, id_, outcome.message, queue, PageState.PENDING)

    def _skip(self, n: int, id_: PageId, detail: str, queue: Queue, old: PageState) -> None:
        changes, skip = self._view.changes, Skip(id_, *SkipRule.UNREACHABLE.pair)
        why = {"reason": skip.reason, "rule": skip.rule, "message": detail, "lease": None}
        changes.pages[n] |= {"state": PageState.SKIPPED, "seq": changes.next_seq()} | why
        changes.move(queue, old, PageState.SKIPPED, skip)
        note_root(self._view, id_, PageState.SKIPPED, skip.reason)
        fail_without_root(self._view, id_, detail)

    def _others(self, queue: Queue) -> Rule[list[tuple[int, PageId]]]:
        """Return the ready pages of a queue, and end the rest of its host.

        The crawl no longer waits for the host; another one may ask it at once.
        """
        self._view.change_host(queue.host).rests_until = 0.0
        changed = self._view.changes.pages
        picked = yield from pages(PagesOfQueue(queue, _GIVEN_UP_AT_ONCE))
        # This commit may have ended some of them already.
        left = [(page.n, page.id) for page in picked if page.n not in changed]
        return left + self._returned.pop(queue, [])


def _fields(outcome: Failed) -> dict[str, Any]:
    why = {"status": outcome.status, "error": outcome.kind, "message": outcome.message}
    return {"lease": None, **why}


def _reason(host: str, others: Witnesses) -> str:
    """Return the reason of a crawl in which no host answers."""
    return _NO_NETWORK if others.has_others else host + _SILENT


def note_answers(view: View, hosts: set[str]) -> None:
    """Note that hosts answered in a crawl: their outages are over."""
    for name in hosts:
        host = view.host(name)
        if host.failures > 0:
            view.change_host(name)
            host.failures, host.failing_since = 0, None
    if hosts:
        view.changes.answered |= hosts
        view.changes.set_crawl(answered_at=view.now)
        if view.crawl.reason == _NO_NETWORK or view.crawl.reason.endswith(_SILENT):
            view.changes.set_crawl(reason="")
