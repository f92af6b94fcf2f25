"""The changes of a section, written to the file."""

from collections import defaultdict
from typing import Any

import msgspec

from leadline.domain.pages import NewPage
from leadline.store.rules.section.changes import Changes, FoundPage, NewCrawl, NewLease
from leadline.store.rules.section.rows import Queue
from leadline.store.sqlite.codes import NUMBER, STATE
from leadline.store.sqlite.columns import answer_values
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.sections.place import Place

_encode = msgspec.json.Encoder().encode
_CONVERSIONS: dict[str, Any] = {
    "state": STATE.__getitem__,
    "root_state": STATE.__getitem__,
    "kind": NUMBER.__getitem__,
    "options": _encode,
}


def apply(place: Place, changes: Changes) -> None:
    """Write all changes of a section, inside a transaction."""
    if changes.new_crawl is not None:
        _add_crawl(place, changes, changes.new_crawl)
    _apply_hosts(place, changes)
    _apply_pages(place, changes)
    _apply_crawl(place, changes)
    _apply_queues(place, changes)
    _apply_leases(place, changes)
    _apply_records(place, changes)
    for crawl, not_before in changes.all_looks().items():
        where = {"crawl": place.number_of(crawl), "at": not_before}
        place.db.execute(QUERIES["crawl_at" if not_before is None else "put_off_crawl"], where)


def _add_crawl(place: Place, changes: Changes, new: NewCrawl) -> None:
    row = {name: _converted(name, value) for name, value in changes.crawl.items()}
    row |= {"id": place.crawl, "kind": new.kind, "url": new.root.address, "root": new.root.id}
    row |= {"is_awaited": new.is_awaited, "now": place.now}
    (place.number,) = place.db.execute(QUERIES["add_crawl"], row).fetchone()
    changes.crawl.clear()
    if changes.request is not None:
        key, digest = changes.request
        request = {"key": key, "digest": digest, "crawl": place.crawl, "now": place.now}
        place.db.execute(QUERIES["add_request"], request)


def _apply_pages(place: Place, changes: Changes) -> None:
    db, crawl = place.db, place.number
    for n in changes.removed:
        db.execute(QUERIES["remove_page"], {"crawl": crawl, "n": n})
    if changes.moved_root is not None:
        _move_root(place, changes.moved_root.old, changes.moved_root.page)
    _change_pages(place, changes)
    db.executemany(
        QUERIES["complete_page"],
        [(seq, *answer_values(answer), crawl, n) for n, seq, answer in changes.completed],
    )
    db.executemany(QUERIES["add_page"], [_page_row(place, found) for found in changes.found])
    db.executemany(QUERIES["list_page"], [(crawl, id_) for id_ in changes.listed])
    db.executemany(QUERIES["set_depth"], [(crawl, *each) for each in changes.depths])
    db.executemany(QUERIES["add_leads"], [(crawl, *each) for each in changes.leads])
    db.executemany(QUERIES["add_body"], [(crawl, *each) for each in changes.bodies])


def _move_root(place: Place, old: int, root: NewPage) -> None:
    host = place.host(root.host, root.site)
    where = {"crawl": place.number, "id": old}
    row = where | {"new_id": root.id, "address": root.address, "host": host}
    place.db.execute(QUERIES["move_root"], row)
    place.db.execute(QUERIES["move_found"], row)


def _change_pages(place: Place, changes: Changes) -> None:
    """Change pages: one statement for all pages of which the same fields change."""
    by_fields: defaultdict[tuple[str, ...], list[list[Any]]] = defaultdict(list)
    for n, fields in changes.pages.items():
        values = [_converted(name, value) for name, value in fields.items()]
        by_fields[tuple(fields)].append([*values, place.number, n])
    for names, rows in by_fields.items():
        sets = ", ".join(f"{name} = ?" for name in names)
        place.db.executemany(f"UPDATE page SET {sets} WHERE crawl = ? AND n = ?", rows)  # noqa: S608 -- names of columns, from the rules


def _page_row(place: Place, found: FoundPage) -> tuple[Any, ...]:
    n, page, state, found_on, skipped = found
    host = place.host(page.host, page.site)
    where = (n, place.number, host, NUMBER[page.kind], page.id, page.address, page.depth)
    how = (page.hops, STATE[state], page.found_by, found_on, found_on, page.is_fetched)
    return (*where, *how, *(skipped or (None, None)))


