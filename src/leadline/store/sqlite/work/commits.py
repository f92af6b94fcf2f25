"""Commits: the outcomes of many pages in one transaction."""

import math
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from leadline.domain.crawls import CrawlKind
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
from leadline.domain.pages import NewPage, PageKind, Token, WorkerId
from leadline.domain.web.fetching import SUCCESS
from leadline.store.contract import Committed, HostPolicy
from leadline.store.packing import packed
from leadline.store.sqlite.codes import (
    COMPLETED,
    IN_PROGRESS,
    NO_TURN,
    NUMBER,
    PENDING,
    SKIPPED,
    TURN_HELD,
    UNLIMITED,
)
from leadline.store.sqlite.columns import answer_values
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work import leases
from leadline.store.sqlite.work.counters import Counters, Latencies, Queue, Skip, refresh
from leadline.store.sqlite.work.discoveries import Discoveries
from leadline.store.sqlite.work.failures import Failures
from leadline.store.sqlite.work.hosts import (
    HostNumbers,
    gap_after_s,
    gap_s,
    leave_alone,
    note_answers,
    rests_until,
)
from leadline.store.sqlite.work.roots import fail_without_root, note_root
from leadline.store.sqlite.work.turns import open_on_host, wake_waiters, widen_turns

_SAMPLE_S = 10.0


@dataclass(slots=True)
class _Lease:
    """A lease of the reports, and the pages that it still holds."""

    row: sqlite3.Row
    queue: Queue
    pages: dict[int, int]
    """Numbers of pages by id."""


