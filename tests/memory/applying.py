"""The changes of a section, applied to the tables."""

from dataclasses import replace
from typing import Any

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.pages import PageState
from leadline.store.rules.section.changes import COUNTERS, Changes, FoundPage, MovedRoot, NewCrawl
from leadline.store.rules.section.rows import HostRow, QueueRow
from memory.tables import Tables, Worker

_NEW_PAGE: dict[str, Any] = {
    "lease": None,
    "not_before": None,
    "seq": None,
    "status": None,
    "error": None,
}
_NEW_PAGE |= {"message": None, "listed": False, "attempts": 0, "waits": 0, "suspects": 0}
_NEW_CRAWL: dict[str, Any] = {
    "reason": "",
    "root_reason": None,
    "ran_s": 0.0,
    "counted_at": None,
    "draws": 0,
}
_NEW_CRAWL |= {"claimed_at": 0.0, "answered_at": 0.0, "sampled_at": 0.0, "started_at": None}
_NEW_CRAWL |= {"finished_at": None, "draw_at": None, "look_at": None}


def apply(tables: Tables, now: float, crawl: CrawlId | None, changes: Changes) -> None:
    """Apply all changes of a section. Those of a section about hosts alone have no crawl."""
    for name, host in changes.hosts.items():
        tables.hosts[name] = replace(host)
    if changes.robots is not None:
        tables.robots[changes.robots.origin] = changes.robots.failing_since
    if crawl is None:
        return
    if changes.new_crawl is not None:
        _add_crawl(tables, crawl, changes, changes.new_crawl)
    _apply_pages(tables, crawl, changes)
    _apply_crawl(tables, crawl, changes)
    _apply_queues(tables, crawl, changes)
    _apply_leases(tables, crawl, now, changes)
    if changes.note is not None:
        worker, note = changes.note
        _forget_notes(tables, worker, note.commit)
        tables.notes[worker, crawl] = note
        only = tables.workers[worker].only if worker in tables.workers else None
        tables.workers[worker] = Worker(now, only)
    for each, not_before in changes.all_looks().items():
        tables.crawls[each]["look_at"] = not_before


def _forget_notes(tables: Tables, worker: str, commit: int) -> None:
    for key, note in list(tables.notes.items()):
        if key[0] == worker and note.commit != commit:
            del tables.notes[key]


def _add_crawl(tables: Tables, crawl: CrawlId, changes: Changes, new: NewCrawl) -> None:
    root = {"root": new.root.id, "root_url": new.root.address, "root_state": PageState.PENDING}
    what = {"id": crawl, "kind": new.kind, "is_awaited": new.is_awaited}
    what |= {"status": CrawlStatus.RUNNING, "counts": dict.fromkeys(COUNTERS, 0)}
    tables.crawls[crawl] = _NEW_CRAWL | what | root
    if changes.request is not None:
        key, digest = changes.request
        tables.requests[key] = (digest, crawl)


def _apply_pages(tables: Tables, crawl: CrawlId, changes: Changes) -> None:
    pages = tables.pages
    for n in changes.removed:
        del pages[crawl, n]
    if changes.moved_root is not None:
        _move_root(tables, crawl, changes.moved_root)
    for n, fields in changes.pages.items():
        assert fields.keys() <= pages[crawl, n].keys()
        pages[crawl, n] |= fields
    for n, seq, answer in changes.completed:
        page = pages[crawl, n]
        page |= {"state": PageState.COMPLETED, "lease": None, "not_before": None, "seq": seq}
        page |= {"attempts": page["attempts"] + 1, "status": answer.status}
        page |= {"error": None, "message": None}
    for found in changes.found:
        assert (crawl, found.n) not in pages
        pages[crawl, found.n] = _page(crawl, found)
        tables.hosts.setdefault(found.page.host, HostRow(found.page.host))
    by_id = tables.pages_by_id(crawl)
    for id_ in changes.listed:
        by_id[id_]["listed"] = True
    for id_, depth, parent in changes.depths:
        if id_ in by_id:
            by_id[id_] |= {"depth": depth, "parent": parent}


def _move_root(tables: Tables, crawl: CrawlId, moved: MovedRoot) -> None:
    new = moved.page
    for page in tables.pages_of(crawl):
        if page["id"] == moved.old:
            page |= {"id": new.id, "address": new.address, "host": new.host}
        if page["found_on"] == moved.old:
            page |= {"found_on": new.id, "parent": new.id}


def _page(crawl: CrawlId, found: FoundPage) -> dict[str, Any]:
    page, (reason, rule) = found.page, found.skipped or (None, None)
    where = {"crawl": crawl, "n": found.n, "id": page.id, "host": page.host, "kind": page.kind}
    where |= {"address": page.address, "depth": page.depth, "hops": page.hops}
    how = {"state": found.state, "found_on": found.found_on, "parent": found.found_on}
    return _NEW_PAGE | where | how | {"fetched": page.is_fetched, "reason": reason, "rule": rule}


def _apply_crawl(tables: Tables, crawl: CrawlId, changes: Changes) -> None:
    if crawl not in tables.crawls:
        return
    row = tables.crawls[crawl]
    row |= changes.crawl
    for counter, amount in changes.counts.items():
        row["counts"][counter] += amount
    for (reason, rule), (amount, _) in changes.skips.items():
        key = (crawl, reason, rule)
        tables.skips[key] = tables.skips.get(key, 0) + amount
    for budget, change in changes.budgets.items():
        tables.budgets[crawl, budget] = tables.budgets.get((crawl, budget), 0) + change.taken
    if changes.drops_drawing:
        tables.drawings.pop(crawl, None)
    if changes.drawing is not None:
        tables.drawings[crawl] = changes.drawing


def _apply_queues(tables: Tables, crawl: CrawlId, changes: Changes) -> None:
    row = tables.crawl(crawl)
    for queue, (ready, unfinished) in changes.queues.items():
        if queue not in tables.queues and row is not None:
            gap_s = row.gap_for(queue.kind)
            tables.queues[queue] = QueueRow(gap_s=gap_s, at=row.claimed_at)
            tables.hosts.setdefault(queue.host, HostRow(queue.host))
        tables.queues[queue].ready += ready
        tables.queues[queue].unfinished += unfinished
    own = [(queue, each) for queue, each in tables.queues.items() if queue.crawl == crawl]
    for queue, each in own:
        each.is_answered |= queue.host in changes.answered
        if changes.gaps and row is not None:
            each.gap_s = row.gap_for(queue.kind)
    for queue, new in changes.times.items():
        times = tables.queues[queue]
        times.at, times.waiting_since, times.is_awaited = new.at, new.waiting_since, new.is_awaited


def _apply_leases(tables: Tables, crawl: CrawlId, now: float, changes: Changes) -> None:
    for token in changes.ended_leases:
        del tables.leases[token]
    for token, new in changes.leases.items():
        lease = tables.leases[token]
        lease.parallel, lease.turn = new.parallel, new.turn
        lease.size, lease.left, lease.is_away = new.size, new.left, new.is_away
    for added, numbers, lasts_s in changes.new_leases:
        tables.leases[added.token] = replace(added, expires_at=now + lasts_s, pages={})
        for n in numbers:
            tables.pages[crawl, n] |= {"state": PageState.IN_PROGRESS, "lease": added.token}
