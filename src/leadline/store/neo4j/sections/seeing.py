"""Answers to `See`: rows by key."""

from typing import Any

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageKind, PageState, Token
from leadline.domain.skips import SkipReason
from leadline.store.neo4j.sections.place import Place, joined
from leadline.store.rules.section.questions import See, Seen
from leadline.store.rules.section.rows import (
    HostRow,
    KnownPage,
    LeasedPage,
    Note,
    QueueRow,
)

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
_QUEUE = ("ready", "unfinished", "gap_s", "is_answered", "at", "waiting_since", "is_awaited")


async def see(place: Place, wanted: See) -> Seen:
    """Read the rows that a section asks for; its hosts are locked first, sorted by name."""
    [row] = await place.ask("see", **keys_of(place, wanted))
    return read_seen(place, wanted, row)


def keys_of(place: Place, wanted: See) -> dict[str, Any]:
    """Return the parameters of a query for rows by key."""
    hosts = sorted(wanted.hosts)
    return {
        "locked": [] if place.is_dry else hosts,
        "hosts": hosts,
        "with_waiting": wanted.with_waiting,
        "tokens": sorted(wanted.tokens),
        "pages": list(wanted.pages),
        "known": list(dict.fromkeys(wanted.known)),
        "budgets": [joined(place.crawl, budget) for budget in wanted.budgets],
        "met": list(wanted.met),
        "note": joined(place.crawl, [wanted.worker or ""]),
        "skips": [joined(place.crawl, pair) for pair in wanted.skips],
        "request": wanted.request,
        "robots": wanted.robots,
    }


def read_seen(place: Place, wanted: See, row: list[Any]) -> Seen:
    """Return the rows by key that a query has found."""
    hosts, leases, pages, known, budgets, met, note, skips, request, failing_since = row
    seen = Seen()
    for host in hosts:
        _read_host(place, seen, host)
    for node, held in leases:
        lease = seen.leases[Token(node["token"])] = place.lease(node)
        lease.pages = {page[0]: LeasedPage(*page) for page in held if page[0] is not None}
    seen.pages = {PageId(id_): _known(fields) for id_, *fields in pages}
    for id_, fields in known:
        seen.known[PageId(id_)] = None if fields is None else _known(fields)
    keys = {joined(place.crawl, budget): budget for budget in wanted.budgets}
    seen.budgets = {keys[key]: taken for key, taken in budgets}
    seen.met = set(met)
    seen.note = Note(*note) if note[0] is not None else None
    seen.skips = {(SkipReason(reason), rule): pages for reason, rule, pages in skips}
    seen.request = (request[0], CrawlId(request[1])) if request[0] is not None else None
    seen.robots_failing_since = failing_since
    return seen


def _read_host(place: Place, seen: Seen, row: list[Any]) -> None:
    name, host, queues, other_gap, is_waited_for, leases = row
    if host is not None:
        seen.hosts[name] = HostRow(name, *(host.get(field) for field in _HOST))
    for node in queues:
        fields = [node.get(field) for field in _QUEUE]
        seen.queues[place.queue(name, node["kind"])] = QueueRow(*fields)
    if other_gap is not None:
        seen.other_gaps[name] = other_gap
    if is_waited_for:
        seen.waited_for.add(name)
    for node in leases:
        lease = place.lease(node)
        seen.leases[lease.token] = lease


def _known(fields: list[Any]) -> KnownPage:
    n, state, host, kind, reason, rule, is_fetched, is_ready = fields
    why = (SkipReason(reason) if reason else None, rule)
    return KnownPage(n, PageState(state), host, PageKind(kind), *why, is_fetched, is_ready)
