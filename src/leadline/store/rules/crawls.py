"""Crawls as a whole: their creation, status, options and drawings; and the robots.txt of hosts."""

from functools import partial
from typing import Any

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.errors import IdempotencyConflict
from leadline.domain.pages import PageState
from leadline.store.contract import HostPolicy
from leadline.store.drawings import MOST_DRAWS
from leadline.store.reader import RobotsRecord
from leadline.store.rules.leases import cancel_leases
from leadline.store.rules.roots import change_status
from leadline.store.rules.section.changes import Changes, FoundPage, NewCrawl, RobotsChange
from leadline.store.rules.section.questions import (
    Decision,
    Opened,
    Rule,
    Section,
    See,
    Seen,
    UndrawnCrawls,
    crawl_leases,
    crawls,
    run,
    see,
)
from leadline.store.rules.section.rows import Queue
from leadline.store.rules.section.view import View
from leadline.store.rules.sweeps import has_room_again, run_again, sweep_view

# Only a crawl may ask for no gap. A default of 0 keeps this small gap: the limit of requests at
# once belongs to turns, and a turn needs a gap.
_LEAST_GAP_S = 0.001
_LOST = frozenset([CrawlStatus.CANCELLED, CrawlStatus.FAILED])
_REOPENED = 1_000


def create(
    crawl: CrawlId, new: NewCrawl, request: tuple[str, str] | None, opened: Opened
) -> Rule[Decision]:
    """Store a crawl and its root; see the contract. Raises IdempotencyConflict."""
    if request is not None:
        known = (yield from see(See(request=request[0]))).request
        if known is not None:
            if known[0] != request[1]:
                raise IdempotencyConflict("this idempotency key was used for another request")
            return Decision(known[1])
    changes = Changes()
    changes.new_crawl, changes.request = new, request
    changes.crawl = options_as_fields(new.options, opened.policy)
    changes.found.append(FoundPage(1, new.root, PageState.PENDING, None, None))
    changes.appear(Queue(crawl, new.root.host, new.root.kind), PageState.PENDING)
    return Decision(crawl, changes)


def options_as_fields(options: CrawlOptions, policy: HostPolicy) -> dict[str, Any]:
    """Return options as fields of a crawl, for the rules that ask for them."""
    default = max(policy.gap_s, _LEAST_GAP_S)
    wished = default if options.delay_ms is None else options.delay_ms / 1000
    return {
        "options": options,
        "concurrency": options.concurrency,
        "gap_s": wished,
        # A crawl of a host of its own has no say about the hosts of others.
        "external_gap_s": max(wished, default),
        "max_pages": options.max_pages,
        "max_depth": options.max_depth,
        "max_per_shape": options.max_per_shape,
        "max_time_s": options.max_time_s,
        "host_outage_max_s": options.host_outage_max_s,
        "is_kept": "html" in options.keeps,
    }


def set_status(status: CrawlStatus, reason: str, opened: Opened) -> Rule[Decision]:
    """Change the status of a crawl that is not over; a final one ends its leases at once."""
    crawl = opened.crawl
    if crawl is None or crawl.status.is_final:
        return Decision(result=False)
    found = (yield from crawl_leases()) if status.is_final else {}
    held = {token: lease for token, lease in found.items() if not lease.is_lost}
    hosts = {lease.queue.host for lease in held.values()}
    seen = (yield from see(See(hosts=hosts, tokens=list(held)))) if held else Seen()
    view = View(opened, crawl, seen)
    change_status(view, status, reason)
    if held:
        yield from cancel_leases(view, [seen.leases[token] for token in held])
    return Decision(result=True, changes=view.changes)


def set_options(options: CrawlOptions, opened: Opened) -> Rule[Decision]:
    """Change the options of a crawl that is not over, or that a limit has ended."""
    crawl = opened.crawl
    if crawl is None or crawl.status in _LOST:
        return Decision(result=False)
    view = View(opened, crawl)
    if crawl.max_time_s is None:
        # The time before there was a limit does not count.
        view.changes.set_crawl(counted_at=None)
    view.changes.set_crawl(**options_as_fields(options, opened.policy))
    view.changes.gaps = True
    view.changes.look(crawl.id)
    if crawl.status is CrawlStatus.COMPLETED:
        if not has_room_again(crawl):
            return Decision(result=False)
        run_again(view)
        # At once: without pages to fetch the crawl would be over again.
        yield from sweep_view(view, _REOPENED)
    return Decision(result=True, changes=view.changes)


def put_robots(
    origin: str, name: str, record: RobotsRecord, crawl_delay_s: float, opened: Opened
) -> Rule[Decision]:
    """Store a robots.txt, and the gap that it asks for, which holds from now on."""
    seen = yield from see(See(hosts=[name], robots=origin))
    changes, since = Changes(), None
    if record.failing_for_s is not None:
        is_first = seen.robots_failing_since is None
        since = opened.now if is_first else seen.robots_failing_since
    changes.robots = RobotsChange(origin, record, since)
    host = seen.hosts.get(name)
    if host is not None:
        changes.hosts[name] = host
        host.robots_gap_s = crawl_delay_s
        if crawl_delay_s > 0:
            host.free_at = max(host.free_at, opened.now + crawl_delay_s)
    return Decision(None, changes)


def take_undrawn(for_s: float) -> Rule[CrawlId | None]:
    """Take the crawl that has waited longest for its drawing."""
    for crawl in (yield from crawls(UndrawnCrawls(1))):
        if (yield from run(Section(crawl, partial(_take_undrawn, for_s)))):
            return crawl
    return None


def _take_undrawn(for_s: float, opened: Opened) -> Rule[Decision]:
    yield from ()
    crawl, now = opened.crawl, opened.now
    if crawl is None or crawl.draw_at is None or crawl.draw_at > now:
        return Decision(result=False)
    view = View(opened, crawl)
    draws = crawl.draws + 1
    view.changes.set_crawl(draws=draws, draw_at=now + for_s if draws < MOST_DRAWS else None)
    return Decision(result=True, changes=view.changes)


def put_drawing(seq: int, data: bytes, opened: Opened) -> Rule[Decision]:
    """Store a drawing, if it is of the crawl as it is now."""
    yield from ()
    crawl = opened.crawl
    if crawl is None or not crawl.status.is_final or crawl.counts["seq"] != seq:
        return Decision(result=False)
    view = View(opened, crawl)
    view.changes.drawing = data
    view.changes.set_crawl(draw_at=None)
    return Decision(result=True, changes=view.changes)
