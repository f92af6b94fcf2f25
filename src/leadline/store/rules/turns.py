"""Turns: which queue has a host with a gap now, and which one is next."""

from collections.abc import Collection, Sequence
from functools import partial

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.errors import LeaseLost
from leadline.domain.pages import Token, WorkerId
from leadline.store.contract import Retaken
from leadline.store.rules.section.questions import (
    Decision,
    LeaseOf,
    Opened,
    Rule,
    Section,
    See,
    ShortTurns,
    crawl_leases,
    leases,
    run,
    see,
    waiters,
)
from leadline.store.rules.section.rows import (
    HostRow,
    LeaseRow,
    Queue,
    QueueRow,
    Turn,
    Waiter,
)
from leadline.store.rules.section.view import View, count_allotted

FAILURES_OF_OUTAGE = 3
LOOK_AGAIN_S = 1.0
"""A queue that waits is woken when its host becomes free. It also looks by itself, because the
queues that were woken before it may have no worker."""
# The crawl that is next has this long to take its turn before others may.
_GRACE_S = 0.03
# Woken together with the next one, in case that has no worker.
_WOKEN = 3
# Waiters that are read: those whose crawl no longer runs are taken from the list.
_WAITERS = 20


def busy_until(host: HostRow, crawl: CrawlId, now: float) -> float:
    """Return when a crawl may try again to take the turn of a host; 0 if it may take it now."""
    if host.turn is not None:
        return now + LOOK_AGAIN_S
    if host.free_at > now:
        return host.free_at
    is_kept = host.next_crawl not in (None, crawl) and host.kept_until > now
    return host.kept_until if is_kept else 0.0


def forget_long_gap(view: View, host: HostRow, gap_s: float) -> None:
    """Free a host after the gap that it has now: the crawl that asked for a longer one is over."""
    if host.free_at > view.now + gap_s:
        view.change_host(host.name).free_at = view.now + gap_s


def wait_for_host(view: View, queue: Queue, at: float) -> None:
    """Put a queue on the list of those that wait for its host. It looks again at a time."""
    times = view.change_times(queue)
    times.at = at
    times.is_awaited = view.crawl.is_client_waiting
    if times.waiting_since is None:
        times.waiting_since = view.now


def end_turn(view: View, lease: LeaseRow, free_at: float) -> None:
    """Free the host of a lease from a time on; its queue waits for another turn."""
    host = view.change_host(lease.queue.host)
    if host.turn == lease.token:
        host.turn = None
        host.free_at = max(host.free_at, free_at)
    lease.turn = Turn.OVER
    times = view.change_times(lease.queue)
    times.at = host.free_at
    times.waiting_since = view.now if view.ready(lease.queue) > 0 else None
    times.is_awaited = view.crawl.is_client_waiting


def wake_waiters(view: View, hosts: Collection[str]) -> Rule[None]:
    """Keep hosts that no one holds for the queues that are next, and wake a few after each."""
    if hosts:
        others = yield from waiters(hosts, _WAITERS)
        for host in hosts:
            _wake_waiters(view, host, [*others.get(host, ()), *_own_waiters(view, host)])


def _wake_waiters(view: View, name: str, found: Sequence[Waiter]) -> None:
    """Keep a host for the queue that is next.

    Every second time that is a queue that a client waits for, if there is one. The first one moves
    to the end of the list: if it has no worker, the others are not held up again.
    """
    host = view.host(name)
    is_kept = host.next_crawl is not None and host.kept_until > view.now
    if host.turn is not None or is_kept:
        return
    for waiter in found:
        if not waiter.is_live:
            _set_times(view, waiter, waiter.at, None)
    is_client_next = not host.is_kept_for_client
    live = [waiter for waiter in found if waiter.is_live]
    live.sort(key=lambda each: (each.is_awaited is not is_client_next, each.since, each.queue))
    if not live:
        return
    first, *others = live[:_WOKEN]
    at = max(view.now, host.free_at)
    view.change_host(name)
    host.next_crawl = first.queue.crawl
    host.kept_until = at + _GRACE_S
    host.is_kept_for_client = first.is_awaited
    _set_times(view, first, at, view.now)
    for waiter in others:
        _set_times(view, waiter, host.kept_until, waiter.since)


