"""Answers to questions about many rows: ordered, and bounded."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageKind, Token
from leadline.domain.skips import SkipReason
from leadline.store.rules.section import questions as ask
from leadline.store.rules.section.rows import (
    LeaseRow,
    PickedPage,
    Queue,
    ReadyPage,
    ReadyQueue,
    Waiter,
)
from leadline.store.sqlite.codes import KINDS, NUMBER
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.sections.place import Place


def crawl_leases(place: Place, _: ask.CrawlLeases) -> dict[Token, LeaseRow]:
    """Return all leases of the crawl."""
    rows = place.db.execute(QUERIES["leases_of_crawl"], {"crawl": place.number}).fetchall()
    leases = [place.lease(row) for row in rows]
    return {lease.token: lease for lease in leases}


def ready_queues(place: Place, wanted: ask.ReadyQueues) -> list[ReadyQueue]:
    """Return queues that may be served now."""
    query = "browser_queues" if _are_browsers(wanted.kinds) else "ready_queues"
    kinds = json.dumps([NUMBER[kind] for kind in wanted.kinds])
    where = {"crawl": place.number, "now": place.now, "kinds": kinds, "limit": wanted.limit}
    return [
        ReadyQueue(_queue(place, host, kind), ready)
        for host, kind, ready in place.db.execute(QUERIES[query], where)
    ]


def ready_pages(place: Place, wanted: ask.ReadyPages) -> dict[Queue, list[ReadyPage]]:
    """Return the first pages of queues."""
    found = {}
    for queue, limit in wanted.limits.items():
        where = _key(place, queue) | {"limit": limit}
        rows = place.db.execute(QUERIES["ready_pages"], where)
        found[queue] = [ReadyPage(*row) for row in rows]
    return found


def live_workers(place: Place, wanted: ask.LiveWorkers) -> int:
    """Return the number of workers that share the crawl."""
    where = {"since": place.now - wanted.within_s, "crawl": place.crawl}
    return int(place.db.execute(QUERIES["live_workers"], where).fetchone()[0])


def waiters(place: Place, wanted: ask.Waiters) -> dict[str, list[Waiter]]:
    """Return queues of other crawls that wait for hosts."""
    return {host: list(_waiters(place, host, wanted.limit)) for host in wanted.hosts}


def _waiters(place: Place, host: str, limit: int) -> Iterable[Waiter]:
    for is_awaited in (False, True):
        where = {"crawl": place.number, "host": place.host(host), "limit": limit}
        rows = place.db.execute(QUERIES["first_waiters"], where | {"is_awaited": is_awaited})
        for number, id_, kind, at, since, is_live in rows:
            place.numbers[CrawlId(id_)] = number
            queue = Queue(CrawlId(id_), host, KINDS[kind])
            yield Waiter(queue, at, since, is_awaited, bool(is_live))


def witnesses(place: Place, wanted: ask.WitnessesBeside) -> ask.Witnesses:
    """Return whether other hosts of the crawl show that the network works."""
    where = {"crawl": place.number, "host": place.host(wanted.host)}
    row = place.db.execute(QUERIES["witnesses"], where).fetchone()
    return ask.Witnesses(bool(row[0]), bool(row[1]))


def pending_pages(place: Place, wanted: ask.PendingPages) -> list[PickedPage]:
    """Return PENDING pages."""
    where = {"crawl": place.number, "external": wanted.with_external, "limit": wanted.limit}
    return _picked(place, "pending_pages", where)


def pages_of_queue(place: Place, wanted: ask.PagesOfQueue) -> list[PickedPage]:
    """Return pages of a queue that can be claimed."""
    return _picked(place, "pages_of_queue", _key(place, wanted.queue) | {"limit": wanted.limit})


def resting_pages(place: Place, wanted: ask.RestingPages) -> list[PickedPage]:
    """Return external pages on hosts that rest."""
    where = {"crawl": place.number, "late": wanted.until, "limit": wanted.limit}
    return _picked(place, "resting_external", where)


def deep_pages(place: Place, wanted: ask.DeepPages) -> list[PickedPage]:
    """Return PENDING pages that are too deep."""
    where = {"crawl": place.number, "max_depth": wanted.max_depth, "limit": wanted.limit}
    return _picked(place, "deep_pages", where)


def too_deep_pages(place: Place, wanted: ask.TooDeepPages) -> list[PickedPage]:
    """Return pages that are recorded as too deep, and are not."""
    where = {"crawl": place.number, "max_depth": wanted.max_depth, "limit": wanted.limit}
    return _picked(place, "within_depth", where)


def due_pages(place: Place, wanted: ask.DuePages) -> list[PickedPage]:
    """Return PENDING pages whose time has come."""
    where = {"crawl": place.number, "now": place.now, "limit": wanted.limit}
    return _picked(place, "due_pages", where)


def skipped_pages(place: Place, wanted: ask.SkippedPages) -> list[PickedPage]:
    """Return SKIPPED pages."""
    where = {"reason": wanted.reason, "until": wanted.until, "limit": wanted.limit}
    return _picked(place, "skipped_pages", where | {"crawl": place.number})


def failed_pages(place: Place, wanted: ask.FailedPages) -> list[PickedPage]:
    """Return FAILED pages."""
    least, most = wanted.status or (None, None)
    where = {"crawl": place.number, "reason": wanted.error, "until": wanted.until}
    where |= {"least_status": least, "most_status": most, "limit": wanted.limit}
    return _picked(place, "failed_pages", where)


def held_by(place: Place, wanted: ask.HeldBy) -> ask.HeldPages:
    """Return the pages that a worker holds."""
    where = {"worker": wanted.worker}
    (pages,) = place.db.execute(QUERIES["held_by_worker"], where).fetchone()
    if pages != 1:
        return ask.HeldPages(pages, 0)
    (suspects,) = place.db.execute(QUERIES["most_suspect"], where).fetchone()
    return ask.HeldPages(pages, suspects)


def expired_leases(place: Place, _: ask.ExpiredLeases) -> list[LeaseRow]:
    """Return leases that were not renewed in time."""
    return _leases(place, "expired_leases", {"now": place.now})


def leases_of_worker(place: Place, wanted: ask.LeasesOfWorker) -> list[LeaseRow]:
    """Return the leases of a worker."""
    return _leases(place, "leases_of_worker", {"worker": wanted.worker})


def lost_leases(place: Place, wanted: ask.LostLeases) -> list[LeaseRow]:
    """Return the lost leases of a worker."""
    return _leases(place, "lost_leases", {"worker": wanted.worker})


def short_turns(place: Place, wanted: ask.ShortTurns) -> list[LeaseRow]:
    """Return turns of a worker whose requests wait for others to end."""
    where = {"worker": wanted.worker, "host_limit": wanted.host_limit}
    found = _leases(place, "short_turns", where)
    hosts = wanted.hosts
    return found if hosts is None else [lease for lease in found if lease.queue.host in hosts]


def lease_of(place: Place, wanted: ask.LeaseOf) -> list[LeaseRow]:
    """Return a lease by its token."""
    return _leases(place, "lease", {"token": wanted.token})


def ready_crawls(place: Place, wanted: ask.ReadyCrawls) -> list[CrawlId]:
    """Return crawls that may be looked at now."""
    query = "ready_crawls" if wanted.only is None else "ready_crawl"
    if _are_browsers(wanted.kinds):
        query = "browser_crawls"
    where: dict[str, Any] = {"now": place.now, "only": wanted.only, "limit": wanted.limit}
    return _crawls(place, query, where | {"besides": json.dumps(list(wanted.besides))})


def due_crawls(place: Place, wanted: ask.DueCrawls) -> list[CrawlId]:
    """Return crawls with pages whose time has come."""
    return _crawls(place, "due_crawls", {"now": place.now, "limit": wanted.limit})


def timed_crawls(place: Place, wanted: ask.TimedCrawls) -> list[CrawlId]:
    """Return crawls with a time limit."""
    return _crawls(place, "timed_crawls", {"only": wanted.only})


def undrawn_crawls(place: Place, wanted: ask.UndrawnCrawls) -> list[CrawlId]:
    """Return crawls that wait for their drawing."""
    return _crawls(place, "undrawn_crawls", {"now": place.now, "limit": wanted.limit})


def _are_browsers(kinds: Iterable[PageKind]) -> bool:
    return set(kinds) == {PageKind.BROWSER}


def _queue(place: Place, host: str, kind: int) -> Queue:
    return Queue(place.crawl or CrawlId(""), host, KINDS[kind])


def _key(place: Place, queue: Queue) -> dict[str, int]:
    host, kind = place.host(queue.host), NUMBER[queue.kind]
    return {"crawl": place.number, "host": host, "kind": kind}


def _picked(place: Place, query: str, where: dict[str, Any]) -> list[PickedPage]:
    return [_page(place, row) for row in place.db.execute(QUERIES[query], where).fetchall()]


def _page(place: Place, row: sqlite3.Row) -> PickedPage:
    n, id_, host, kind, depth, is_ready, has_answered, reason, rule = row
    place_of_page = (n, PageId(id_), _queue(place, host, kind), depth)
    why = (SkipReason(reason) if reason else None, rule)
    return PickedPage(*place_of_page, bool(is_ready), bool(has_answered), *why)


def _leases(place: Place, query: str, where: dict[str, Any]) -> list[LeaseRow]:
    return [place.lease(row) for row in place.db.execute(QUERIES[query], where).fetchall()]


def _crawls(place: Place, query: str, where: dict[str, Any]) -> list[CrawlId]:
    return [CrawlId(id_) for (id_,) in place.db.execute(QUERIES[query], where).fetchall()]


ANSWERS = {
    ask.CrawlLeases: crawl_leases,
    ask.ReadyQueues: ready_queues,
    ask.ReadyPages: ready_pages,
    ask.LiveWorkers: live_workers,
    ask.Waiters: waiters,
    ask.WitnessesBeside: witnesses,
    ask.PendingPages: pending_pages,
    ask.PagesOfQueue: pages_of_queue,
    ask.RestingPages: resting_pages,
    ask.DeepPages: deep_pages,
    ask.TooDeepPages: too_deep_pages,
    ask.DuePages: due_pages,
    ask.SkippedPages: skipped_pages,
    ask.FailedPages: failed_pages,
    ask.HeldBy: held_by,
    ask.ExpiredLeases: expired_leases,
    ask.LeasesOfWorker: leases_of_worker,
    ask.LostLeases: lost_leases,
    ask.ShortTurns: short_turns,
    ask.LeaseOf: lease_of,
    ask.ReadyCrawls: ready_crawls,
    ask.DueCrawls: due_crawls,
    ask.TimedCrawls: timed_crawls,
    ask.UndrawnCrawls: undrawn_crawls,
}
