"""Answers to `See`: rows by key."""

import json
from collections.abc import Collection

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Token
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.questions import See, Seen
from leadline.store.rules.section.rows import (
    HostRow,
    KnownPage,
    LeasedPage,
    Note,
    Queue,
    QueueRow,
)
from leadline.store.sqlite.codes import KINDS, STATES
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.sections.place import Place


def see(place: Place, wanted: See) -> Seen:
    """Read the rows that a section asks for."""
    seen = Seen()
    if wanted.hosts:
        _see_hosts(place, wanted, seen)
    _see_leases(place, wanted.tokens, seen)
    if wanted.pages:
        seen.pages = _pages(place, wanted.pages)
    _see_found(place, wanted, seen)
    _see_records(place, wanted, seen)
    return seen


def _see_found(place: Place, wanted: See, seen: Seen) -> None:
    """See what a crawl knows of pages that were found."""
    if wanted.known:
        _see_known(place, wanted.known, seen)
    for budget in wanted.budgets:
        where = {"crawl": place.number, **budget._asdict()}
        if row := place.db.execute(QUERIES["taken"], where).fetchone():
            seen.budgets[budget] = row[0]
    if wanted.met:
        where = {"crawl": place.number, "hosts": json.dumps(list(wanted.met))}
        seen.met = {name for (name,) in place.db.execute(QUERIES["met_hosts"], where)}


def _see_records(place: Place, wanted: See, seen: Seen) -> None:
    if wanted.worker is not None:
        where = {"crawl": place.number, "worker": wanted.worker}
        row = place.db.execute(QUERIES["note"], where).fetchone()
        seen.note = Note(*row) if row else None
    for reason, rule in wanted.skips:
        where = {"crawl": place.number, "reason": reason, "rule": rule}
        row = place.db.execute(QUERIES["skips_of_rule"], where).fetchone()
        seen.skips[reason, rule] = row[0] if row else 0
    if wanted.request is not None:
        row = place.db.execute(QUERIES["known_request"], {"key": wanted.request}).fetchone()
        seen.request = (row["digest"], CrawlId(row["crawl"])) if row else None
    if wanted.robots is not None:
        row = place.db.execute(QUERIES["failing_since"], {"origin": wanted.robots}).fetchone()
        seen.robots_failing_since = row[0] if row else None


def _see_hosts(place: Place, wanted: See, seen: Seen) -> None:
    db, names = place.db, {}
    for row in db.execute(QUERIES["hosts_by_name"], {"names": json.dumps(list(wanted.hosts))}):
        number, kept_for, *fields = row
        host = HostRow(*fields)
        names[number] = host.name
        place.hosts.note(host.name, number)
        seen.hosts[host.name] = host
        if host.next_crawl is not None:
            place.numbers[host.next_crawl] = kept_for
    where = {"crawl": place.number, "hosts": json.dumps(list(names))}
    for row in db.execute(QUERIES["queues_on_hosts"], where):
        number, kind, ready, unfinished, gap_s, is_answered, at, since, is_awaited = row
        queue = Queue(place.crawl or CrawlId(""), names[number], KINDS[kind])
        counts = (ready, unfinished, gap_s, bool(is_answered))
        seen.queues[queue] = QueueRow(*counts, at, since, bool(is_awaited))
    for row in db.execute(QUERIES["leases_on_hosts"], where):
        lease = place.lease(row)
        seen.leases[lease.token] = lease
    for number, name in names.items():
        where = {"crawl": place.number, "host": number}
        if row := db.execute(QUERIES["strictest_other_gap"], where).fetchone():
            seen.other_gaps[name] = row[0]
        if wanted.with_waiting and db.execute(QUERIES["other_waiter"], where).fetchone():
            seen.waited_for.add(name)


def _see_leases(place: Place, tokens: Collection[Token], seen: Seen) -> None:
    for token in tokens:
        row = place.db.execute(QUERIES["lease"], {"token": token}).fetchone()
        if row is None:
            continue
        lease = seen.leases[token] = place.lease(row)
        rows = place.db.execute(QUERIES["pages_of_lease"], {"token": token})
        lease.pages = {row[0]: LeasedPage(*row) for row in rows}


def _see_known(place: Place, ids: Collection[PageId], seen: Seen) -> None:
    where = {"crawl": place.number, "ids": json.dumps(list(ids))}
    rules = {id_: rule for id_, rule in place.db.execute(QUERIES["known_pages"], where)}  # noqa: C416 -- rows are no tuples
    seen.known = dict.fromkeys(rules)
    skipped = [PageId(id_) for id_, rule in rules.items() if rule is not None]
    if skipped:
        seen.known |= _pages(place, skipped)


def _pages(place: Place, ids: Collection[PageId]) -> dict[PageId, KnownPage]:
    where = {"crawl": place.number, "ids": json.dumps(list(ids))}
    found = {}
    for row in place.db.execute(QUERIES["some_pages"], where):
        id_, n, state, host, kind, reason, rule, is_fetched, is_ready = row
        why = (SkipReason(reason) if reason else None, rule)
        facts = (bool(is_fetched), bool(is_ready))
        found[PageId(id_)] = KnownPage(n, STATES[state], host, KINDS[kind], *why, *facts)
    return found
