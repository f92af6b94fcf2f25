"""Changes of many pages at once: in chunks, with their counters."""

from collections.abc import Sequence
from functools import partial

from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.pages import Closed, NewPage, PageState
from leadline.domain.rules import Rule as SkipRule
from leadline.domain.skips import SkipReason
from leadline.store.rules.discoveries import Budgets, budgets_of, decide_again
from leadline.store.rules.failures import PATIENCE_S
from leadline.store.rules.roots import change_status, fail_without_root, note_root
from leadline.store.rules.section.questions import (
    Decision,
    DeepPages,
    FailedPages,
    Opened,
    PendingPages,
    RestingPages,
    Rule,
    Section,
    See,
    SkippedPages,
    TimedCrawls,
    TooDeepPages,
    crawls,
    pages,
    run,
    see,
)
from leadline.store.rules.section.rows import UNLIMITED, CrawlRow, PickedPage, Queue, Skip
from leadline.store.rules.section.view import View

# Between two counts: workers may be held up, but not for longer.
_LONGEST_COUNTED_S = 5.0
_LOST = frozenset([CrawlStatus.CANCELLED, CrawlStatus.FAILED])
_AT_ONCE = 5_000


def patience_until(now: float) -> float:
    """Return the time until which external pages wait for a host that rests."""
    return now + PATIENCE_S


def sweep(limit: int, opened: Opened) -> Rule[Decision]:
    """Apply a cancel, a limit or the rest of a host to pages; see the contract."""
    if opened.crawl is None:
        return Decision(0)
    view = View(opened, opened.crawl)
    return Decision((yield from sweep_view(view, limit)), view.changes)


def sweep_view(view: View, limit: int) -> Rule[int]:
    """Apply a cancel, a limit or the rest of a host; return how many pages moved."""
    crawl = view.crawl
    if crawl.status.is_final:
        found = yield from pages(PendingPages(with_external=True, limit=limit))
        return _close(view, found, PageState.CANCELLED)
    if crawl.is_late:
        return (yield from _close_late(view, limit))
    if resting := (yield from pages(RestingPages(patience_until(view.now), limit))):
        return _close(view, resting, PageState.SKIPPED, SkipRule.RESTS)
    if crawl.max_pages is not None and crawl.counts["answered"] >= crawl.max_pages:
        found = yield from pages(PendingPages(with_external=False, limit=limit))
        return _close(view, found, PageState.SKIPPED, SkipRule.MAX_PAGES)
    room = min(limit, _room(crawl))
    found = yield from pages(SkippedPages(SkipReason.LIMIT, None, room))
    return _open(view, PageState.SKIPPED, found)


def _close_late(view: View, limit: int) -> Rule[int]:
    crawl = view.crawl
    if crawl.root_state is PageState.PENDING:
        why = f"the root was not fetched within {crawl.max_time_s:g} s (max_time)"
        fail_without_root(view, crawl.root, why)
        return 1
    found = yield from pages(PendingPages(with_external=True, limit=limit))
    return _close(view, found, PageState.SKIPPED, SkipRule.MAX_TIME)


def has_room_again(crawl: CrawlRow) -> bool:
    """Return whether pages that a limit skipped may be fetched after all."""
    return crawl.counts["skipped_limit"] > 0 and _room(crawl) > 0 and not crawl.is_late


def _room(crawl: CrawlRow) -> int:
    """Return how many pages the limit leaves beyond those that are under way."""
    counts = crawl.counts
    if crawl.max_pages is None:
        return counts["skipped_limit"]
    under_way = counts["answered"] + counts["pending"] + counts["in_progress"]
    return max(0, crawl.max_pages - under_way)


def _close(
    view: View, found: Sequence[PickedPage], state: PageState, rule: SkipRule | None = None
) -> int:
    reason, name = rule.pair if rule else (None, None)
    for page in found:
        skip = Skip(page.id, reason, name) if reason and name else None
        view.changes.move(page.queue, PageState.PENDING, state, skip, is_ready=page.is_ready)
        note_root(view, page.id, state, reason)
        why = {"reason": reason, "rule": name}
        view.changes.pages[page.n] |= {"state": state, "not_before": None} | why
    return len(found)


def _open(view: View, old: PageState, found: Sequence[PickedPage]) -> int:
    """Make ended pages pending, or too deep, with a new set of attempts."""
    changes = view.changes
    for page in found:
        is_counted = page.queue.kind not in UNLIMITED
        is_deep = page.depth > view.crawl.max_depth and is_counted
        new = PageState.COMPLETED if is_deep else PageState.PENDING
        is_skipped = old is PageState.SKIPPED and page.reason and page.rule
        skip = Skip(page.id, page.reason, page.rule or "") if is_skipped and page.reason else None
        changes.move(page.queue, old, new, skip)
        changes.add("answered", -(page.has_answered and is_counted))
        note_root(view, page.id, new)
        zeros = dict.fromkeys(("attempts", "waits", "suspects"), 0)
        cleared = dict.fromkeys(("seq", "reason", "rule", "error", "message", "status"))
        fields = {"state": new, "fetched": new is PageState.PENDING}
        changes.pages[page.n] |= {**fields, **zeros, **cleared}
    return len(found)


