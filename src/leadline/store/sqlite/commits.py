"""Storing outcomes: one transaction for many pages."""

import math
import sqlite3
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from leadline.domain.crawls import CrawlKind
from leadline.domain.pages import PageKind, Token, WorkerId
from leadline.domain.results import (
    Answer,
    Completed,
    Discovered,
    Escalated,
    Failed,
    Outcome,
    Refused,
    Report,
    Returned,
    TurnEnd,
)
from leadline.store.contract import Committed, Manners
from leadline.store.packing import packed
from leadline.store.sqlite import leases
from leadline.store.sqlite.discoveries import Discoveries
from leadline.store.sqlite.failures import Failures
from leadline.store.sqlite.hosts import (
    HostNumbers,
    gap_after_s,
    gap_s,
    leave_alone,
    note_answers,
    rests_until,
)
from leadline.store.sqlite.overview import Latencies
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import fail_without_root, note_root
from leadline.store.sqlite.states import (
    COMPLETED,
    IN_PROGRESS,
    NO_TURN,
    NUMBER,
    PENDING,
    SKIPPED,
    TURN_HELD,
    UNLIMITED,
)
from leadline.store.sqlite.tally import Queue, Skip, Tally, refresh
from leadline.store.sqlite.turns import open_on_host, wake_waiters, widen_turns

_SUCCESS = range(200, 300)
_SAMPLE_S = 10.0


@dataclass(slots=True)
class _Lease:
    """A lease that outcomes were reported of, and the pages it still holds."""

    row: sqlite3.Row
    queue: Queue
    pages: dict[int, int]
    """By id, the number of each."""


