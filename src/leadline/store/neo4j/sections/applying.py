"""The changes of a section, written to the graph."""

from dataclasses import fields as fields_of
from typing import Any

import msgspec

from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.pages import Answer, NewPage, PageKind, PageState
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.leads import seconds
from leadline.store.neo4j.queries import NAMES
from leadline.store.neo4j.sections.place import Place, joined, key_of
from leadline.store.neo4j.stamps import stamp_of, stamp_of_robots
from leadline.store.rules.section.changes import COUNTERS, Changes, FoundPage, NewCrawl, NewLease
from leadline.store.rules.section.rows import CrawlRow, Queue
from leadline.urls.identity import key_of as url_key
from leadline.urls.identity import name_of

_encode = msgspec.json.Encoder().encode
_CRAWL = [each.name for each in fields_of(CrawlRow) if each.name != "counts"]
_TIMES = ("at", "waiting_since", "is_awaited")
_HOST = (
    "turn",
    "free_at",
    "rests_until",
    "failures",
    "failing_since",
    "robots_gap_s",
    "next_crawl",
    "kept_until",
    "is_kept_for_client",
)


async def apply(place: Place, crawl: CrawlRow | None, changes: Changes, bodies: PieceStore) -> None:
    """Write all changes of a section, mostly in one exchange.

    Queries that are rare run first. Rows of other crawls come last, sorted by key.
    """
    await _apply_bodies(place, changes, bodies)
    if changes.new_crawl is not None:
        crawl = await _add_crawl(place, changes, changes.new_crawl)
    await _apply_pages(place, crawl, changes)
    await _apply_crawl(place, crawl, changes)
    _apply_hosts(place, changes)
    _apply_leases(place, changes)
    await _apply_records(place, changes)
    _apply_queues(place, crawl, changes)
    looks = sorted(changes.all_looks().items())
    if changes.crawl.keys() & {"status"} and crawl is not None:
        looks = sorted({crawl.id: None, **dict(looks)}.items())
    if looks:
        rows = [{"crawl": id_, "at": not_before} for id_, not_before in looks]
        place.change("set_looks", rows)
    await place.write_changes()


async def _add_crawl(place: Place, changes: Changes, new: NewCrawl) -> CrawlRow:
    fields = {name: _converted(name, value) for name, value in changes.crawl.items()}
    zeros = dict.fromkeys(("ran_s", "claimed_at", "answered_at", "sampled_at"), 0.0)
    row: dict[str, Any] = {
        "id": place.crawl,
        "kind": new.kind,
        "status": "running",
        "reason": "",
        "root": new.root.id,
        "root_state": PageState.PENDING,
        "is_awaited": new.is_awaited,
        "submitted_url": new.root.address,
        "root_url": new.root.address,
        "created_at": place.now,
        "draws": 0,
        "found": 0,
        **zeros,
        **dict.fromkeys(COUNTERS, 0),
        **fields,
    }
    await place.ask("add_crawl", crawl=row)
    if changes.request is not None:
        key, digest = changes.request
        await place.ask("add_request", key=key, digest=digest)
    changes.crawl.clear()
    return crawl_row(row)


def crawl_row(node: dict[str, Any]) -> CrawlRow:
    """Return a crawl as rules see it."""
    values = {name: node.get(name) for name in _CRAWL}
    values["kind"] = CrawlKind(node["kind"])
    values["status"] = CrawlStatus(node["status"])
    values["root_state"] = PageState(node["root_state"])
    values["counts"] = {name: node[name] for name in COUNTERS}
    return CrawlRow(**values)  # type: ignore[arg-type]


async def _apply_pages(place: Place, crawl: CrawlRow | None, changes: Changes) -> None:
    if changes.removed:
        await place.ask("remove_pages", numbers=changes.removed)
    if changes.moved_root is not None:
        old, page = changes.moved_root
        fields = _place_of(page) | {"pid": page.id}
        await place.ask("move_root", old=old, new=page.id, fields=fields)
    if changes.completed:
        rows = [_completed(n, seq, answer) for n, seq, answer in changes.completed]
        place.change("complete_pages", rows)
    if changes.pages:
        rows = [{"n": n, "fields": _fields(fields)} for n, fields in changes.pages.items()]
        place.change("change_pages", rows)
    if changes.found and crawl is not None:
        _add_pages(place, crawl, changes)
    if changes.listed:
        place.change("list_pages", changes.listed)
    if changes.depths:
        await place.ask("set_depths", rows=[list(each) for each in changes.depths])
    if changes.leads:
        place.change("add_leads", [list(each) for each in changes.leads])


