"""Invariants of the rows of a store, which hold after every call."""

from collections import Counter
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind, PageState
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.changes import COUNTER
from leadline.store.rules.section.rows import UNLIMITED, Queue, Turn
from memory.tables import Tables, is_ready

_Row = dict[str, Any]
_UNFINISHED = frozenset([PageState.PENDING, PageState.IN_PROGRESS])
_OF_SITEMAPS = {
    "aside": _UNFINISHED,
    "sitemaps_read": {PageState.COMPLETED},
    "sitemaps_failed": {PageState.FAILED},
    "sitemaps_skipped": {PageState.SKIPPED},
}


def check(tables: Tables) -> None:
    """Raise AssertionError if rows contradict each other."""
    for crawl, row in tables.crawls.items():
        pages = tables.pages_of(crawl)
        _check_counters(row["counts"], pages)
        _check_skips(tables, crawl, pages)
        _check_sequence(row, pages)
        [root] = [page for page in pages if page["id"] == row["root"]]
        assert row["root_state"] is root["state"]
        assert row["root_reason"] == root["reason"]
        assert len({page["id"] for page in pages}) == len(pages)
    _check_queues(tables)
    _check_leases(tables)
    _check_turns(tables)


def _check_counters(counts: dict[str, int], pages: list[_Row]) -> None:
    counted = [page for page in pages if page["kind"] is not PageKind.SITEMAP]
    states = Counter(page["state"] for page in counted)
    reasons = Counter(page["reason"] for page in counted if page["state"] is PageState.SKIPPED)
    expected = {name: states[state] for state, name in COUNTER.items()}
    expected |= {f"skipped_{reason}": reasons[reason] for reason in SkipReason}
    assert sum(expected.values()) == len(counted)
    expected["total"] = len(counted)
    expected["too_deep"] = sum(map(_is_too_deep, counted))
    expected["answered"] = sum(map(_has_answered, counted))
    sitemaps = [page["state"] for page in pages if page["kind"] is PageKind.SITEMAP]
    for name, wanted in _OF_SITEMAPS.items():
        expected[name] = sum(state in wanted for state in sitemaps)
    assert {name: counts[name] for name in expected} == expected


def _is_too_deep(page: _Row) -> bool:
    return page["state"] is PageState.COMPLETED and not page["fetched"]


def _has_answered(page: _Row) -> bool:
    """Return whether the limit of pages counts a page."""
    if page["kind"] in UNLIMITED:
        return False
    if page["state"] is PageState.COMPLETED:
        return bool(page["fetched"])
    is_answer = page["status"] is not None and page["error"] != "poison"
    return page["state"] is PageState.FAILED and is_answer


def _check_skips(tables: Tables, crawl: CrawlId, pages: list[_Row]) -> None:
    skipped = Counter(
        (crawl, page["reason"], page["rule"])
        for page in pages
        if page["state"] is PageState.SKIPPED and page["kind"] is not PageKind.SITEMAP
    )
    noted = {key: count for key, count in tables.skips.items() if key[0] == crawl and count}
    assert noted == dict(skipped)


def _check_sequence(row: _Row, pages: list[_Row]) -> None:
    numbers = [page["seq"] for page in pages if page["seq"] is not None]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers, default=0) <= row["counts"]["seq"]
    for page in pages:
        if page["state"] in _UNFINISHED:
            assert page["seq"] is None
        if page["state"] is not PageState.PENDING:
            assert page["not_before"] is None


def _check_queues(tables: Tables) -> None:
    ready: Counter[Queue] = Counter()
    unfinished: Counter[Queue] = Counter()
    for page in tables.pages.values():
        queue = Queue(page["crawl"], page["host"], page["kind"])
        ready[queue] += is_ready(page)
        unfinished[queue] += page["state"] in _UNFINISHED
    for lease in tables.leases.values():
        unfinished[lease.queue] += lease.is_visit
    for queue in tables.queues.keys() | +unfinished:
        row = tables.queues[queue]
        assert (row.ready, row.unfinished) == (ready[queue], unfinished[queue]), queue


def _check_leases(tables: Tables) -> None:
    held = Counter(page["lease"] for page in tables.pages.values() if page["lease"] is not None)
    for page in tables.pages.values():
        assert (page["state"] is PageState.IN_PROGRESS) == (page["lease"] in tables.leases)
        assert page["lease"] is None or page["lease"] in tables.leases
        if page["lease"] is not None:
            queue = Queue(page["crawl"], page["host"], page["kind"])
            assert tables.leases[page["lease"]].queue == queue
    for token, lease in tables.leases.items():
        if lease.is_lost:
            assert (lease.size, held[token]) == (0, 0)
        else:
            assert lease.left == (1 if lease.is_visit else held[token])
        assert lease.left > 0


def _check_turns(tables: Tables) -> None:
    leases = tables.leases.values()
    holders = {lease.queue.host: lease.token for lease in leases if lease.turn is Turn.HELD}
    assert len(holders) == sum(lease.turn is Turn.HELD for lease in leases)
    turns = {host: row.turn for host, row in tables.hosts.items() if row.turn is not None}
    assert turns == holders
