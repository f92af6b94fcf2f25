"""Claiming: which pages a worker gets, how many at once, and how far apart."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.pages import Batch, PageKind, PageState, Task, Token, WorkerId
from leadline.store.rules.leases import ON_TRIAL, expire_leases
from leadline.store.rules.section.changes import Changes, NewLease
from leadline.store.rules.section.questions import (
    CrawlLeases,
    Decision,
    DueCrawls,
    DuePages,
    ExpiredLeases,
    HeldBy,
    LiveWorkers,
    LostLeases,
    Opened,
    ReadyCrawls,
    ReadyQueues,
    Rule,
    Section,
    See,
    ShortTurns,
    crawl_leases,
    crawls,
    held_by,
    leases,
    live_workers,
    pages,
    ready_pages,
    ready_queues,
    run,
    see,
)
from leadline.store.rules.section.rows import (
    UNLIMITED,
    CrawlRow,
    LeaseRow,
    Queue,
    ReadyPage,
    ReadyQueue,
    Turn,
)
from leadline.store.rules.section.view import View, count_allotted
from leadline.store.rules.turns import (
    FAILURES_OF_OUTAGE,
    LOOK_AGAIN_S,
    busy_until,
    forget_long_gap,
    wait_for_host,
    widen_turns,
)

SEEN_S = 10.0
"""How often a worker that claims is noted as alive."""
_WORKER_S = 60.0
_TURN_S = 0.5
# Shorter where others wait: a crawl with few pages would wait longest for their turns.
_SHARED_TURN_S = 0.3
_BATCH_PAGES = 128
# Fewer are not worth a claim: the first worker may have them all.
_FEW_PAGES = 8
_CRAWLS = 50
_QUEUES = 50
_WOKEN_PAGES = 1000
# When all queues that were looked at wait, the crawl may have more of them.
_NEXT_QUEUES_S = 0.001


@dataclass(frozen=True, slots=True)
class Claimant:
    """A worker that claims pages.

    `only` is the one crawl that it asks for, if any; `besides` are crawls that it leaves to others.
    """

    worker: WorkerId
    kinds: Collection[PageKind]
    slots: int
    host_limit: int
    new_token: Callable[[], Token]
    only: CrawlId | None = None
    besides: Collection[CrawlId] = ()

    @property
    def is_browser(self) -> bool:
        """Whether the worker runs a browser and nothing else."""
        return set(self.kinds) == {PageKind.BROWSER}


class InHand(NamedTuple):
    """The pages that a worker has in hand. A page on trial has to be the only one."""

    pages: int
    is_closed: bool


class Claimed(NamedTuple):
    """Batches of a claim, and the news about leases of the worker, as in `Claim`."""

    batches: tuple[Batch, ...]
    parallel: dict[Token, int]
    lost: frozenset[Token]


class _OfCrawl(NamedTuple):
    """The result of a claim in one crawl."""

    batches: list[Batch]
    in_hand: InHand


class _Host(NamedTuple):
    """A host at the time of a claim."""

    at: float
    """When it may be looked at again; 0 if it may be asked now."""
    gap_s: float = 0.0
    slots: int = 0
    """Requests that may be opened on it, if it has a gap."""


class _Plan(NamedTuple):
    """A batch before its pages are known."""

    queue: Queue
    size: int
    parallel: int
    gap_s: float
    is_contended: bool


def hints_for(who: Claimant) -> tuple[Any, ...]:
    """Return the questions that a claim asks first: a backend may answer them together."""
    return (
        ExpiredLeases(),
        DueCrawls(_CRAWLS),
        ShortTurns(who.worker, who.host_limit),
        LostLeases(who.worker),
        HeldBy(who.worker),
        ReadyCrawls(who.kinds, who.only, who.besides, _CRAWLS),
    )


def claim(who: Claimant, limit: int) -> Rule[Claimed]:
    """Lease up to `limit` pages; see the contract."""
    yield from expire_leases()
    for crawl in (yield from crawls(DueCrawls(_CRAWLS))):
        yield from run(Section(crawl, _wake_pages))
    parallel = yield from widen_turns(who.worker, who.host_limit)
    lost = yield from leases(LostLeases(who.worker))
    batches = yield from _claim_batches(who, limit)
    return Claimed(tuple(batches), parallel, frozenset(lease.token for lease in lost))


def _wake_pages(opened: Opened) -> Rule[Decision]:
    """Make delayed pages of a crawl ready whose time has come."""
    changes = Changes(opened.crawl)
    for page in (yield from pages(DuePages(_WOKEN_PAGES))):
        changes.pages[page.n] = {"not_before": None}
        changes.wake(page.queue)
    return Decision(None, changes)


def _claim_batches(who: Claimant, limit: int) -> Rule[list[Batch]]:
    """Claim from the crawls that have waited longest, until a round has a page to give."""
    batches: list[Batch] = []
    held = yield from held_by(who.worker)
    in_hand = InHand(held.pages, held.pages == 1 and held.suspects >= ON_TRIAL)
    wanted = ReadyCrawls(who.kinds, who.only, who.besides, _CRAWLS)
    while limit > 0 and not batches and not in_hand.is_closed:
        found = yield from crawls(wanted)
        for crawl in found:
            rule = partial(_claim_crawl, who, limit, in_hand)
            first = (ReadyQueues(who.kinds, _QUEUES), CrawlLeases(), LiveWorkers(_WORKER_S))
            of_crawl: _OfCrawl = yield from run(Section(crawl, rule, first))
            batches += of_crawl.batches
            in_hand = of_crawl.in_hand
            limit -= sum(len(batch.tasks) for batch in of_crawl.batches)
            if in_hand.is_closed or limit <= 0:
                break
        if not found or who.is_browser:
            break
    return batches


def _claim_crawl(who: Claimant, limit: int, in_hand: InHand, opened: Opened) -> Rule[Decision]:
    crawl = opened.crawl
    if crawl is None or crawl.status is not CrawlStatus.RUNNING or crawl.is_late:
        return Decision(_OfCrawl([], in_hand))
    queues = yield from _queues(who, crawl)
    of_crawl = yield from crawl_leases()
    workers = yield from live_workers(_WORKER_S)
    hosts = {each.queue.host for each in queues}
    seen = yield from see(See(hosts=hosts, with_waiting=True))
    view = View(opened, crawl, seen)
    claiming = _CrawlClaim(view, who, of_crawl.values(), max(1, workers), in_hand)
    return (yield from claiming.run(queues, limit))


def _queues(who: Claimant, crawl: CrawlRow) -> Rule[list[ReadyQueue]]:
    """Return the queues to look at: only that of the root while the root is not over.

    Links that the root has reported may have made any number of queues ready before its own.
    """
    if not crawl.is_root_open:
        return (yield from ready_queues(who.kinds, _QUEUES))
    root = (yield from see(See(pages=[crawl.root]))).pages.get(crawl.root)
    if root is None or root.state is not PageState.PENDING or root.kind not in who.kinds:
        return []
    return [ReadyQueue(Queue(crawl.id, root.host, root.kind), int(root.is_ready))]


class _CrawlClaim:
    """A claim of the pages of one crawl."""

    def __init__(
        self,
        view: View,
        who: Claimant,
        leases: Collection[LeaseRow],
        workers: int,
        in_hand: InHand,
    ) -> None:
        crawl = view.crawl
        self._view = view
        self._who = who
        self._workers = workers
        self._in_hand = in_hand
        self._unallotted = crawl.concurrency - count_allotted(leases)
        self._left = _pages_left(crawl, leases)
        self._share = math.ceil(crawl.concurrency / workers)
        # Pages, sitemaps and external pages of a host are separate queues, but it has one turn.
        self._held: set[str] = set()
        # By host without a gap: what the largest batch that is planned there may open.
        self._planned: dict[str, int] = {}
        self._waiting = 0

    def run(self, queues: Sequence[ReadyQueue], limit: int) -> Rule[Decision]:
        """Lease up to `limit` pages. A crawl that has none to give is looked at again later."""
        view, batches, rest = self._view, list[Batch](), list(queues)
        if view.crawl.is_root_open:
            rest = [each for each in queues if view.queue(each.queue).at <= view.now]
        self._share = min(math.ceil(self._share / max(1, len(queues))), self._who.slots)
        while rest and limit > 0 and not self._in_hand.is_closed:
            plans = self._plan(rest, limit)
            found = yield from ready_pages({plan.queue: plan.size for plan in plans})
            taken = [self._take(plan, found.get(plan.queue, [])) for plan in plans]
            new = [batch for batch in taken if batch is not None]
            limit -= sum(len(batch.tasks) for batch in new)
            batches += new
        if batches:
            self._note_served(batches)
        elif not self._in_hand.is_closed and not self._who.is_browser:
            # A queue that does not wait for its host waits for a report, which wakes the crawl.
            wait_s = _NEXT_QUEUES_S if self._waiting == len(queues) else LOOK_AGAIN_S
            of_root = [view.queue(each.queue).at for each in queues if view.crawl.is_root_open]
            view.changes.look(view.crawl.id, max([view.now + wait_s, *of_root]))
        return Decision(_OfCrawl(batches, self._in_hand), view.changes)

    def _plan(self, rest: list[ReadyQueue], limit: int) -> list[_Plan]:
        """Take queues from the rest until the pages that they have ready reach the limit."""
        plans = []
        while rest and limit > 0:
            each = rest.pop(0)
            if each.queue.host in self._held:
                continue
            host = self._look_at_host(each.queue)
            if host.at:
                self._waiting += 1
                continue
            plan = self._plan_batch(each, host, limit)
            if plan is None:
                continue
            pages = min(plan.size, each.ready)
            limit -= pages
            self._left -= pages * (each.queue.kind not in UNLIMITED)
            self._unallotted -= min(plan.parallel, pages)
            if host.gap_s:
                self._held.add(each.queue.host)
            else:
                planned = self._planned.get(each.queue.host, 0)
                self._planned[each.queue.host] = max(planned, plan.parallel)
            plans.append(plan)
        return plans

    def _look_at_host(self, queue: Queue) -> _Host:
        """Look at the host of a queue, and put the queue off if the host is not to be asked now."""
        view, host = self._view, self._view.host(queue.host)
        if _is_left_alone(view, queue):
            view.change_times(queue).at = host.rests_until
            return _Host(host.rests_until)
        gap_s = view.gap_s(queue.host)
        if not gap_s:
            return _Host(0.0)
        forget_long_gap(view, host, gap_s)
        at = busy_until(host, view.crawl.id, view.now)
        slots = 0 if at else view.policy.host_limit - view.open_on(queue.host)
        if not at and slots <= 0:
            at = view.now + LOOK_AGAIN_S
        if at:
            wait_for_host(view, queue, at)
        return _Host(at, gap_s, slots)

    def _plan_batch(self, each: ReadyQueue, host: _Host, limit: int) -> _Plan | None:
        queue = each.queue
        fair = max(_FEW_PAGES, math.ceil(each.ready / self._workers))
        left = limit if queue.kind in UNLIMITED else self._left
        size = min(limit, left, fair, _BATCH_PAGES)
        parallel, is_contended = min(self._share, self._room(queue, host.gap_s)), False
        if host.gap_s:
            is_shared = queue.host in self._view.seen.waited_for
            turn_s = _SHARED_TURN_S if is_shared else _TURN_S
            size = min(size, max(1, round(turn_s / host.gap_s)))
            is_contended = host.slots <= parallel and (each.ready > size or is_shared)
            parallel = min(parallel, host.slots, size)
        if self._view.host(queue.host).failures >= FAILURES_OF_OUTAGE:
            # One page is enough to see whether the host is back.
            size, parallel = min(1, size), min(1, parallel)
        if size <= 0 or parallel <= 0:
            return None
        return _Plan(queue, size, parallel, host.gap_s, is_contended)

    def _room(self, queue: Queue, gap_s: float) -> int:
        """Return what is left of the crawl's concurrency for the worker on a host.

        On a host without a gap, a further batch shares what the worker has there already.
        """
        if gap_s:
            return self._unallotted
        here = [
            lease.parallel
            for lease in self._view.leases_on(queue.host)
            if lease.turn is Turn.NONE
            and not lease.is_away
            and lease.worker == self._who.worker
            and lease.queue.crawl == queue.crawl
        ]
        return self._unallotted + max([*here, self._planned.get(queue.host, 0)])

    def _take(self, plan: _Plan, found: list[ReadyPage]) -> Batch | None:
        chosen = _choose(self._view.crawl, found)
        if self._in_hand.is_closed or not chosen or not self._may_take(chosen):
            return None
        parallel = 1 if self._in_hand.is_closed else plan.parallel
        return self._lease(plan._replace(parallel=parallel), chosen)

    def _may_take(self, chosen: list[ReadyPage]) -> bool:
        """Return whether these may be leased; if not, the pages in hand have to end first."""
        is_trial = chosen[0].suspects >= ON_TRIAL
        if is_trial and self._in_hand.pages:
            self._in_hand = InHand(self._in_hand.pages, is_closed=True)
            return False
        self._in_hand = InHand(self._in_hand.pages + len(chosen), is_trial)
        return True

    def _lease(self, plan: _Plan, chosen: list[ReadyPage]) -> Batch:
        view, queue, gap_s = self._view, plan.queue, plan.gap_s
        token = self._who.new_token()
        turn = Turn.HELD if gap_s else Turn.NONE
        size = len(chosen)
        lease = LeaseRow(token, self._who.worker, queue, plan.parallel, turn, size, size)
        numbers = [page.n for page in chosen]
        view.changes.new_leases.append(NewLease(lease, numbers, view.policy.lease_s))
        view.changes.lease(queue, size)
        view.add_lease(lease)
        times = view.change_times(queue)
        times.at = view.now + max(_TURN_S, gap_s) if gap_s else view.now
        times.waiting_since = None
        host = view.host(queue.host)
        if gap_s:
            view.change_host(queue.host)
            host.turn, host.next_crawl = token, None
        root = view.crawl.root
        tasks = tuple(_task(page, queue.kind, is_root=page.id == root) for page in chosen)
        start_in_s = max(0.0, host.free_at - view.now)
        where = (token, queue.crawl, queue.host)
        waits = (plan.is_contended, view.crawl.is_client_waiting)
        return Batch(*where, tasks, plan.parallel, gap_s, start_in_s, *waits)

    def _note_served(self, batches: list[Batch]) -> None:
        view, crawl = self._view, self._view.crawl
        started_at = view.now if crawl.started_at is None else crawl.started_at
        view.changes.set_crawl(claimed_at=view.now, started_at=started_at)
        if any(task.is_root for batch in batches for task in batch.tasks):
            view.changes.set_crawl(root_state=PageState.IN_PROGRESS)


def _pages_left(crawl: CrawlRow, leases: Collection[LeaseRow]) -> int:
    """Return how many pages the page limit leaves after those answered and leased."""
    if crawl.max_pages is None:
        return _BATCH_PAGES * _BATCH_PAGES
    external = [lease for lease in leases if lease.queue.kind is PageKind.EXTERNAL]
    leased_external = sum(lease.left for lease in external if lease.size)
    leased = crawl.counts["in_progress"] - leased_external
    return crawl.max_pages - crawl.counts["answered"] - leased


def _is_left_alone(view: View, queue: Queue) -> bool:
    """Return whether a host is not to be asked now.

    A client waits for a root, which is tried although its host does not answer; but never while
    the host has asked for patience.
    """
    host = view.host(queue.host)
    is_failing = host.failures >= FAILURES_OF_OUTAGE
    is_awaited = view.crawl.root_state is PageState.PENDING and is_failing
    return host.rests_until > view.now and not is_awaited


def _choose(crawl: CrawlRow, found: list[ReadyPage]) -> list[ReadyPage]:
    """Return those of the first pages of a queue that go into one lease."""
    if crawl.is_root_open:
        # The root's final address is not known yet, nor whether a link leads to the root.
        return [page for page in found[:1] if page.id == crawl.root]
    if found and found[0].suspects:
        return found[:1]
    return list(takewhile(lambda page: not page.suspects, found))


def _task(page: ReadyPage, kind: PageKind, *, is_root: bool) -> Task:
    place = (page.id, page.address, page.depth, page.attempts + 1, page.hops)
    return Task(*place, is_root, kind, page.waits)