def _own_waiters(view: View, host: str) -> list[Waiter]:
    is_running = view.crawl.status is CrawlStatus.RUNNING
    return [
        Waiter(
            queue,
            row.at,
            row.waiting_since,
            row.is_awaited,
            is_running and view.unfinished(queue) > 0,
        )
        for queue, row in view.queues_on(host)
        if row.waiting_since is not None
    ]


def _set_times(view: View, waiter: Waiter, at: float, since: float | None) -> None:
    is_own = waiter.queue.crawl == view.crawl.id
    times = view.change_times(waiter.queue) if is_own else QueueRow()
    times.at, times.waiting_since, times.is_awaited = at, since, waiter.is_awaited
    view.changes.times[waiter.queue] = times


def widen_turns(
    worker: WorkerId, host_limit: int, hosts: Collection[str] | None = None
) -> Rule[dict[Token, int]]:
    """Give turns of a worker the slots that requests of earlier turns have left.

    Returns how many requests each of these turns may have open from now on.
    """
    allowed: dict[Token, int] = {}
    for lease in (yield from leases(ShortTurns(worker, host_limit, hosts))):
        widen = partial(_widen, lease.token, lease.queue.host)
        parallel = yield from run(Section(lease.queue.crawl, widen))
        if parallel is not None:
            allowed[lease.token] = parallel
    return allowed


def _widen(token: Token, host: str, opened: Opened) -> Rule[Decision]:
    crawl = opened.crawl
    if crawl is None:
        return Decision(None)
    of_crawl = yield from crawl_leases()
    seen = yield from see(See(hosts=[host]))
    view = View(opened, crawl, seen)
    lease = seen.leases.get(token)
    if lease is None or lease.turn is not Turn.HELD or lease.parallel >= lease.left:
        return Decision(None)
    free = view.policy.host_limit - view.open_on(host) - lease.parallel
    wider = min(free, crawl.concurrency - count_allotted(of_crawl.values()))
    if wider <= 0:
        return Decision(None)
    view.change_lease(lease).parallel += wider
    return Decision(lease.parallel, view.changes)


def retake_turn(worker: WorkerId, token: Token) -> Rule[Retaken]:
    """Take the turn of a host for an open page of a lease, or put it on the list of waiters.

    A lease that waits already changes nothing.
    """
    found = yield from leases(LeaseOf(token))
    if not found:
        raise LeaseLost("the lease has ended")
    retake = partial(_retake, worker, token, found[0].queue.host)
    retaken: Retaken | None = yield from run(Section(found[0].queue.crawl, retake))
    if retaken is None:
        raise LeaseLost("the lease has ended")
    return retaken


def _retake(worker: WorkerId, token: Token, host_name: str, opened: Opened) -> Rule[Decision]:
    seen = yield from see(See(hosts=[host_name]))
    crawl, now = opened.crawl, opened.now
    lease = seen.leases.get(token)
    if crawl is None or lease is None or lease.is_lost or lease.worker != worker:
        return Decision(None)
    view = View(opened, crawl, seen)
    at = _retaken_at(view, lease)
    if at:
        is_noted = view.queue(lease.queue).waiting_since is not None
        retaken = Retaken(is_held=False, in_s=at - now)
        if is_noted:
            return Decision(retaken, view.changes if view.changes.hosts else None)
        wait_for_host(view, lease.queue, at)
        return Decision(retaken, view.changes)
    view.change_times(lease.queue).waiting_since = None
    host = view.change_host(host_name)
    host.turn, host.next_crawl = token, None
    view.change_lease(lease).turn = Turn.HELD
    lease.is_away = False
    return Decision(Retaken(is_held=True, in_s=max(0.0, host.free_at - now)), view.changes)


def _retaken_at(view: View, lease: LeaseRow) -> float:
    """Return when a lease may try again to take a turn; 0 if it may take it now.

    A client waits for a visit: it is made although the host does not answer, as that of a root is.
    """
    host, is_first = view.host(lease.queue.host), lease.is_away
    is_tried = is_first and host.failures >= FAILURES_OF_OUTAGE
    if host.rests_until > view.now and not is_tried:
        return host.rests_until
    forget_long_gap(view, host, view.gap_after_s(lease.queue))
    at = busy_until(host, view.crawl.id, view.now)
    # A visit has no slot of the host before its first turn.
    if not at and is_first and view.open_on(host.name) >= view.policy.host_limit:
        return view.now + LOOK_AGAIN_S
    return at
