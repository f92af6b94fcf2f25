"""Answers to all questions of rules. They are copies: only `Changes` change the store."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind, PageState, Token
from leadline.store.rules.section import questions as ask
from leadline.store.rules.section.rows import (
    UNLIMITED,
    KnownPage,
    LeasedPage,
    LeaseRow,
    PickedPage,
    Queue,
    ReadyPage,
    ReadyQueue,
    Turn,
    Waiter,
)
from memory.tables import Tables, is_ready

_Row = dict[str, Any]
_BROWSER = PageKind.BROWSER


class Answers:
    """The answers for one section, or for an operation, which has no crawl."""

    def __init__(self, tables: Tables, now: float, crawl: CrawlId | None = None) -> None:
        self._tables = tables
        self._now = now
        self._crawl = crawl
        # A lease is one object, however it was asked for.
        self._leases: dict[Token, LeaseRow] = {}

    def to(self, question: Any) -> Any:
        """Answer a question."""
        if isinstance(question, ask.Pages):
            return self._pages(question)
        if isinstance(question, ask.Leases):
            return [self._lease(token) for token in self._tokens(question)]
        return _ANSWERS[type(question)](self, question)

    def see(self, wanted: ask.See) -> ask.Seen:
        tables, crawl, seen = self._tables, self._crawl, ask.Seen()
        for host in wanted.hosts:
            self._see_host(host, wanted, seen)
        for token in wanted.tokens:
            if token in tables.leases:
                lease = seen.leases[token] = self._lease(token)
                lease.pages = {page["id"]: _leased(page) for page in tables.pages_under(token)}
        by_id = tables.pages_by_id(crawl)
        seen.pages = {id_: _known(by_id[id_]) for id_ in wanted.pages if id_ in by_id}
        for id_ in wanted.known:
            if id_ in by_id:
                is_skipped = by_id[id_]["state"] is PageState.SKIPPED
                seen.known[id_] = _known(by_id[id_]) if is_skipped else None
        if crawl is not None:
            kept = tables.budgets
            seen.budgets = {
                each: kept[crawl, each] for each in wanted.budgets if (crawl, each) in kept
            }
            seen.skips = {each: tables.skips.get((crawl, *each), 0) for each in wanted.skips}
            if wanted.worker is not None:
                seen.note = tables.notes.get((wanted.worker, crawl))
        seen.met = {queue.host for queue in tables.queues if queue.crawl == crawl} & set(wanted.met)
        seen.request = tables.requests.get(wanted.request or "")
        seen.robots_failing_since = tables.robots.get(wanted.robots or "")
        return seen

    def _see_host(self, host: str, wanted: ask.See, seen: ask.Seen) -> None:
        tables, gaps = self._tables, []
        if host in tables.hosts:
            seen.hosts[host] = replace(tables.hosts[host])
        for queue, row in tables.queues_on(host):
            if queue.crawl == self._crawl:
                seen.queues[queue] = replace(row)
                continue
            if row.unfinished > 0 and tables.is_open(queue.crawl):
                gaps.append(row.gap_s)
            if wanted.with_waiting and row.waiting_since is not None:
                seen.waited_for.add(host)
        if gaps:
            seen.other_gaps[host] = max(gaps)
        on_host = [token for token, lease in tables.leases.items() if lease.queue.host == host]
        seen.leases |= {token: self._lease(token) for token in on_host}

    def _lease(self, token: Token) -> LeaseRow:
        if token not in self._leases:
            self._leases[token] = replace(self._tables.leases[token], pages={})
        return self._leases[token]

    def crawl_leases(self, _: ask.CrawlLeases) -> dict[Token, LeaseRow]:
        leases = self._tables.leases.items()
        return {
            token: self._lease(token) for token, row in leases if row.queue.crawl == self._crawl
        }

    def ready_queues(self, wanted: ask.ReadyQueues) -> list[ReadyQueue]:
        kinds = _served(wanted.kinds)
        found = [
            (row.at, queue.kind is not PageKind.SITEMAP, ReadyQueue(queue, row.ready))
            for queue, row in self._tables.queues.items()
            if queue.crawl == self._crawl and queue.kind in kinds
            if row.ready > 0 and row.at <= self._now
        ]
        return [queue for _, _, queue in sorted(found)][: wanted.limit]

    def ready_pages(self, wanted: ask.ReadyPages) -> dict[Queue, list[ReadyPage]]:
        found = {}
        for queue, limit in wanted.limits.items():
            ready = [page for page in self._of_crawl(queue) if is_ready(page)]
            ready.sort(key=lambda page: (page["depth"], page["n"]))
            found[queue] = [
                ReadyPage(**{name: page[name] for name in ReadyPage._fields})
                for page in ready[:limit]
            ]
        return found

    def live_workers(self, wanted: ask.LiveWorkers) -> int:
        workers, since = self._tables.workers.values(), self._now - wanted.within_s
        return sum(each.seen_at > since and each.only in (None, self._crawl) for each in workers)

    def waiters(self, wanted: ask.Waiters) -> dict[str, list[Waiter]]:
        return {host: self._waiters(host, wanted.limit) for host in wanted.hosts}

    def _waiters(self, host: str, limit: int) -> list[Waiter]:
        tables = self._tables
        found = [
            Waiter(
                queue,
                row.at,
                row.waiting_since,
                row.is_awaited,
                row.unfinished > 0 and tables.is_running(queue.crawl),
            )
            for queue, row in tables.queues_on(host)
            if row.waiting_since is not None and queue.crawl != self._crawl
        ]
        found.sort(key=lambda waiter: waiter.since)
        for_clients = [waiter for waiter in found if waiter.is_awaited]
        others = [waiter for waiter in found if not waiter.is_awaited]
        return others[:limit] + for_clients[:limit]

    def witnesses(self, wanted: ask.WitnessesBeside) -> ask.Witnesses:
        queues = self._tables.queues.items()
        own = [(queue.host, row) for queue, row in queues if queue.crawl == self._crawl]
        return ask.Witnesses(
            any(row.is_answered and row.unfinished > 0 for _, row in own),
            any(
                host != wanted.host and (row.is_answered or row.unfinished > 0) for host, row in own
            ),
        )

    def held_by(self, wanted: ask.HeldBy) -> ask.HeldPages:
        leases = self._tables.leases.values()
        tokens = [lease.token for lease in leases if lease.worker == wanted.worker]
        pages = [page for token in tokens for page in self._tables.pages_under(token)]
        return ask.HeldPages(len(pages), max((page["suspects"] for page in pages), default=0))

    def _tokens(self, which: ask.Leases) -> list[Token]:
        match which:
            case ask.ExpiredLeases():
                is_wanted = self._is_expired
            case ask.LeasesOfWorker():
                is_wanted = lambda lease: lease.worker == which.worker  # noqa: E731 -- one of five tests
            case ask.LostLeases():
                is_wanted = lambda lease: lease.worker == which.worker and lease.is_lost  # noqa: E731 -- one of five tests
            case ask.ShortTurns():
                is_wanted = lambda lease: _is_short(lease, which)  # noqa: E731 -- one of five tests
            case ask.LeaseOf():
                is_wanted = lambda lease: lease.token == which.token  # noqa: E731 -- one of five tests
        return [token for token, lease in self._tables.leases.items() if is_wanted(lease)]

    def _is_expired(self, lease: LeaseRow) -> bool:
        return lease.expires_at < self._now

    def ready_crawls(self, wanted: ask.ReadyCrawls) -> list[CrawlId]:
        kinds = (
            _served(wanted.kinds) if set(wanted.kinds) == {_BROWSER} else set(PageKind) - {_BROWSER}
        )
        found = []
        for crawl in self._tables.crawls:
            at = self.ready_at(crawl, kinds)
            if (wanted.only or crawl) == crawl and crawl not in wanted.besides:
                found += [(at, crawl)] if at is not None and at <= self._now else []
        return [crawl for _, crawl in sorted(found)][: wanted.limit]

    def ready_at(self, crawl: CrawlId, kinds: Iterable[PageKind]) -> float | None:
        """Return when a crawl that may be worked on has a queue to serve: with its next one."""
        row = self._tables.crawl(crawl)
        queues = self._tables.queues.items()
        times = [
            each.at
            for queue, each in queues
            if queue.crawl == crawl and queue.kind in kinds and each.ready > 0
        ]
        if row is None or row.is_late or not times or not self._tables.is_running(crawl):
            return None
        if set(kinds) == {_BROWSER}:
            return min(times)
        not_before = self._tables.crawls[crawl]["look_at"]
        return max(min(times), row.claimed_at if not_before is None else not_before)

    def due_crawls(self, wanted: ask.DueCrawls) -> list[CrawlId]:
        due = [page["crawl"] for page in self._tables.pages.values() if self._is_due(page)]
        return list(dict.fromkeys(due))[: wanted.limit]

    def _is_due(self, page: _Row) -> bool:
        not_before = page["not_before"]
        is_pending = page["state"] is PageState.PENDING
        return is_pending and not_before is not None and not_before <= self._now

    def timed_crawls(self, wanted: ask.TimedCrawls) -> list[CrawlId]:
        return [
            crawl
            for crawl, row in self._tables.crawls.items()
            if self._tables.is_running(crawl) and row["max_time_s"] is not None
            if row["started_at"] is not None and (wanted.only or crawl) == crawl
        ]

    def undrawn_crawls(self, wanted: ask.UndrawnCrawls) -> list[CrawlId]:
        crawls = self._tables.crawls.items()
        waiting = [(row["draw_at"], crawl) for crawl, row in crawls if row["draw_at"] is not None]
        return [crawl for at, crawl in sorted(waiting) if at <= self._now][: wanted.limit]

    def _of_crawl(self, queue: Queue | None = None) -> list[_Row]:
        pages = self._tables.pages_of(self._crawl)
        if queue is None:
            return pages
        return [page for page in pages if (page["host"], page["kind"]) == queue[1:]]

    def _pages(self, which: ask.Pages) -> list[PickedPage]:
        wanted = (page for page in self._of_crawl() if self._is_picked(page, which))
        return [self._picked(page) for page in islice(wanted, which.limit)]

    def _is_picked(self, page: _Row, which: ask.Pages) -> bool:  # noqa: PLR0911 -- one of each question
        state, kind = page["state"], page["kind"]
        match which:
            case ask.PendingPages():
                is_of_kind = which.with_external or kind is not PageKind.EXTERNAL
                return state is PageState.PENDING and is_of_kind
            case ask.PagesOfQueue():
                return is_ready(page) and (page["host"], kind) == which.queue[1:]
            case ask.RestingPages():
                rests_until = self._tables.hosts[page["host"]].rests_until
                return is_ready(page) and kind is PageKind.EXTERNAL and rests_until > which.until
            case ask.DeepPages():
                return is_ready(page) and kind not in UNLIMITED and page["depth"] > which.max_depth
            case ask.TooDeepPages():
                is_recorded = state is PageState.COMPLETED and not page["fetched"]
                return is_recorded and page["depth"] <= which.max_depth
            case ask.DuePages():
                return self._is_due(page)
            case ask.SkippedPages():
                return state is PageState.SKIPPED and _is_closed(
                    page, "reason", which.reason, which.until
                )
            case ask.FailedPages():
                least, most = which.status or (0, 999)
                is_of_status = which.status is None or least <= (page["status"] or -1) <= most
                is_failed = state is PageState.FAILED and is_of_status
                return is_failed and _is_closed(page, "error", which.error, which.until)

    def _picked(self, page: _Row) -> PickedPage:
        queue = Queue(page["crawl"], page["host"], page["kind"])
        is_failed = page["state"] is PageState.FAILED
        has_answered = is_failed and page["status"] is not None and page["error"] != "poison"
        where = (page["n"], page["id"], queue, page["depth"])
        return PickedPage(*where, is_ready(page), has_answered, page["reason"], page["rule"])


def _is_closed(page: _Row, column: str, value: str | None, until: int | None) -> bool:
    is_of_value = value is None or page[column] == value
    return is_of_value and (until is None or page["seq"] is None or page["seq"] <= until)


def _is_short(lease: LeaseRow, which: ask.ShortTurns) -> bool:
    is_held = lease.worker == which.worker and lease.turn is Turn.HELD
    is_on_host = which.hosts is None or lease.queue.host in which.hosts
    return is_held and is_on_host and lease.parallel < min(lease.left, which.host_limit)


def _served(kinds: Iterable[PageKind]) -> set[PageKind]:
    """Return the kinds that a worker is served: pages for a browser only if it is one."""
    return {_BROWSER} if set(kinds) == {_BROWSER} else set(kinds) - {_BROWSER}


def _leased(page: _Row) -> LeasedPage:
    return LeasedPage(**{name: page[name] for name in LeasedPage.__slots__})


def _known(page: _Row) -> KnownPage:
    where = (page["n"], page["state"], page["host"], page["kind"])
    facts = (page["reason"], page["rule"], page["fetched"], page["not_before"] is None)
    return KnownPage(*where, *facts)


_ANSWERS: dict[type, Callable[[Answers, Any], Any]] = {
    ask.See: Answers.see,
    ask.CrawlLeases: Answers.crawl_leases,
    ask.ReadyQueues: Answers.ready_queues,
    ask.ReadyPages: Answers.ready_pages,
    ask.LiveWorkers: Answers.live_workers,
    ask.Waiters: Answers.waiters,
    ask.WitnessesBeside: Answers.witnesses,
    ask.HeldBy: Answers.held_by,
    ask.ReadyCrawls: Answers.ready_crawls,
    ask.DueCrawls: Answers.due_crawls,
    ask.TimedCrawls: Answers.timed_crawls,
    ask.UndrawnCrawls: Answers.undrawn_crawls,
}
