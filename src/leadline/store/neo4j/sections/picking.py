"""Answers to questions about many rows: ordered, and bounded."""

from collections.abc import Awaitable, Callable
from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageKind, Token
from leadline.domain.skips import SkipReason
from leadline.store.neo4j.sections.place import Place, key_of
from leadline.store.rules.section import questions as ask
from leadline.store.rules.section.rows import (
    LeaseRow,
    PickedPage,
    Queue,
    ReadyPage,
    ReadyQueue,
    Waiter,
)

_BROWSERS = {PageKind.BROWSER}


async def crawl_leases(place: Place, _: ask.CrawlLeases) -> dict[Token, LeaseRow]:
    """Return all leases of the crawl."""
    leases = await _leases(place, "crawl_leases")
    return {lease.token: lease for lease in leases}


async def ready_queues(place: Place, wanted: ask.ReadyQueues) -> list[ReadyQueue]:
    """Return queues that may be served now."""
    query = "browser_queues" if set(wanted.kinds) == _BROWSERS else "ready_queues"
    rows = await place.ask(query, kinds=list(wanted.kinds), limit=wanted.limit)
    return [ReadyQueue(place.queue(host, kind), ready) for host, kind, ready in rows]


async def ready_pages(place: Place, wanted: ask.ReadyPages) -> dict[Queue, list[ReadyPage]]:
    """Return the first pages of queues."""
    keys = {key_of(queue): queue for queue in wanted.limits}
    queues = [{"key": key, "limit": wanted.limits[queue]} for key, queue in keys.items()]
    rows = await place.ask(
        "ready_pages", queues=queues, limit=max(wanted.limits.values(), default=0)
    )
    return {keys[key]: [ReadyPage(*page) for page in pages] for key, pages in rows}


async def live_workers(place: Place, wanted: ask.LiveWorkers) -> int:
    """Return the number of workers that share the crawl."""
    [(number,)] = await place.ask("live_workers", since=place.now - wanted.within_s)
    return int(number)


async def waiters(place: Place, wanted: ask.Waiters) -> dict[str, list[Waiter]]:
    """Return queues of other crawls that wait for hosts."""
    found: dict[str, list[Waiter]] = {}
    rows = await place.ask("waiters", hosts=list(wanted.hosts), limit=wanted.limit)
    for host, waiting in rows:
        for crawl, kind, *rest in waiting:
            queue = Queue(CrawlId(crawl), host, PageKind(kind))
            found.setdefault(host, []).append(Waiter(queue, *rest))
    return found


async def witnesses(place: Place, wanted: ask.WitnessesBeside) -> ask.Witnesses:
    """Return whether other hosts of the crawl show that the network works."""
    [(has_witness, has_others)] = await place.ask("witnesses", host=wanted.host)
    return ask.Witnesses(has_witness, has_others)


async def held_by(place: Place, wanted: ask.HeldBy) -> ask.HeldPages:
    """Return the pages that a worker holds."""
    [(pages, suspects)] = await place.ask("held_by", worker=wanted.worker)
    return ask.HeldPages(pages, suspects)


async def ready_crawls(place: Place, wanted: ask.ReadyCrawls) -> list[CrawlId]:
    """Return crawls that may be looked at now."""
    query = "browser_crawls" if set(wanted.kinds) == _BROWSERS else "ready_crawls"
    besides = list(wanted.besides)
    return await _crawls(place, query, only=wanted.only, besides=besides, limit=wanted.limit)


async def _picked(place: Place, query: str, **parameters: Any) -> list[PickedPage]:
    return [_page(place, row) for row in await place.ask(query, **parameters)]


def _page(place: Place, row: list[Any]) -> PickedPage:
    n, id_, host, kind, depth, is_ready, has_answered, reason, rule = row
    of_page = (n, PageId(id_), place.queue(host, kind), depth)
    why = (SkipReason(reason) if reason else None, rule)
    return PickedPage(*of_page, is_ready, has_answered, *why)


async def _leases(place: Place, query: str, **parameters: Any) -> list[LeaseRow]:
    return [place.lease(node) for (node,) in await place.ask(query, **parameters)]


async def _crawls(place: Place, query: str, **parameters: Any) -> list[CrawlId]:
    return [CrawlId(id_) for (id_,) in await place.ask(query, **parameters)]


Answer = Callable[[Place, Any], Awaitable[Any]]
ANSWERS: dict[type, Answer] = {
    ask.CrawlLeases: crawl_leases,
    ask.ReadyQueues: ready_queues,
    ask.ReadyPages: ready_pages,
    ask.LiveWorkers: live_workers,
    ask.Waiters: waiters,
    ask.WitnessesBeside: witnesses,
    ask.HeldBy: held_by,
    ask.ReadyCrawls: ready_crawls,
    ask.PendingPages: lambda place, q: _picked(
        place, "pending_pages", external=q.with_external, limit=q.limit
    ),
    ask.PagesOfQueue: lambda place, q: _picked(
        place, "pages_of_queue", queue=key_of(q.queue), limit=q.limit
    ),
    ask.RestingPages: lambda place, q: _picked(
        place, "resting_pages", until=q.until, limit=q.limit
    ),
    ask.DeepPages: lambda place, q: _picked(
        place, "deep_pages", max_depth=q.max_depth, limit=q.limit
    ),
    ask.TooDeepPages: lambda place, q: _picked(
        place, "too_deep_pages", max_depth=q.max_depth, limit=q.limit
    ),
    ask.DuePages: lambda place, q: _picked(place, "due_pages", limit=q.limit),
    ask.SkippedPages: lambda place, q: _picked(
        place, "skipped_pages", reason=q.reason, until=q.until, limit=q.limit
    ),
    ask.FailedPages: lambda place, q: _picked(
        place,
        "failed_pages",
        error=q.error,
        least=q.status[0] if q.status else None,
        most=q.status[1] if q.status else None,
        until=q.until,
        limit=q.limit,
    ),
    ask.ExpiredLeases: lambda place, _: _leases(place, "expired_leases"),
    ask.LeasesOfWorker: lambda place, q: _leases(place, "leases_of_worker", worker=q.worker),
    ask.LostLeases: lambda place, q: _leases(place, "lost_leases", worker=q.worker),
    ask.ShortTurns: lambda place, q: _leases(
        place,
        "short_turns",
        worker=q.worker,
        host_limit=q.host_limit,
        hosts=None if q.hosts is None else list(q.hosts),
    ),
    ask.LeaseOf: lambda place, q: _leases(place, "lease_of", token=q.token),
    ask.DueCrawls: lambda place, q: _crawls(place, "due_crawls", limit=q.limit),
    ask.TimedCrawls: lambda place, q: _crawls(place, "timed_crawls", only=q.only),
    ask.UndrawnCrawls: lambda place, q: _crawls(place, "undrawn_crawls", limit=q.limit),
}