def _apply_crawl(place: Place, changes: Changes) -> None:
    fields = {name: _converted(name, value) for name, value in changes.crawl.items()}
    counts = {name: amount for name, amount in changes.counts.items() if amount}
    if fields or counts:
        sets = [f"{name} = :{name}" for name in fields]
        sets += [f"{name} = {name} + :{name}" for name in counts]
        query = f"UPDATE crawl SET {', '.join(sets)} WHERE n = :n"  # noqa: S608 -- names of columns, from the rules
        place.db.execute(query, {**fields, **counts, "n": place.number})
    if changes.gaps:
        place.db.execute(QUERIES["set_gaps"], {"crawl": place.number})
    for (reason, rule), (pages, example) in changes.skips.items():
        if pages:
            row = {"crawl": place.number, "reason": reason, "rule": rule, "pages": pages}
            place.db.execute(QUERIES["add_to_skips"], row | {"page": example})
    for budget, change in changes.budgets.items():
        row = {"crawl": place.number, **budget._asdict(), "taken": change.taken}
        row |= {"cut": change.skipped, "example": change.example}
        place.db.execute(QUERIES["add_to_budget"], row)


def _apply_queues(place: Place, changes: Changes) -> None:
    db = place.db
    for queue, (ready, unfinished) in changes.queues.items():
        row = _key(place, queue) | {"ready": ready, "unfinished": unfinished}
        db.execute(QUERIES["add_to_queue"], row)
    for host in changes.answered:
        db.execute(QUERIES["queue_answered"], {"crawl": place.number, "host": place.host(host)})
    for queue, times in changes.times.items():
        row = {"at": times.at, "waiting_since": times.waiting_since}
        row |= {"is_awaited": times.is_awaited}
        db.execute(QUERIES["set_times"], _key(place, queue) | row)


def _key(place: Place, queue: Queue) -> dict[str, Any]:
    crawl, host = place.number_of(queue.crawl), place.host(queue.host)
    return {"crawl": crawl, "host": host, "kind": NUMBER[queue.kind]}


def _apply_hosts(place: Place, changes: Changes) -> None:
    for name, host in changes.hosts.items():
        kept_for = None if host.next_crawl is None else place.number_of(host.next_crawl)
        row = {"host": place.host(name, host.site), "turn": host.turn, "free_at": host.free_at}
        row |= {"rests_until": host.rests_until, "failures": host.failures}
        row |= {"failing_since": host.failing_since, "robots_gap_s": host.robots_gap_s}
        row |= {"next_crawl": kept_for, "kept_until": host.kept_until}
        place.db.execute(QUERIES["set_host"], row | {"kept_for_client": host.is_kept_for_client})


def _apply_leases(place: Place, changes: Changes) -> None:
    db = place.db
    for token in changes.ended_leases:
        db.execute(QUERIES["drop_lease"], {"token": token})
    for token, lease in changes.leases.items():
        row = {"token": token, "parallel": lease.parallel, "turn": lease.turn}
        row |= {"size": lease.size, "left": lease.left, "is_away": lease.is_away}
        db.execute(QUERIES["set_lease"], row)
    for new in changes.new_leases:
        _add_lease(place, new)


def _add_lease(place: Place, new: NewLease) -> None:
    lease = new.lease
    row = _key(place, lease.queue) | {"token": lease.token, "worker": lease.worker}
    row |= {"parallel": lease.parallel, "turn": lease.turn, "size": lease.size}
    row |= {"left": lease.left, "is_away": lease.is_away, "now": place.now}
    place.db.execute(QUERIES["add_lease"], row | {"expires_at": place.now + new.lasts_s})
    rows = [(lease.token, place.number, n) for n in new.pages]
    place.db.executemany(QUERIES["lease_page"], rows)


def _apply_records(place: Place, changes: Changes) -> None:
    """Write what is kept for people, and for workers that repeat a commit."""
    db, crawl = place.db, place.number
    db.executemany(
        QUERIES["add_to_latency"],
        [(*where, *seen) for where, seen in changes.latencies.items()],
    )
    if changes.is_sampled:
        db.execute(QUERIES["add_sample"], {"crawl": crawl, "now": place.now})
    if changes.drops_drawing:
        db.execute(QUERIES["drop_drawing"], {"crawl": crawl})
    if changes.drawing is not None:
        db.execute(QUERIES["put_drawing"], {"crawl": crawl, "data": changes.drawing})
    if changes.note is not None:
        worker, note = changes.note
        row = {"worker": worker, "crawl": crawl, **note._asdict()}
        db.execute(QUERIES["forget_notes"], row)
        db.execute(QUERIES["set_note"], row)
        db.execute(QUERIES["see_worker"], {"worker": worker, "now": place.now})
    if changes.robots is not None:
        origin, record, since = changes.robots
        row = {"origin": origin, "state": record.state, "body": record.body}
        row |= {"detail": record.detail, "now": place.now, "failing_since": since}
        db.execute(QUERIES["put_robots"], row)


def _converted(name: str, value: Any) -> Any:
    convert = _CONVERSIONS.get(name)
    return value if convert is None or value is None else convert(value)