def reopen(which: Closed, limit: int, opened: Opened) -> Rule[Decision]:
    """Make failed or skipped pages pending again; see the contract."""
    crawl = opened.crawl
    if crawl is None or crawl.status is CrawlStatus.CANCELLED:
        return Decision(0)
    view = View(opened, crawl)
    if which.state is PageState.FAILED:
        wanted: FailedPages | SkippedPages = FailedPages(
            which.reason, which.status, which.until, limit
        )
    else:
        wanted = SkippedPages(which.reason, which.until, limit)
    moved = _open(view, which.state, (yield from pages(wanted)))
    if moved:
        run_again(view)
    return Decision(moved, view.changes)


def run_again(view: View) -> None:
    """Make a crawl RUNNING again that was over, and drop its drawing."""
    if view.crawl.status.is_final:
        change_status(view, CrawlStatus.RUNNING, "")
        view.changes.drops_drawing = True


def readmit(found: Sequence[NewPage], opened: Opened) -> Rule[Decision]:
    """Decide again about skipped pages; see the contract."""
    crawl = opened.crawl
    ids, hosts = [page.id for page in found], {page.host for page in found}
    seen = yield from see(See(pages=ids, budgets=budgets_of(found), met=hosts))
    if crawl is None or crawl.status in _LOST:
        return Decision(0)
    view = View(opened, crawl, seen)
    budgets = Budgets(view)
    to_fetch = 0
    for page in found:
        old = seen.pages.get(page.id)
        if old is None or old.state is not PageState.SKIPPED:
            continue
        queue = Queue(crawl.id, old.host, old.kind)
        budgets.release(page, old.rule)
        skipped = page.skipped or budgets.judge(page, queue)
        if skipped != (old.reason, old.rule):
            to_fetch += decide_again(view, page, old, skipped) is PageState.PENDING
    view.changes.budgets |= budgets.changes()
    if to_fetch:
        run_again(view)
    return Decision(to_fetch, view.changes)


def put_off(limit: int, opened: Opened) -> Rule[Decision]:
    """Record pages that are too deep to be fetched; see the contract."""
    crawl = opened.crawl
    if crawl is None:
        return Decision(0)
    view = View(opened, crawl)
    found = yield from pages(DeepPages(crawl.max_depth, limit))
    for page in found:
        view.changes.move(page.queue, PageState.PENDING, PageState.COMPLETED)
        view.changes.pages[page.n] |= {"state": PageState.COMPLETED, "fetched": False}
    return Decision(len(found), view.changes)


def set_depths(crawl: CrawlId, depths: Sequence[tuple[PageId, int, PageId | None]]) -> Rule[int]:
    """Store depths, and return pages to the frontier that are near enough after all."""
    yield from run(Section(crawl, partial(_set_depths, depths)))
    moved = 0
    while True:
        chunk: int = yield from run(Section(crawl, _take_in))
        moved += chunk
        if chunk < _AT_ONCE:
            return moved


def _set_depths(
    depths: Sequence[tuple[PageId, int, PageId | None]], opened: Opened
) -> Rule[Decision]:
    yield from ()
    crawl = opened.crawl
    if crawl is None or crawl.status.is_final:
        return Decision(None)
    view = View(opened, crawl)
    view.changes.depths = depths
    return Decision(None, view.changes)


def _take_in(opened: Opened) -> Rule[Decision]:
    crawl = opened.crawl
    if crawl is None or crawl.status.is_final:
        return Decision(0)
    view = View(opened, crawl)
    found = yield from pages(TooDeepPages(crawl.max_depth, _AT_ONCE))
    for page in found:
        view.changes.move(page.queue, PageState.COMPLETED, PageState.PENDING)
        view.changes.pages[page.n] |= {"state": PageState.PENDING, "fetched": True}
    return Decision(len(found), view.changes)


def finish(opened: Opened) -> Rule[Decision]:
    """Complete a crawl, unless there is something to do after all."""
    crawl = opened.crawl
    if crawl is None:
        return Decision(result=False)
    view = View(opened, crawl)
    of_time = SkipRule.MAX_TIME.pair
    if crawl.is_late and (yield from see(See(skips=[of_time]))).skips.get(of_time, 0) > 0:
        why = f"its time of {crawl.max_time_s:g} s was over (max_time)"
        view.changes.set_crawl(reason=why)
    return Decision(finish_idle(view), view.changes)


def finish_idle(view: View) -> bool:
    """Complete a running crawl that has nothing left to do; return whether it is complete."""
    changes = view.changes
    left = changes.count("pending") + changes.count("in_progress") + changes.count("aside")
    if left or view.crawl.status is not CrawlStatus.RUNNING:
        return False
    change_status(view, CrawlStatus.COMPLETED, view.crawl.reason)
    return True


def count_time(only: CrawlId | None) -> Rule[None]:
    """Count the time that crawls with a time limit were worked on; see the contract."""
    for crawl in (yield from crawls(TimedCrawls(only))):
        yield from run(Section(crawl, _count_time))


def _count_time(opened: Opened) -> Rule[Decision]:
    yield from ()
    crawl, now = opened.crawl, opened.now
    if crawl is None or crawl.status is not CrawlStatus.RUNNING or crawl.started_at is None:
        return Decision(None)
    view = View(opened, crawl)
    passed_s = 0.0 if crawl.counted_at is None else now - crawl.counted_at
    ran_s = crawl.ran_s + max(0.0, min(passed_s, _LONGEST_COUNTED_S))
    view.changes.set_crawl(ran_s=ran_s, counted_at=now)
    return Decision(None, view.changes)