class Commit:
    """One commit: outcomes in the order they came, counters written once at the end."""

    def __init__(
        self, db: sqlite3.Connection, now: float, hosts: HostNumbers, manners: Manners
    ) -> None:
        self._db = db
        self._now = now
        self._hosts = hosts
        self._manners = manners
        self._tally = Tally()
        self._crawls: dict[int, sqlite3.Row] = {}
        self._seq: dict[int, int] = {}
        self._leases: dict[int, _Lease | None] = {}
        self._reported: Counter[int] = Counter()
        self._found = Discoveries(db, hosts, self._tally, manners)
        self._failures = Failures(db, now, self._tally, self._next_seq, manners.outage_max_s)
        self._pages: list[tuple[Any, ...]] = []
        self._leads: list[tuple[Any, ...]] = []
        self._bodies: list[tuple[Any, ...]] = []
        self._answered: set[tuple[int, int]] = set()
        self._latencies = Latencies()

    def run(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """Store it all; see the contract."""
        last = self._db.execute(QUERIES["last_commit"], {"worker": worker}).fetchone()
        if last is not None and last["last_commit"] == commit:
            return Committed(last["accepted"], last["refused"])
        refused = sum(self._store(report) for report in reports)
        self._write_pages()
        self._found.write()
        self._tally.write(self._db)
        self._latencies.write(self._db)
        for report in reports:
            self._end_turn(report)
        self._end_leases()
        self._end_scrapes()
        note_answers(self._db, self._answered, self._now)
        self._sample()
        accepted = sum(len(report.outcomes) for report in reports) - refused
        note = {"worker": worker, "commit": commit, "accepted": accepted, "refused": refused}
        self._db.execute(QUERIES["note_commit"], {**note, "now": self._now})
        parallel = self._hand_on(worker)
        refresh(self._db, self._crawls)
        return Committed(accepted, refused, self._resting(reports), parallel)

    def _store(self, report: Report) -> int:
        """Take the outcomes of a report; gives how many are refused."""
        refused = sum(not self._take(report, outcome) for outcome in report.outcomes)
        if refused:
            self._db.execute(QUERIES["count_refused"], {"id": report.crawl, "count": refused})
        return refused

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
                if outcome.status is not None:
                    self._answered.add(lease.queue[:2])
                self._failures.add(outcome, crawl, lease.queue)
            case Refused():
                self._refuse(outcome, crawl, lease.queue)
            case Returned():
                self._return(outcome, crawl, lease.queue)
            case Escalated():
                self._escalate(outcome, crawl, lease.queue)
        return True

    def _lease(self, token: int) -> _Lease | None:
        """A lease as it stands in this commit; None when it has ended."""
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
        self._tally.add(crawl, "seq")
        return self._seq[crawl]

    def _complete(self, outcome: Completed, n: int, crawl: sqlite3.Row, queue: Queue) -> None:
        number, answer, seq = crawl["n"], outcome.answer, self._next_seq(crawl["n"])
        note_root(self._db, crawl, outcome.page, COMPLETED)
        page = self._moved(outcome, crawl)
        self._pages.append((seq, *_columns(answer), number, n))
        if outcome.leads:
            is_redirect = answer.redirected_to is not None
            self._leads.append((number, seq, page, is_redirect, *packed(outcome.leads)))
        self._bodies += [(number, seq, name, data) for name, data in outcome.bodies.items()]
        self._tally.move(queue, IN_PROGRESS, COMPLETED)
        is_counted = queue.kind not in UNLIMITED
        self._tally.add(number, "answered", is_counted)
        self._tally.add(number, "scraped", is_counted and answer.status in _SUCCESS)
        self._tally.add(number, "bytes", answer.size)
        self._tally.add(number, "leads", len(outcome.leads))
        self._answered.add(queue[:2])
        self._latencies.add(answer.timings)
        self._found.add(crawl, page, outcome.found)
        if outcome.host_wait_s is not None:
            leave_alone(self._db, queue.host, self._now + outcome.host_wait_s)

    def _moved(self, outcome: Completed, crawl: sqlite3.Row) -> int:
        """The id of a page; that of the root changes when it ended elsewhere."""
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
        """An attempt that was interrupted may have found where the root ends this time."""
        where = {"crawl": crawl["n"], "id": page}
        if row := self._db.execute(QUERIES["drop_page"], where).fetchone():
            self._tally.disappear(Queue(crawl["n"], row["host"], row["kind"]), row)

    def _write_pages(self) -> None:
        self._db.executemany(QUERIES["complete_page"], self._pages)
        self._db.executemany(QUERIES["add_leads"], self._leads)
        self._db.executemany(QUERIES["add_body"], self._bodies)

    def _refuse(self, outcome: Refused, crawl: sqlite3.Row, queue: Queue) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page, "seq": self._next_seq(crawl["n"])}
        rule = {"reason": outcome.reason, "rule": outcome.rule, "detail": outcome.detail or None}
        self._db.execute(QUERIES["skip_page"], row | rule)
        skip = Skip(outcome.page, outcome.reason, outcome.rule)
        self._tally.move(queue, IN_PROGRESS, SKIPPED, skip)
        note_root(self._db, crawl, outcome.page, SKIPPED, outcome.reason)
        why = outcome.detail or f"refused by {outcome.reason}: {outcome.rule}"
        fail_without_root(self._db, crawl, outcome.page, why, self._now)

    def _return(self, outcome: Returned, crawl: sqlite3.Row, queue: Queue) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page}
        row |= {"address": outcome.address, "hops": outcome.hops}
        self._db.execute(QUERIES["return_page"], row)
        self._tally.move(queue, IN_PROGRESS, PENDING)
        self._tally.change(queue, ready=1)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _escalate(self, outcome: Escalated, crawl: sqlite3.Row, queue: Queue) -> None:
        kind = NUMBER[PageKind.BROWSER]
        row = {"crawl": crawl["n"], "id": outcome.page, "kind": kind, "why": outcome.why}
        self._db.execute(QUERIES["escalate_page"], row)
        self._tally.move(queue, IN_PROGRESS, PENDING)
        self._tally.change(queue, unfinished=-1)
        self._tally.change(queue._replace(kind=kind), ready=1, unfinished=1)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _end_turn(self, report: Report) -> None:
        """The host of a lease may be served again, a gap after the last start."""
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
            # Rounded up to whole milliseconds: clocks of processes agree no better.
            last_at = self._now - end.last_start_ago_s
            free_at = math.ceil((last_at + gap_after_s(self._db, lease.queue)) * 1000) / 1000
        leases.end_turn(self._db, lease.row, free_at, self._now)

    def _end_leases(self) -> None:
        for token, count in self._reported.items():
            lease = self._leases[token]
            if lease is not None and not lease.pages:
                self._db.execute(QUERIES["drop_lease"], {"token": token})
            else:
                self._db.execute(QUERIES["lease_progress"], {"token": token, "count": count})

    def _hand_on(self, worker: WorkerId) -> dict[Token, int]:
        """Give turns and slots that are free to the queue that waits longest.

        A host that is held again keeps its slots: returns how many the worker may use in its turn.
        """
        parallel: dict[Token, int] = {}
        found = [lease for lease in self._leases.values() if lease is not None]
        for host in {each.queue.host for each in found if each.row["turn"] != NO_TURN}:
            if open_on_host(self._db, host) < self._manners.host_limit:
                wake_waiters(self._db, host, self._now)
                held = self._db.execute(QUERIES["held_turn"], {"host": host, "worker": worker})
                parallel |= widen_turns(self._db, held.fetchall(), self._manners)
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
                # When the last request was started is not known: at the latest now.
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


def _columns(answer: Answer) -> tuple[Any, ...]:
    return (
        answer.status,
        answer.content_type,
        answer.size,
        answer.title,
        answer.truncated,
        answer.parse,
        answer.content_hash,
        answer.redirected_to,
        array("f", answer.timings).tobytes(),
        answer.ip,
        answer.ended_at,
    )