class Commit:
    """One commit: outcomes in their order, counters written once at the end."""

    def __init__(
        self, db: sqlite3.Connection, now: float, hosts: HostNumbers, policy: HostPolicy
    ) -> None:
        self._db = db
        self._now = now
        self._hosts = hosts
        self._policy = policy
        self._counters = Counters()
        self._crawls: dict[int, sqlite3.Row] = {}
        self._seq: dict[int, int] = {}
        self._leases: dict[int, _Lease | None] = {}
        self._reported: Counter[int] = Counter()
        self._found = Discoveries(db, hosts, self._counters, policy)
        self._failures = Failures(db, now, self._counters, self._next_seq, policy.outage_max_s)
        self._pages: list[tuple[Any, ...]] = []
        self._leads: list[tuple[Any, ...]] = []
        self._bodies: list[tuple[Any, ...]] = []
        self._answered: set[tuple[int, int]] = set()
        self._latencies = Latencies()

    def run(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """Store all reports; see the contract."""
        last = self._db.execute(QUERIES["last_commit"], {"worker": worker}).fetchone()
        if last is not None and last["last_commit"] == commit:
            return Committed(last["accepted"], last["refused"])
        stale = sum(self._store(report) for report in reports)
        self._write_pages()
        self._found.write()
        self._counters.write(self._db)
        self._latencies.write(self._db)
        for report in reports:
            self._end_turn(report)
        self._end_leases(reports)
        self._end_scrapes()
        note_answers(self._db, self._answered, self._now)
        self._sample()
        accepted = sum(len(report.outcomes) for report in reports) - stale
        note = {"worker": worker, "commit": commit, "accepted": accepted, "refused": stale}
        self._db.execute(QUERIES["note_commit"], {**note, "now": self._now})
        parallel = self._hand_on(worker)
        refresh(self._db, self._crawls)
        return Committed(accepted, stale, self._resting(reports), parallel)

    def _store(self, report: Report) -> int:
        """Store the outcomes of a report; return how many are stale."""
        stale = sum(not self._take(report, outcome) for outcome in report.outcomes)
        if stale:
            self._db.execute(QUERIES["count_stale"], {"id": report.crawl, "count": stale})
        return stale

    def _take(self, report: Report, outcome: Outcome) -> bool:
        lease = self._lease(report.token)
        if lease is None or outcome.page not in lease.pages:
            return False
        crawl = self._crawl(lease.queue.crawl)
        if isinstance(outcome, Discovered):
            self._found.add(crawl, outcome.page, outcome.found)
            return True
        n = lease.pages.pop(outcome.page)
        self._reported[report.token] += 1
        match outcome:
            case Completed():
                self._complete(outcome, n, crawl, lease.queue)
            case Failed():
                asked = self._asked(lease.queue, outcome.at)
                if outcome.status is not None:
                    self._answered.add(asked[:2])
                if asked != lease.queue:
                    # Its redirect was an answer.
                    self._answered.add(lease.queue[:2])
                self._failures.add(outcome, crawl, lease.queue, asked)
            case SkippedPage():
                self._skip(outcome, crawl, lease.queue)
            case Returned():
                self._return(outcome, crawl, lease.queue)
            case Escalated():
                self._escalate(outcome, crawl, lease.queue)
        return True

    def _asked(self, queue: Queue, led_to: HostAt | NewPage | None) -> Queue:
        """Return the queue whose host was asked last: redirects may have led to another host."""
        if led_to is None:
            return queue
        return queue._replace(host=self._hosts.number(self._db, led_to.host, led_to.site))

    def _lease(self, token: int) -> _Lease | None:
        """Return a lease at this point of the commit; None when it has ended."""
        if token not in self._leases:
            row = self._db.execute(QUERIES["lease"], {"token": token}).fetchone()
            pages = self._db.execute(QUERIES["pages_of_lease"], {"token": token})
            held = {page["id"]: page["n"] for page in pages}
            self._leases[token] = _Lease(row, leases.queue_of(row), held) if row else None
        return self._leases[token]

    def _crawl(self, number: int) -> sqlite3.Row:
        if number not in self._crawls:
            row = self._db.execute(QUERIES["crawl_figures"], {"crawl": number}).fetchone()
            self._crawls[number] = row
            self._seq[number] = row["seq"]
        return self._crawls[number]

    def _next_seq(self, crawl: int) -> int:
        self._seq[crawl] += 1
        self._counters.add(crawl, "seq")
        return self._seq[crawl]

    def _complete(self, outcome: Completed, n: int, crawl: sqlite3.Row, queue: Queue) -> None:
        number, answer, seq = crawl["n"], outcome.answer, self._next_seq(crawl["n"])
        note_root(self._db, crawl, outcome.page, COMPLETED)
        page = self._move_root(outcome, crawl)
        self._pages.append((seq, *answer_values(answer), number, n))
        if outcome.leads:
            is_redirect = answer.redirected_to is not None
            self._leads.append((number, seq, page, is_redirect, *packed(outcome.leads)))
        self._bodies += [(number, seq, name, data) for name, data in outcome.bodies.items()]
        self._counters.move(queue, IN_PROGRESS, COMPLETED)
        is_counted = queue.kind not in UNLIMITED
        self._counters.add(number, "answered", is_counted)
        self._counters.add(number, "scraped", is_counted and answer.status in SUCCESS)
        self._counters.add(number, "bytes", answer.size)
        self._counters.add(number, "leads", len(outcome.leads))
        asked = self._asked(queue, outcome.moved_to)
        self._answered.update((queue[:2], asked[:2]))
        self._latencies.add(answer.timings)
        self._found.add(crawl, page, outcome.found)
        if outcome.host_wait_s is not None:
            leave_alone(self._db, asked.host, self._now + outcome.host_wait_s)

    def _move_root(self, outcome: Completed, crawl: sqlite3.Row) -> int:
        """Return the id of a page; a root that ended elsewhere gets a new one."""
        end = outcome.moved_to
        if end is None:
            return outcome.page
        host = self._hosts.number(self._db, end.host, end.site)
        row = {"crawl": crawl["n"], "id": outcome.page, "new_id": end.id, "root": end.id}
        row |= {"address": end.address, "host": host}
        if end.id != outcome.page:
            self._make_room(crawl, end.id)
        self._db.execute(QUERIES["move_root"], row)
        self._db.execute(QUERIES["move_found"], row)
        self._db.execute(QUERIES["set_root"], row)
        self._found.move(crawl["n"], outcome.page, end.id)
        return end.id

    def _make_room(self, crawl: sqlite3.Row, page: int) -> None:
        """Delete the page that has the root's new id already.

        An interrupted attempt may have found it.
        """
        where = {"crawl": crawl["n"], "id": page}
        if row := self._db.execute(QUERIES["drop_page"], where).fetchone():
            self._counters.disappear(Queue(crawl["n"], row["host"], row["kind"]), row)

    def _write_pages(self) -> None:
        self._db.executemany(QUERIES["complete_page"], self._pages)
        self._db.executemany(QUERIES["add_leads"], self._leads)
        self._db.executemany(QUERIES["add_body"], self._bodies)

    def _skip(self, outcome: SkippedPage, crawl: sqlite3.Row, queue: Queue) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page, "seq": self._next_seq(crawl["n"])}
        rule = {"reason": outcome.reason, "rule": outcome.rule, "detail": outcome.detail or None}
        self._db.execute(QUERIES["skip_page"], row | rule)
        skip = Skip(outcome.page, outcome.reason, outcome.rule)
        self._counters.move(queue, IN_PROGRESS, SKIPPED, skip)
        note_root(self._db, crawl, outcome.page, SKIPPED, outcome.reason)
        why = outcome.detail or f"skipped by {outcome.reason}: {outcome.rule}"
        fail_without_root(self._db, crawl, outcome.page, why, self._now)

    def _return(self, outcome: Returned, crawl: sqlite3.Row, queue: Queue) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page}
        row |= {"address": outcome.address, "hops": outcome.hops}
        self._db.execute(QUERIES["return_page"], row)
        self._counters.move(queue, IN_PROGRESS, PENDING)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _escalate(self, outcome: Escalated, crawl: sqlite3.Row, queue: Queue) -> None:
        kind = NUMBER[PageKind.BROWSER]
        row = {"crawl": crawl["n"], "id": outcome.page, "kind": kind, "why": outcome.why}
        self._db.execute(QUERIES["escalate_page"], row)
        self._counters.move(queue, IN_PROGRESS, PENDING, to=queue._replace(kind=kind))
        note_root(self._db, crawl, outcome.page, PENDING)

    def _end_turn(self, report: Report) -> None:
        """End the turn of a lease: its host is free a gap after the last start."""
        lease = self._lease(report.token)
        if lease is None or lease.row["turn"] != TURN_HELD:
            return
        end = report.turn_end
        if end is None and not lease.pages:
            end = TurnEnd(0.0)
        if end is None:
            return
        free_at = 0.0
        if end.last_start_ago_s is not None:
            # Rounded up to whole milliseconds: clocks of processes do not agree better.
            last_at = self._now - end.last_start_ago_s
            free_at = math.ceil((last_at + gap_after_s(self._db, lease.queue)) * 1000) / 1000
        leases.end_turn(self._db, lease.row, free_at, self._now)

    def _end_leases(self, reports: Sequence[Report]) -> None:
        for report in reports:
            visit = self._lease(report.token) if report.is_left else None
            if visit is not None and leases.is_visit(visit.row):
                leases.drop(self._db, visit.row)
        for token, count in self._reported.items():
            lease = self._leases[token]
            if lease is not None and not lease.pages:
                self._db.execute(QUERIES["drop_lease"], {"token": token})
            else:
                self._db.execute(QUERIES["lease_progress"], {"token": token, "count": count})

    def _hand_on(self, worker: WorkerId) -> dict[Token, int]:
        """Pass free turns and slots on to the queues that wait longest.

        Returns how many requests turns of the worker may have open from now on, where that grew.
        """
        parallel: dict[Token, int] = {}
        found = [lease for lease in self._leases.values() if lease is not None]
        for host in {each.queue.host for each in found if each.row["turn"] != NO_TURN}:
            if open_on_host(self._db, host) < self._policy.host_limit:
                wake_waiters(self._db, host, self._now)
                held = self._db.execute(QUERIES["held_turn"], {"host": host, "worker": worker})
                parallel |= widen_turns(self._db, held.fetchall(), self._policy)
        return parallel

    def _end_scrapes(self) -> None:
        for number, crawl in self._crawls.items():
            if crawl["kind"] == CrawlKind.SCRAPE:
                self._db.execute(QUERIES["finish"], {"crawl": number, "now": self._now}).fetchone()

    def _resting(self, reports: Sequence[Report]) -> frozenset[str]:
        resting = set()
        for report in reports:
            lease = self._leases.get(report.token)
            if lease is None or report.host in resting:
                continue
            if self._crawl(lease.queue.crawl)["is_late"]:
                resting.add(report.host)
                continue
            is_unpaced = lease.row["turn"] == NO_TURN
            gap = gap_s(self._db, lease.queue.host) if is_unpaced else 0.0
            if gap > 0:
                # The start of the last request is not known: at the latest now.
                free = {"host": lease.queue.host, "free_at": self._now + gap}
                self._db.execute(QUERIES["free_host_at"], free)
            if gap > 0 or rests_until(self._db, lease.queue.host) > self._now:
                resting.add(report.host)
        return frozenset(resting)

    def _sample(self) -> None:
        for number, crawl in self._crawls.items():
            if self._now - crawl["sampled_at"] >= _SAMPLE_S:
                self._db.execute(QUERIES["add_sample"], {"crawl": number, "now": self._now})
                self._db.execute("UPDATE crawl SET sampled_at = ? WHERE n = ?", (self._now, number))
