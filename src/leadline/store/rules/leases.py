"""Leases: how they end, with their pages. Visits are leases without pages."""

from collections.abc import Callable, Sequence
from functools import partial

from leadline.domain.errors import LeaseLost
from leadline.domain.pages import Batch, PageState, Token, WorkerId
from leadline.store.rules.roots import fail_without_root, note_root
from leadline.store.rules.section.changes import Changes, NewLease
from leadline.store.rules.section.questions import (
    Decision,
    ExpiredLeases,
    LeaseOf,
    LeasesOfWorker,
    Opened,
    Rule,
    Section,
    See,
    held_by,
    leases,
    run,
    see,
)
from leadline.store.rules.section.rows import LeasedPage, LeaseRow, Queue, Turn
from leadline.store.rules.section.view import View
from leadline.store.rules.turns import end_turn, wake_waiters

ON_TRIAL = 2
"""Suspected twice: from now on its worker holds no other page."""
_POISON = 5
"""On trial, and then three times the only page of a worker that died."""
_POISONOUS = "the worker died three times while it worked on nothing but this page"


def expire_leases() -> Rule[int]:
    """End all leases that have expired; return the number of pages that came back."""
    expired = yield from leases(ExpiredLeases())
    alone = {}
    for worker in dict.fromkeys(lease.worker for lease in expired):
        alone[worker] = (yield from held_by(worker)).pages == 1
    ended = 0
    for lease in expired:
        is_alone = alone[lease.worker]
        ended += yield from _end(lease, is_alone=is_alone, is_expired=True)
    return ended


def end_worker(worker: WorkerId) -> Rule[int]:
    """End all leases of a worker that died; return the number of pages that came back."""
    is_alone = (yield from held_by(worker)).pages == 1
    ended = 0
    for lease in (yield from leases(LeasesOfWorker(worker))):
        ended += yield from _end(lease, is_alone=is_alone, is_expired=False)
    return ended


def _end(lease: LeaseRow, *, is_alone: bool, is_expired: bool) -> Rule[int]:
    end = partial(
        _end_lease, lease.token, lease.queue.host, is_alone=is_alone, is_expired=is_expired
    )
    ended: int = yield from run(Section(lease.queue.crawl, end))
    return ended


def _end_lease(
    token: Token,
    host: str,
    opened: Opened,
    *,
    is_alone: bool,
    is_expired: bool,
) -> Rule[Decision]:
    """End one lease whose worker died: its pages are suspect, and free.

    When a worker died with many pages, any of them may be to blame: they are tried one by one.
    """
    seen = yield from see(See(hosts=[host], tokens=[token]))
    crawl, now = opened.crawl, opened.now
    lease = seen.leases.get(token)
    if lease is None or (is_expired and lease.expires_at >= now):
        return Decision(0)
    if crawl is None:
        # A lost lease stays when its crawl is deleted.
        changes = Changes()
        changes.ended_leases.append(token)
        return Decision(0, changes)
    view = View(opened, crawl, seen)
    ended = list(lease.pages.values())
    for page in ended:
        _suspect(view, lease.queue, page, is_alone=is_alone)
    view.end_lease(lease)
    yield from _free_hosts(view, [lease])
    return Decision(len(ended), view.changes)


def _suspect(view: View, queue: Queue, page: LeasedPage, *, is_alone: bool) -> None:
    changes = view.changes
    suspects = _suspects(page.suspects, is_alone=is_alone)
    state = PageState.FAILED if suspects >= _POISON else PageState.PENDING
    changes.pages[page.n] |= {"state": state, "lease": None, "suspects": suspects}
    changes.move(queue, PageState.IN_PROGRESS, state)
    note_root(view, page.id, state)
    if state is PageState.FAILED:
        why = {"seq": changes.next_seq(), "error": "poison", "message": _POISONOUS}
        changes.pages[page.n] |= why
        fail_without_root(view, page.id, "poison: fetching the root kills workers")


def _suspects(before: int, *, is_alone: bool) -> int:
    """Return how suspect a page is after another death: among others, at most on trial."""
    return max(before, ON_TRIAL) + 1 if is_alone else max(before, min(before + 1, ON_TRIAL))


def cancel_leases(view: View, held: Sequence[LeaseRow]) -> Rule[None]:
    """Lose leases of a crawl that was cancelled, and cancel their pages."""
    for lease in held:
        if lease.turn is Turn.OVER:
            # All requests of an ended turn are open.
            lease.parallel = lease.left
        for page in lease.pages.values():
            view.changes.pages[page.n] |= {"state": PageState.CANCELLED, "lease": None}
            view.changes.move(lease.queue, PageState.IN_PROGRESS, PageState.CANCELLED)
            note_root(view, page.id, PageState.CANCELLED)
    yield from _free_hosts(view, held)
    for lease in held:
        view.lose_lease(lease)


def _free_hosts(view: View, ended: Sequence[LeaseRow]) -> Rule[None]:
    """End the turns of leases, and wake the queues that wait for them."""
    hosts = [lease.queue.host for lease in ended if lease.turn is not Turn.NONE]
    for lease in ended:
        if lease.turn is Turn.HELD:
            # The start of its last request is not known: at the latest now.
            end_turn(view, lease, view.now + view.gap_after_s(lease.queue))
    yield from wake_waiters(view, list(dict.fromkeys(hosts)))
    view.changes.look(view.crawl.id)


def open_visit(
    worker: WorkerId,
    token: Token,
    place: tuple[str, str],
    new_token: Callable[[], Token],
) -> Rule[Batch | None]:
    """Open a visit of a page to another host, by its name and site; see the contract."""
    found = yield from leases(LeaseOf(token))
    if not found or found[0].worker != worker:
        raise LeaseLost("the lease has ended")
    rule = partial(_open_visit, worker, token, place, new_token)
    opened: tuple[Batch | None] | None = yield from run(Section(found[0].queue.crawl, rule))
    if opened is None:
        raise LeaseLost("the lease has ended")
    return opened[0]


def _open_visit(
    worker: WorkerId,
    token: Token,
    place: tuple[str, str],
    new_token: Callable[[], Token],
    opened: Opened,
) -> Rule[Decision]:
    crawl, (host, site) = opened.crawl, place
    seen = yield from see(See(hosts=[host], tokens=[token]))
    lease = seen.leases.get(token)
    if crawl is None or lease is None or lease.is_lost:
        return Decision(None)
    view = View(opened, crawl, seen)
    if lease.size == 1:
        # Its only page leaves the host of the lease, with no request open there.
        view.change_lease(lease).is_away = True
    queue = Queue(crawl.id, host, lease.queue.kind)
    view.changes.visit(queue, 1)
    view.change_host(host, site)
    gap_s = view.gap_after_s(queue)
    if not gap_s and view.host(host).rests_until <= opened.now:
        view.changes.visit(queue, -1)
        return Decision((None,), view.changes)
    visit = LeaseRow(new_token(), worker, queue, 1, Turn.OVER, size=0, left=1, is_away=True)
    view.changes.new_leases.append(NewLease(visit, (), opened.policy.lease_s))
    where, is_awaited = (visit.token, crawl.id, host), crawl.is_client_waiting
    batch = Batch(*where, (), 1, gap_s, 0.0, is_awaited=is_awaited)
    return Decision((batch,), view.changes)