async def _apply_bodies(place: Place, changes: Changes, bodies: PieceStore) -> None:
    """Store pieces of pages first: a commit that fails leaves pieces that no page has."""
    if changes.bodies and place.crawl is not None:
        places = await bodies.put(place.crawl, changes.bodies)
        place.change("add_bodies", [list(each) for each in places.items()])


def _completed(n: int, seq: int, answer: Answer) -> dict[str, Any]:
    fields = answer._asdict() | {"seq": seq, "timings": list(answer.timings)}
    return {"n": n, "fields": _fields(fields), "request_time": seconds(answer.timings)}


def _fields(fields: dict[str, Any]) -> dict[str, Any]:
    return {NAMES.get(name, name): value for name, value in fields.items()}


def _add_pages(place: Place, crawl: CrawlRow, changes: Changes) -> None:
    sites = {found.page.host: found.page.site for found in changes.found}
    rows = [{"name": host, "site": site} for host, site in sorted(sites.items())]
    place.change("meet_hosts", rows)
    place.change("add_pages", [_page(crawl, found) for found in changes.found])


def _page(crawl: CrawlRow, found: FoundPage) -> dict[str, Any]:
    n, page, state, found_on, skipped = found
    label = "URL" if crawl.kind is CrawlKind.CRAWL else ""
    if page.kind is PageKind.SITEMAP:
        label = "Sitemap"
    elif label and n == 1:
        label = "ROOT"
    reason, rule = skipped or (None, None)
    fields: dict[str, Any] = {
        "crawl_id": crawl.id,
        "pid": page.id,
        "n": n,
        **_place_of(page),
        "kind": page.kind,
        "state": state,
        "requested_depth": crawl.max_depth + 1,
        "current_depth": page.depth,
        "hops": page.hops,
        "found_by": page.found_by,
        "found_on": found_on,
        "parent": found_on,
        "fetched": page.is_fetched,
        "reason": reason,
        "rule": rule,
        "tries": 0,
        "waits": 0,
        "suspects": 0,
        "listed": False,
    }
    if state is PageState.PENDING:
        fields["ready"] = key_of(Queue(crawl.id, page.host, page.kind))
    if label == "URL":
        fields |= {"job_status": state, "attempts": 0}
    return {"label": label, "fields": fields}


def _place_of(page: NewPage) -> dict[str, Any]:
    name, http_type = name_of(url_key(page.address))
    where = {"address": page.address, "host": page.host, "domain": page.site}
    return where | {"name": name, "http_type": http_type}


async def _apply_crawl(place: Place, crawl: CrawlRow | None, changes: Changes) -> None:
    if crawl is None:
        return
    fields = {name: _converted(name, value) for name, value in changes.crawl.items()}
    for name, amount in changes.counts.items():
        if amount:
            fields[name] = crawl.counts[name] + amount
    if changes.found:
        fields["found"] = changes.found[-1].n
    if fields:
        counts = {name: count + changes.counts.get(name, 0) for name, count in crawl.counts.items()}
        fields["stamp"] = stamp_of(counts, crawl.status, crawl.root_state)
        place.change("set_crawl", [fields])
        _count_done(place, changes)
    if changes.gaps:
        gaps = {"gap_s": crawl.gap_s, "external_gap_s": crawl.external_gap_s}
        await place.ask("set_gaps", **gaps)
    skips = [
        {
            "key": joined(crawl.id, pair),
            "reason": pair[0],
            "rule": pair[1],
            "pages": pages,
            "page": page,
        }
        for pair, (pages, page) in changes.skips.items()
        if pages
    ]  # fmt: skip
    if skips:
        place.change("add_to_skips", skips)
    budgets = [
        {"key": joined(crawl.id, budget), **budget._asdict(), "taken": change.taken,
         "cut": change.skipped, "example": change.example}
        for budget, change in changes.budgets.items()
    ]  # fmt: skip
    if budgets:
        place.change("add_to_budgets", budgets)


