"""The rows of a SQLite store, as the tables of a store in memory have them."""

import sqlite3
from typing import Any

from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.pages import Token, WorkerId
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.changes import COUNTERS
from leadline.store.rules.section.rows import HostRow, LeaseRow, Queue, QueueRow, Turn
from leadline.store.sqlite.codes import KINDS, STATES
from memory.tables import Tables

_Row = dict[str, Any]


def read_tables(db: sqlite3.Connection) -> Tables:
    """Read the tables that invariants are about."""
    tables = Tables()
    crawls = {row["n"]: _crawl(row) for row in _rows(db, "crawl")}
    hosts = {row["n"]: row["name"] for row in _rows(db, "host")}
    ids = {n: row["id"] for n, row in crawls.items()}
    tables.crawls = {row["id"]: row for row in crawls.values()}
    tables.hosts = {row["name"]: _host(row, ids) for row in _rows(db, "host")}
    for row in _rows(db, "page"):
        crawl = ids[row["crawl"]]
        tables.pages[crawl, row["n"]] = _page(row, crawl, hosts[row["host"]])
    for row in _rows(db, "queue"):
        times = (row["at"], row["waiting_since"], bool(row["is_awaited"]))
        counts = (row["ready"], row["unfinished"], row["gap_s"], bool(row["answered"]))
        tables.queues[_queue(row, ids, hosts)] = QueueRow(*counts, *times)
    for row in _rows(db, "lease"):
        tables.leases[Token(row["token"])] = _lease(row, _queue(row, ids, hosts))
    for row in _rows(db, "skip"):
        key = (ids[row["crawl"]], SkipReason(row["reason"]), row["rule"])
        tables.skips[key] = row["pages"]
    return tables


def _rows(db: sqlite3.Connection, table: str) -> list[_Row]:
    return [dict(row) for row in db.execute(f"SELECT * FROM {table}")]


def _crawl(row: _Row) -> _Row:
    what = {"id": CrawlId(row["id"]), "kind": CrawlKind(row["kind"]), "root": PageId(row["root"])}
    what |= {"status": CrawlStatus(row["status"]), "root_state": STATES[row["root_state"]]}
    return row | what | {"counts": {name: row[name] for name in COUNTERS}}


def _host(row: _Row, ids: dict[int, CrawlId]) -> HostRow:
    state = (row["turn"], row["free_at"], row["rests_until"], row["failures"])
    asked = (row["failing_since"], row["robots_gap_s"], ids.get(row["next_crawl"]))
    return HostRow(row["name"], *state, *asked, row["kept_until"], bool(row["kept_for_client"]))


def _page(row: _Row, crawl: CrawlId, host: str) -> _Row:
    what: _Row = {"state": STATES[row["state"]], "kind": KINDS[row["kind"]]}
    what |= {"fetched": bool(row["fetched"]), "reason": row["reason"] and SkipReason(row["reason"])}
    return row | what | {"crawl": crawl, "host": host}


def _queue(row: _Row, ids: dict[int, CrawlId], hosts: dict[int, str]) -> Queue:
    return Queue(ids[row["crawl"]], hosts[row["host"]], KINDS[row["kind"]])


def _lease(row: _Row, queue: Queue) -> LeaseRow:
    whose = (Token(row["token"]), WorkerId(row["worker"]), queue)
    rights = (row["parallel"], Turn(row["turn"]), row["size"], row["left"], row["expires_at"])
    return LeaseRow(*whose, *rights, bool(row["is_away"]))
