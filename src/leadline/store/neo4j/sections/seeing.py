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
    seen = Seen()
    if wanted.hosts:
        await _see_hosts(place, wanted, seen)
    if wanted.tokens:
        for node, pages in await place.ask("see_leases", tokens=sorted(wanted.tokens)):
            lease = seen.leases[Token(node["token"])] = place.lease(node)
            lease.pages = {page[0]: LeasedPage(*page) for page in pages if page[0] is not None}
    if wanted.pages:
        rows = await place.ask("see_pages", ids=list(wanted.pages))
        seen.pages = {PageId(id_): _known(fields) for id_, *fields in rows}
    if wanted.known:
        for id_, fields in await place.ask("see_known", ids=list(dict.fromkeys(wanted.known))):
            seen.known[PageId(id_)] = None if fields is None else _known(fields)
    await _see_records(place, wanted, seen)
    return seen


async def _see_hosts(place: Place, wanted: See, seen: Seen) -> None:
    hosts = sorted(wanted.hosts)
    if not place.is_dry:
        await place.ask("lock_hosts", hosts=hosts)
    rows = await place.ask("see_hosts", hosts=hosts, with_waiting=wanted.with_waiting)
    for name, host, queues, other_gap, is_waited_for, leases in rows:
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


async def _see_records(place: Place, wanted: See, seen: Seen) -> None:
    asked = (wanted.budgets, wanted.met, wanted.worker, wanted.skips, wanted.request, wanted.robots)
    if not any(asked):
        return
    keys = {joined(place.crawl, budget): budget for budget in wanted.budgets}
    [(budgets, met, note, skips, request, failing_since)] = await place.ask(
        "see_records",
        budgets=list(keys),
        met=list(wanted.met),
        note=joined(place.crawl, [wanted.worker or ""]),
        skips=[joined(place.crawl, pair) for pair in wanted.skips],
        request=wanted.request,
        robots=wanted.robots,
    )
    seen.budgets = {keys[key]: taken for key, taken in budgets}
    seen.met = set(met)
    seen.note = Note(*note) if note[0] is not None else None
    seen.skips = {(SkipReason(reason), rule): pages for reason, rule, pages in skips}
    seen.request = (request[0], CrawlId(request[1])) if request[0] is not None else None
    seen.robots_failing_since = failing_since


def _known(fields: list[Any]) -> KnownPage:
    n, state, host, kind, reason, rule, is_fetched, is_ready = fields
    why = (SkipReason(reason) if reason else None, rule)
    return KnownPage(n, PageState(state), host, PageKind(kind), *why, is_fetched, is_ready)
