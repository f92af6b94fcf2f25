"""Storing outcomes: one transaction for many pages."""

import math
import sqlite3
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

from leadline.domain.results import Answer, Completed, Failed, Outcome, Refused, Returned
from leadline.store.contract import Committed, HostTurn
from leadline.store.sqlite.discoveries import Discoveries
from leadline.store.sqlite.hosts import (
    HostNumbers,
    gap_s,
    is_given_up,
    leave_alone,
    note_answers,
    note_failure,
)
from leadline.store.sqlite.notes import packed
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.roots import note_root
from leadline.store.sqlite.states import COMPLETED, FAILED, IN_PROGRESS, PENDING, SKIPPED
from leadline.store.sqlite.tally import Tally

_SAMPLE_S = 10.0
_GIVEN_UP_AT_ONCE = 5_000


class Commit:
    """One commit: outcomes in the order they came, counters written once at the end."""

    def __init__(self, db: sqlite3.Connection, now: float, hosts: HostNumbers) -> None:
        self._db = db
        self._now = now
        self._hosts = hosts
        self._tally = Tally()
        self._crawls: dict[int, sqlite3.Row] = {}
        self._seq: dict[int, int] = {}
        self._leases: dict[int, tuple[sqlite3.Row, set[int]] | None] = {}
        self._reported: Counter[int] = Counter()
        self._found = Discoveries(db, hosts, self._tally)
        self._pages: list[dict[str, Any]] = []
        self._leads: list[tuple[Any, ...]] = []
        self._bodies: list[tuple[Any, ...]] = []
        self._answered: set[tuple[int, int]] = set()

    def run(self, outcomes: Sequence[Outcome], turns: Sequence[HostTurn]) -> Committed:
        """Store it all; see the contract."""
        accepted = sum(self._take(outcome) for outcome in outcomes)
        self._write_pages()
        self._found.write()
        self._tally.write(self._db)
        for turn in turns:
            self._end_turn(turn.token, turn.last_start_at)
        self._end_leases(except_turns={turn.token for turn in turns})
        note_answers(self._db, self._answered, self._now)
        self._sample()
        return Committed(accepted, len(outcomes) - accepted)

    def _take(self, outcome: Outcome) -> bool:
        lease = self._lease(outcome.token)
        if lease is None or outcome.page not in lease[1]:
            return False
        lease[1].discard(outcome.page)
        self._reported[outcome.token] += 1
        crawl = self._crawl(lease[0]["crawl"])
        match outcome:
            case Completed():
                self._complete(outcome, crawl, lease[0]["host"])
            case Failed():
                self._fail(outcome, crawl, lease[0]["host"])
            case Refused():
                self._refuse(outcome, crawl, lease[0]["host"])
            case Returned():
                self._return(outcome, crawl, lease[0]["host"])
        return True

    def _lease(self, token: int) -> tuple[sqlite3.Row, set[int]] | None:
        """A lease and the pages it still holds; None when it has ended."""
        if token not in self._leases:
            lease = self._db.execute(QUERIES["lease"], {"token": token}).fetchone()
            pages = self._db.execute(QUERIES["pages_of_lease"], {"token": token})
            held = {row["id"] for row in pages}
            self._leases[token] = (lease, held) if lease else None
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

    def _complete(self, outcome: Completed, crawl: sqlite3.Row, host: int) -> None:
        number, answer, seq = crawl["n"], outcome.answer, self._next_seq(crawl["n"])
        note_root(self._db, crawl, outcome.page, COMPLETED)
        page = self._moved(outcome, crawl)
        self._pages.append({"crawl": number, "id": page, "seq": seq, **_columns(answer)})
        if outcome.leads:
            is_redirect = answer.redirected_to is not None
            self._leads.append((number, seq, page, is_redirect, *packed(outcome.leads)))
        self._bodies += [(number, seq, name, data) for name, data in outcome.bodies.items()]
        self._tally.move(number, IN_PROGRESS, COMPLETED)
        self._tally.queue(number, host, unfinished=-1)
        self._tally.add(number, "fetched")
        self._tally.add(number, "bytes", answer.size)
        self._tally.add(number, "leads", len(outcome.leads))
        self._answered.add((number, host))
        self._found.add(crawl, page, outcome.found)

    def _moved(self, outcome: Completed, crawl: sqlite3.Row) -> int:
        """The id of a page; that of the root changes when it ended elsewhere."""
        end = outcome.moved_to
        if end is None:
            return outcome.page
        row = {"crawl": crawl["n"], "id": outcome.page, "new_id": end.id, "root": end.id}
        row |= {"address": end.address, "host": self._hosts.number(self._db, end.host)}
        self._db.execute(QUERIES["move_root"], row)
        self._db.execute(QUERIES["set_root"], row)
        return end.id

    def _write_pages(self) -> None:
        self._db.executemany(QUERIES["complete_page"], self._pages)
        self._db.executemany(QUERIES["add_leads"], self._leads)
        self._db.executemany(QUERIES["add_body"], self._bodies)

    def _fail(self, outcome: Failed, crawl: sqlite3.Row, host: int) -> None:
        row = {
            "crawl": crawl["n"],
            "id": outcome.page,
            "cost": outcome.costs_attempt,
            "status": outcome.status,
            "error": outcome.kind,
            "message": outcome.message,
        }
        if outcome.host_wait_s is not None:
            leave_alone(self._db, host, self._now + outcome.host_wait_s)
        if outcome.status is not None:
            self._answered.add((crawl["n"], host))
        if outcome.is_of_host:
            note_failure(self._db, host, self._now)
        if outcome.retry_in_s is None:
            self._end(outcome, row, crawl, host)
        elif outcome.is_of_host and is_given_up(self._db, crawl["n"], host, self._now):
            self._end(outcome, row, crawl, host)
            self._give_up(row, crawl, host)
        else:
            self._retry(outcome, row, crawl, host)

    def _retry(self, outcome: Failed, row: dict[str, Any], crawl: sqlite3.Row, host: int) -> None:
        wait_s = outcome.retry_in_s or 0.0
        not_before = self._now + wait_s if wait_s > 0 else None
        self._db.execute(QUERIES["retry_page"], row | {"not_before": not_before})
        self._tally.move(crawl["n"], IN_PROGRESS, PENDING)
        self._tally.queue(crawl["n"], host, ready=not_before is None)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _end(self, outcome: Failed, row: dict[str, Any], crawl: sqlite3.Row, host: int) -> None:
        self._db.execute(QUERIES["fail_page"], row | {"seq": self._next_seq(crawl["n"])})
        self._tally.move(crawl["n"], IN_PROGRESS, FAILED)
        self._tally.queue(crawl["n"], host, unfinished=-1)
        self._tally.add(crawl["n"], "fetched", outcome.status is not None)
        note_root(self._db, crawl, outcome.page, FAILED)
        self._fail_crawl(crawl, outcome.page, f"{outcome.kind}: {outcome.message}")

    def _give_up(self, row: dict[str, Any], crawl: sqlite3.Row, host: int) -> None:
        """The other pages of a host that is not there need not be tried one by one."""
        where = {"crawl": crawl["n"], "host": host, "limit": _GIVEN_UP_AT_ONCE}
        for page in self._db.execute(QUERIES["pages_of_queue"], where).fetchall():
            change = {"id": page["id"], "cost": 0, "seq": self._next_seq(crawl["n"])}
            self._db.execute(QUERIES["fail_page"], row | change)
            self._tally.move(crawl["n"], PENDING, FAILED)
            self._tally.queue(crawl["n"], host, ready=-page["ready"], unfinished=-1)

    def _refuse(self, outcome: Refused, crawl: sqlite3.Row, host: int) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page, "seq": self._next_seq(crawl["n"])}
        rule = {"reason": outcome.reason, "rule": outcome.rule}
        self._db.execute(QUERIES["skip_page"], row | rule)
        self._tally.move(crawl["n"], IN_PROGRESS, SKIPPED, outcome.reason)
        self._tally.queue(crawl["n"], host, unfinished=-1)
        note_root(self._db, crawl, outcome.page, SKIPPED, outcome.reason)
        self._fail_crawl(crawl, outcome.page, f"refused by {outcome.reason}: {outcome.rule}")

    def _fail_crawl(self, crawl: sqlite3.Row, page: int, reason: str) -> None:
        """Without its root a crawl has nowhere to begin."""
        if page == crawl["root"]:
            change = {"crawl": crawl["n"], "status": "failed", "reason": reason}
            self._db.execute(QUERIES["set_status"], change | {"finished_at": self._now})

    def _return(self, outcome: Returned, crawl: sqlite3.Row, host: int) -> None:
        row = {"crawl": crawl["n"], "id": outcome.page, "suspects": 0}
        self._db.execute(QUERIES["return_page"], row)
        self._tally.move(crawl["n"], IN_PROGRESS, PENDING)
        self._tally.queue(crawl["n"], host, ready=1)
        note_root(self._db, crawl, outcome.page, PENDING)

    def _end_leases(self, except_turns: set[int]) -> None:
        for token, count in self._reported.items():
            lease = self._leases[token]
            if lease is None or lease[1]:
                self._db.execute(QUERIES["lease_progress"], {"token": token, "count": count})
                continue
            if lease[0]["has_turn"] and token not in except_turns:
                self._end_turn(token, self._now)
            self._db.execute(QUERIES["drop_lease"], {"token": token})

    def _end_turn(self, token: int, last_start_at: float | None) -> None:
        """The host of a lease may be served again, a gap after the last start."""
        lease = self._lease(token)
        if lease is None:
            return
        host = lease[0]["host"]
        free_at = 0.0
        if last_start_at is not None:
            # Rounded up to whole milliseconds: clocks of processes agree no better.
            free_at = math.ceil((last_start_at + gap_s(self._db, host)) * 1000) / 1000
        self._db.execute(QUERIES["turn_over"], {"token": token})
        self._db.execute(QUERIES["end_turn"], {"host": host, "token": token, "free_at": free_at})
        self._db.execute(QUERIES["queues_of_host_at"], {"host": host, "at": free_at})

    def _sample(self) -> None:
        for number, crawl in self._crawls.items():
            if self._now - crawl["sampled_at"] >= _SAMPLE_S:
                self._db.execute(QUERIES["add_sample"], {"crawl": number, "now": self._now})
                self._db.execute("UPDATE crawl SET sampled_at = ? WHERE n = ?", (self._now, number))


def _columns(answer: Answer) -> dict[str, Any]:
    return {
        "status": answer.status,
        "content_type": answer.content_type,
        "size": answer.size,
        "title": answer.title,
        "truncated": answer.truncated,
        "parse": answer.parse,
        "content_hash": answer.content_hash,
        "redirected_to": answer.redirected_to,
        "timings": array("f", answer.timings).tobytes(),
        "ip": answer.ip,
    }
