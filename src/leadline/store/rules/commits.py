"""Commits: the outcomes of many pages of a crawl in one section."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.outcomes import (
    Completed,
    Discovered,
    Escalated,
    Failed,
    HostAt,
    Outcome,
    Report,
    Returned,
    SkippedPage,
    TurnEnd,
)
from leadline.domain.pages import NewPage, PageKind, PageState, Token, WorkerId
from leadline.domain.web.fetching import SUCCESS
from leadline.store.contract import Committed
from leadline.store.packing import packed
from leadline.store.rules.discoveries import Discoveries, budgets_of, skip_of
from leadline.store.rules.failures import Failures, note_answers
from leadline.store.rules.roots import fail_without_root, note_root
from leadline.store.rules.section.changes import Changes, MovedRoot
from leadline.store.rules.section.questions import Decision, Opened, Rule, Section, See, run, see
from leadline.store.rules.section.rows import (
    UNLIMITED,
    KnownPage,
    LeasedPage,
    LeaseRow,
    Note,
    Queue,
    Skip,
    Turn,
)
from leadline.store.rules.section.view import View
from leadline.store.rules.sweeps import finish_idle
from leadline.store.rules.turns import end_turn, wake_waiters, widen_turns

_SAMPLE_S = 10.0
_IN_PROGRESS = PageState.IN_PROGRESS


class _OfCrawl(NamedTuple):
    """The result of a commit in one crawl."""

    accepted: int
    stale: int
    resting: frozenset[str] = frozenset()
    freed: frozenset[str] = frozenset()
    """Hosts with a gap that have a free slot."""


def complete(
    worker: WorkerId, commit: int, reports: Sequence[Report], host_limit: int
) -> Rule[Committed]:
    """Store all reports, crawl by crawl; see the contract."""
    by_crawl: dict[CrawlId, list[Report]] = {}
    for report in reports:
        by_crawl.setdefault(report.crawl, []).append(report)
    done: list[_OfCrawl] = []
    for crawl, of_crawl in by_crawl.items():
        wanted = _wanted(worker, of_crawl)
        rule = partial(_complete, worker, commit, of_crawl, wanted)
        done.append((yield from run(Section(crawl, rule, (wanted,)))))
    freed = frozenset().union(*(each.freed for each in done))
    parallel: dict[Token, int] = {}
    if freed:
        parallel = yield from widen_turns(worker, host_limit, freed)
    resting = frozenset().union(*(each.resting for each in done))
    accepted, stale = sum(each.accepted for each in done), sum(each.stale for each in done)
    return Committed(accepted, stale, resting, parallel)


def _complete(
    worker: WorkerId, commit: int, reports: Sequence[Report], wanted: See, opened: Opened
) -> Rule[Decision]:
    crawl, seen = opened.crawl, (yield from see(wanted))
    if crawl is None:
        changes = Changes()
        _end_lost(changes, seen.leases, reports)
        return Decision(_OfCrawl(0, sum(len(report.outcomes) for report in reports)), changes)
    if seen.note is not None and seen.note.commit == commit:
        return Decision(_OfCrawl(seen.note.accepted, seen.note.stale))
    return (yield from _Commit(View(opened, crawl, seen)).run(worker, commit, reports))


def _wanted(worker: WorkerId, reports: Sequence[Report]) -> See:
    """Return all that a commit has to see: its arguments name it."""
    hosts = {report.host for report in reports}
    moved: list[PageId] = []
    found: list[NewPage] = []
    for report in reports:
        for outcome in report.outcomes:
            if isinstance(outcome, Completed):
                found += outcome.found
                if outcome.moved_to is not None:
                    hosts.add(outcome.moved_to.host)
                    moved.append(outcome.moved_to.id)
            elif isinstance(outcome, Discovered):
                found += outcome.found
            elif isinstance(outcome, Failed) and outcome.at is not None:
                hosts.add(outcome.at.host)
    return See(
        hosts=hosts,
        tokens={report.token for report in reports},
        pages=moved,
        known=[page.id for page in found],
        budgets=budgets_of(found),
        met={page.host for page in found},
        worker=worker,
    )


class _Commit:
    """One commit in one crawl: outcomes in their order."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._found = Discoveries()
        self._failures = Failures(self._view)
        self._reported: Counter[Token] = Counter()
        self._answered: set[str] = set()

    def run(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Rule[Decision]:
        """Store the reports."""
        view, leases = self._view, self._leases(reports)
        turns = {token: lease.turn for token, lease in leases.items()}
        stale = 0
        for report in reports:
            for outcome in report.outcomes:
                stale += not (yield from self._take(leases.get(report.token), outcome))
        view.changes.add("refused", stale)
        self._found.store(view)
        for report in reports:
            self._end_turn(report, leases.get(report.token))
        self._end_leases(reports, leases)
        if view.crawl.kind is CrawlKind.SCRAPE:
            finish_idle(view)
        note_answers(view, self._answered)
        accepted = sum(len(report.outcomes) for report in reports) - stale
        if accepted and view.now - view.crawl.sampled_at >= _SAMPLE_S:
            view.changes.is_sampled = True
            view.changes.set_crawl(sampled_at=view.now)
        view.changes.note = (worker, Note(commit, accepted, stale))
        paced = {leases[token].queue.host for token, turn in turns.items() if turn is not Turn.NONE}
        freed = [host for host in paced if view.open_on(host) < view.policy.host_limit]
        yield from wake_waiters(view, freed)
        view.changes.look(view.crawl.id)
        resting = self._resting(reports, turns)
        return Decision(_OfCrawl(accepted, stale, resting, frozenset(freed)), view.changes)

    def _leases(self, reports: Sequence[Report]) -> dict[Token, LeaseRow]:
        """Return the leases of the reports that have not ended."""
        found = self._view.seen.leases
        return {report.token: found[report.token] for report in reports if report.token in found}

    def _take(self, lease: LeaseRow | None, outcome: Outcome) -> Rule[bool]:
        """Store an outcome; return False for one that is stale."""
        if lease is None or outcome.page not in lease.pages:
            return False
        if isinstance(outcome, Discovered):
            self._found.add(outcome.page, outcome.found)
            return True
        page = lease.pages.pop(outcome.page)
        self._reported[lease.token] += 1
        match outcome:
            case Completed():
                self._complete(outcome, page, lease.queue)
            case Failed():
                yield from self._fail(outcome, page, lease.queue)
            case SkippedPage():
                self._skip(outcome, page, lease.queue)
            case Returned():
                self._return(outcome, page, lease.queue)
            case Escalated():
                self._escalate(outcome, page, lease.queue)
        return True

    def _complete(self, outcome: Completed, page: LeasedPage, queue: Queue) -> None:
        changes, answer, seq = self._view.changes, outcome.answer, self._view.changes.next_seq()
        note_root(self._view, outcome.page, PageState.COMPLETED)
        id_ = outcome.page
        if outcome.moved_to is not None:
            id_ = self._move_root(id_, outcome.moved_to)
        changes.completed.append((page.n, seq, answer))
        leads = outcome.leads
        if leads:
            is_redirect = answer.redirected_to is not None
            changes.leads.append((seq, id_, is_redirect, *packed(leads)))
        changes.bodies += [(seq, name, data) for name, data in outcome.bodies.items()]
        changes.move(queue, _IN_PROGRESS, PageState.COMPLETED)
        is_counted = queue.kind not in UNLIMITED
        counts = changes.counts
        counts["answered"] += is_counted
        counts["scraped"] += is_counted and answer.status in SUCCESS
        counts["bytes"] += answer.size
        counts["leads"] += len(leads)
        asked = _asked(queue, outcome.moved_to)
        self._answered.update((queue.host, asked.host))
        changes.note_latency(answer.timings)
        self._found.add(id_, outcome.found)
        if outcome.host_wait_s is not None:
            self._view.rest_host(asked.host, self._view.now + outcome.host_wait_s)

    def _fail(self, outcome: Failed, page: LeasedPage, queue: Queue) -> Rule[None]:
        asked = _asked(queue, outcome.at)
        if outcome.status is not None:
            self._answered.add(asked.host)
        if outcome.at is not None:
            self._view.change_host(outcome.at.host, outcome.at.site)
        if asked != queue:
            # Its redirect was an answer.
            self._answered.add(queue.host)
        yield from self._failures.add(outcome, page, queue, asked)

    def _move_root(self, old: PageId, end: NewPage) -> PageId:
        """Move the root to where it ended, and return its new id."""
        view, seen = self._view, self._view.seen
        if end.id != old:
            # An interrupted attempt may have found the page that the root turns out to be.
            if end.id in seen.pages:
                self._remove(end.id, seen.pages[end.id])
            seen.known.pop(old, None)
        seen.known[end.id] = None
        view.change_host(end.host, end.site)
        view.changes.moved_root = MovedRoot(old, end)
        view.changes.set_crawl(root=end.id, root_url=end.address)
        self._found.move(old, end.id)
        return end.id

    def _remove(self, id_: PageId, page: KnownPage) -> None:
        skip = skip_of(id_, page) if page.state is PageState.SKIPPED else None
        self._view.changes.removed.append(page.n)
        self._view.changes.disappear(Queue(self._view.crawl.id, page.host, page.kind), page, skip)

    def _skip(self, outcome: SkippedPage, page: LeasedPage, queue: Queue) -> None:
        changes = self._view.changes
        change = {"state": PageState.SKIPPED, "lease": None, "seq": changes.next_seq()}
        why = {"reason": outcome.reason, "rule": outcome.rule, "message": outcome.detail or None}
        changes.pages[page.n] |= change | why
        skip = Skip(outcome.page, outcome.reason, outcome.rule)
        changes.move(queue, _IN_PROGRESS, PageState.SKIPPED, skip)
        note_root(self._view, page.id, PageState.SKIPPED, outcome.reason)
        detail = outcome.detail or f"skipped by {outcome.reason}: {outcome.rule}"
        fail_without_root(self._view, page.id, detail)

    def _return(self, outcome: Returned, page: LeasedPage, queue: Queue) -> None:
        changes = self._view.changes
        change = {"state": PageState.PENDING, "lease": None, "hops": page.hops + outcome.hops}
        changes.pages[page.n] |= change
        if outcome.address is not None:
            changes.pages[page.n]["address"] = outcome.address
        changes.move(queue, _IN_PROGRESS, PageState.PENDING)
        note_root(self._view, page.id, PageState.PENDING)

    def _escalate(self, outcome: Escalated, page: LeasedPage, queue: Queue) -> None:
        changes, to = self._view.changes, queue._replace(kind=PageKind.BROWSER)
        change = {"state": PageState.PENDING, "lease": None, "kind": to.kind, "rule": outcome.why}
        changes.pages[page.n] |= change
        changes.move(queue, _IN_PROGRESS, PageState.PENDING, to=to)
        note_root(self._view, page.id, PageState.PENDING)

    def _end_turn(self, report: Report, lease: LeaseRow | None) -> None:
        """End the turn of a lease: its host is free a gap after the last start."""
        if lease is None or lease.turn is not Turn.HELD:
            return
        end = report.turn_end
        if end is None and not lease.pages:
            end = TurnEnd(0.0)
        if end is None:
            return
        free_at = 0.0
        if end.last_start_ago_s is not None:
            # Rounded up to whole milliseconds: clocks of processes do not agree better.
            last_at = self._view.now - end.last_start_ago_s
            free_at = math.ceil((last_at + self._view.gap_after_s(lease.queue)) * 1000) / 1000
        self._view.change_lease(lease)
        end_turn(self._view, lease, free_at)

    def _end_leases(self, reports: Sequence[Report], leases: dict[Token, LeaseRow]) -> None:
        _end_lost(self._view.changes, leases, reports)
        for report in reports:
            visit = leases.get(report.token)
            if report.is_left and visit is not None and visit.is_visit:
                self._view.end_lease(visit)
        for token, count in self._reported.items():
            lease = leases[token]
            if lease.pages:
                self._view.change_lease(lease).left -= count
            else:
                self._view.end_lease(lease)

    def _resting(self, reports: Sequence[Report], turns: dict[Token, Turn]) -> frozenset[str]:
        view, resting = self._view, set()
        for report in reports:
            if report.token not in turns or report.host in resting:
                continue
            if view.crawl.is_late:
                resting.add(report.host)
                continue
            gap_s = view.gap_s(report.host) if turns[report.token] is Turn.NONE else 0.0
            if gap_s > 0:
                # The start of the last request is not known: at the latest now.
                host = view.change_host(report.host)
                host.free_at = max(host.free_at, view.now + gap_s)
            if gap_s > 0 or view.host(report.host).rests_until > view.now:
                resting.add(report.host)
        return frozenset(resting)


def _end_lost(
    changes: Changes, leases: Mapping[Token, LeaseRow], reports: Sequence[Report]
) -> None:
    """Count pages of lost leases that have ended; a lease without open requests ends.

    The crawl may be deleted by now.
    """
    for token, lease in leases.items():
        of_lease = [report for report in reports if report.token == token]
        if not lease.is_lost or not of_lease:
            continue
        outcomes = [outcome for report in of_lease for outcome in report.outcomes]
        lease.left -= sum(not isinstance(outcome, Discovered) for outcome in outcomes)
        if lease.left > 0 and not any(report.is_left for report in of_lease):
            changes.leases[token] = lease
        else:
            lease.left = 0
            changes.ended_leases.append(token)


def _asked(queue: Queue, led_to: HostAt | NewPage | None) -> Queue:
    """Return the queue whose host was asked last: redirects may have led to another host."""
    return queue if led_to is None else queue._replace(host=led_to.host)