def _count_done(place: Place, changes: Changes) -> None:
    """Add to the totals of the worker, which never decrease."""
    counts = changes.counts
    done = {name: max(0, counts[name]) for name in ("failed", "leads", "bytes", "refused")}
    done["fetched"] = max(0, counts["completed"] - counts["too_deep"])
    if any(done.values()):
        place.change("add_done", [done | {"worker": place.worker}])


def _apply_hosts(place: Place, changes: Changes) -> None:
    if changes.hosts:
        rows = [
            {"name": name, "site": host.site, "fields": {f: getattr(host, f) for f in _HOST}}
            for name, host in sorted(changes.hosts.items())
        ]
        place.change("set_hosts", rows)


def _apply_queues(place: Place, crawl: CrawlRow | None, changes: Changes) -> None:
    rows = []
    for queue in sorted({*changes.queues, *changes.times}):
        ready, unfinished = changes.queues.get(queue, (0, 0))
        times = changes.times.get(queue)
        is_own = crawl is not None and queue.crawl == crawl.id
        rows.append(
            {
                "key": key_of(queue),
                **queue._asdict(),
                "ready": ready,
                "unfinished": unfinished,
                "gap_s": crawl.gap_for(queue.kind) if crawl is not None and is_own else 0.0,
                "created_at": crawl.claimed_at if crawl is not None else 0.0,
                "times": {name: getattr(times, name) for name in _TIMES} if times else {},
            }
        )
    if rows:
        place.change("change_queues", rows)
    if changes.answered:
        place.change("queues_answered", sorted(changes.answered))


def _apply_leases(place: Place, changes: Changes) -> None:
    if changes.ended_leases:
        place.change("end_leases", changes.ended_leases)
    if changes.leases:
        rows = [
            {"token": token, "parallel": lease.parallel, "turn": int(lease.turn),
             "size": lease.size, "left": lease.left, "is_away": lease.is_away}
            for token, lease in changes.leases.items()
        ]  # fmt: skip
        place.change("set_leases", rows)
    if changes.new_leases:
        place.change("add_leases", [_lease(place, new) for new in changes.new_leases])


def _lease(place: Place, new: NewLease) -> dict[str, Any]:
    lease = new.lease
    node = {
        "token": lease.token,
        "worker": lease.worker,
        **lease.queue._asdict(),
        "parallel": lease.parallel,
        "turn": int(lease.turn),
        "size": lease.size,
        "left": lease.left,
        "is_away": lease.is_away,
        "claimed_at": place.now,
        "expires_at": place.now + new.lasts_s,
    }
    return {"lease": node, "pages": list(new.pages)}


async def _apply_records(place: Place, changes: Changes) -> None:
    """Write what is kept for people, and for workers that repeat a commit."""
    if changes.latencies:
        rows = [
            {"key": f"{place.worker}|{phase}|{bucket}", "phase": phase, "bucket": bucket,
             "answers": int(answers), "sum_ms": sum_ms}
            for (phase, bucket), (answers, sum_ms) in changes.latencies.items()
        ]  # fmt: skip
        place.change("add_latencies", rows)
    if changes.is_sampled:
        place.change("add_sample", [place.now])
    if changes.drops_drawing:
        await place.ask("drop_drawing")
    if changes.drawing is not None:
        await place.ask("put_drawing", data=changes.drawing)
    if changes.note is not None:
        worker, (number, accepted, stale) = changes.note
        key = joined(place.crawl, [worker])
        what = {"number": number, "accepted": accepted, "stale": stale}
        place.change("set_note", [{"key": key, "worker": worker, **what}])
    if changes.robots is not None:
        origin, record, since = changes.robots
        file: dict[str, Any] = {
            "state": record.state,
            "body": record.body,
            "detail": record.detail,
        }
        stamp = stamp_of_robots(**file)
        await place.ask("put_robots", origin=origin, failing_since=since, stamp=stamp, **file)


def _converted(name: str, value: Any) -> Any:
    return _encode(value).decode() if name == "options" else value
