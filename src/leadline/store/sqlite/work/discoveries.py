"""New pages of a commit: which are unknown, and which are beyond a budget."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.store.contract import HostPolicy
from leadline.store.sqlite.codes import COMPLETED, NUMBER, PENDING, SITEMAP, SKIPPED
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue, Skip, skip_of
from leadline.store.sqlite.work.hosts import HostNumbers
from leadline.urls.address import origin_of

# Rules about how a page was found. Another address of the page (tracking parameters, slashes), or
# another link to it, may pass them.
_RULES_OF_WAYS = frozenset(rule for rule in Rule if rule.is_of_way)
_PER_SHAPE, _KEY_SETS = Rule.MAX_PER_SHAPE, Rule.MAX_KEY_SETS
_ROUND, _HOSTS = Rule.MAX_GOING_ROUND, Rule.MAX_HOSTS_PER_DOMAIN
# A longer shape is truncated, with a digest: it would take as much room as its page.
_MAX_SHAPE_LENGTH = 200


class Discoveries:
    """Pages found by the outcomes of one commit, written together."""

    def __init__(
        self, db: sqlite3.Connection, hosts: HostNumbers, counters: Counters, policy: HostPolicy
    ) -> None:
        self._db = db
        self._hosts = hosts
        self._counters = counters
        self._policy = policy
        self._found: dict[int, dict[int, tuple[NewPage, int | None]]] = {}
        self._listed: set[tuple[int, int]] = set()
        self._crawls: dict[int, sqlite3.Row] = {}

    def add(self, crawl: sqlite3.Row, found_on: int | None, pages: Sequence[NewPage]) -> None:
        """Note new pages, with the page that they were found on first.

        Of several ways to a page, the first counts that no rule skips and that does not go round.
        """
        self._crawls[crawl["n"]] = crawl
        of_crawl = self._found.setdefault(crawl["n"], {})
        for page in pages:
            # A sitemap is not among the pages of the graph.
            way = (page, None if page.found_by is FoundBy.SITEMAP else found_on)
            first = of_crawl.setdefault(page.id, way)[0]
            if _obstacles(page) < _obstacles(first):
                of_crawl[page.id] = way
            if page.found_by is FoundBy.SITEMAP and page.kind is not PageKind.SITEMAP:
                self._listed.add((crawl["n"], page.id))

    def move(self, crawl: int, old: int, new: int) -> None:
        """Change the id of the page that others were found on."""
        for id_, (page, found_on) in self._found.get(crawl, {}).items():
            if found_on == old:
                self._found[crawl][id_] = (page, new)

    def write(self) -> None:
        """Store the pages that are unknown."""
        for number, found in self._found.items():
            self._write(self._crawls[number], found)
        rows = [{"crawl": crawl, "id": page} for crawl, page in self._listed]
        self._db.executemany(QUERIES["list_page"], rows)

    def _write(self, crawl: sqlite3.Row, found: dict[int, tuple[NewPage, int | None]]) -> None:
        ids = json.dumps(list(found))
        known = self._db.execute(QUERIES["known_pages"], {"crawl": crawl["n"], "ids": ids})
        budgets = Budgets(self._db, crawl, self._policy)
        for row in known.fetchall():
            page, _ = found.pop(row["id"])
            if row["rule"] in _RULES_OF_WAYS and not _is_skipped_again(page, row["rule"]):
                self._readmit(crawl["n"], page, budgets)
        rows = []
        (last,) = self._db.execute(QUERIES["last_found"], {"crawl": crawl["n"]}).fetchone()
        for n, (page, found_on) in enumerate(found.values(), last + 1):
            rows.append((n, *self._row(crawl["n"], page, found_on, budgets)))
        self._db.executemany(QUERIES["add_page"], rows)
        budgets.write()

    def _readmit(self, crawl: int, page: NewPage, budgets: "Budgets") -> None:
        """Take in a skipped page that was now found in a way that no rule skips."""
        row = self._db.execute(QUERIES["skipped_page"], {"crawl": crawl, "id": page.id}).fetchone()
        if row is None:
            return
        queue = Queue(crawl, row["host"], row["kind"])
        skip = budgets.judge(page, queue)
        state = new_state(page, skip)
        self._db.execute(QUERIES["readmit_found_page"], _readmit_row(queue, page, state, skip))
        if skip:
            self._counters.skip_again(queue, skip_of(row), Skip(page.id, *skip))
        else:
            self._counters.move(queue, SKIPPED, state, skip_of(row))

    def _row(
        self, crawl: int, page: NewPage, found_on: int | None, budgets: "Budgets"
    ) -> tuple[Any, ...]:
        host = self._hosts.number(self._db, page.host, page.site)
        queue = Queue(crawl, host, NUMBER[page.kind])
        skipped = page.skipped or budgets.judge(page, queue)
        state = new_state(page, skipped)
        self._counters.appear(queue, state, Skip(page.id, *skipped) if skipped else None)
        return new_row(queue, page, state, found_on, skipped)


def _obstacles(page: NewPage) -> tuple[bool, bool]:
    return page.skipped is not None, page.goes_round


def _is_skipped_again(page: NewPage, rule: str) -> bool:
    return page.skipped is not None or (page.goes_round and rule == _ROUND)


def new_state(page: NewPage, skipped: tuple[SkipReason, str] | None) -> int:
    """Return the first state of a new page."""
    if skipped:
        return SKIPPED
    return PENDING if page.is_fetched else COMPLETED


def new_row(
    queue: Queue,
    page: NewPage,
    state: int,
    found_on: int | None,
    skipped: tuple[SkipReason, str] | None = None,
) -> tuple[Any, ...]:
    """Return the columns of a new page in the order of `add_page`, without its number."""
    where = (*queue, page.id, page.address, page.depth, page.hops)
    how = (state, page.found_by, found_on, found_on, page.is_fetched)
    return (*where, *how, *(skipped or (None, None)))


def _readmit_row(
    queue: Queue, page: NewPage, state: int, skipped: tuple[SkipReason, str] | None
) -> dict[str, Any]:
    reason, rule = skipped or (None, None)
    return {
        "crawl": queue.crawl,
        "id": page.id,
        "address": page.address,
        "depth": page.depth,
        "hops": page.hops,
        "state": state,
        "fetched": page.is_fetched,
        "reason": reason,
        "rule": rule,
    }


class _Budget(NamedTuple):
    """A counter of a rule, for one shape, path, origin or domain."""

    rule: str
    shape: str


def _budget(rule: str, shape: str) -> _Budget:
    if len(shape) <= _MAX_SHAPE_LENGTH:
        return _Budget(rule, shape)
    digest = hashlib.blake2b(shape.encode(), digest_size=16).hexdigest()
    return _Budget(rule, f"{shape[:_MAX_SHAPE_LENGTH]}…{digest}")


class Budgets:
    """Budgets of a crawl for what may be endless."""

    def __init__(self, db: sqlite3.Connection, crawl: sqlite3.Row, policy: HostPolicy) -> None:
        self._db = db
        self._crawl = crawl
        self._limits: dict[str, int] = {
            _PER_SHAPE: crawl["max_per_shape"],
            _KEY_SETS: policy.max_key_sets,
            _ROUND: policy.max_going_round,
            _HOSTS: policy.max_hosts_per_domain,
        }
        self._sitemaps_left: int = policy.max_sitemaps - crawl["sitemaps"]
        self._before: dict[_Budget, int] = {}
        self._taken: Counter[_Budget] = Counter()
        self._skipped: Counter[_Budget] = Counter()
        self._examples: dict[_Budget, Address] = {}
        self._is_met: dict[int, bool] = {}

    def judge(self, page: NewPage, queue: Queue) -> tuple[SkipReason, str] | None:
        """Return the rule that skips a page; without one, count the page and return None."""
        budgets = list(self._budgets_of(page, queue))
        for budget in budgets:
            if 0 < self._limits[budget.rule] <= self._count(budget):
                self._skipped[budget] += 1
                self._examples.setdefault(budget, page.address)
                return SkipReason.TRAP, budget.rule
        if queue.kind == SITEMAP and not self._has_sitemap():
            return Rule.MAX_SITEMAPS.pair
        self._taken.update(budgets)
        self._is_met[queue.host] = True
        return None

    def release(self, page: NewPage, rule: str) -> None:
        """Take back the count of a page that the budget of its shape skipped."""
        if rule == _PER_SHAPE and page.shape is not None:
            self._skipped[_budget(rule, page.shape)] -= 1

    def _budgets_of(self, page: NewPage, queue: Queue) -> Iterator[_Budget]:
        """Yield the budgets that a page would take from."""
        if not self._has_met(queue):
            yield _Budget(_HOSTS, page.site)
        if page.goes_round:
            yield _Budget(_ROUND, origin_of(page.address))
        if page.shape is None:
            return
        of_shape = _budget(_PER_SHAPE, page.shape)
        path, mark, _ = page.shape.partition("?")
        if mark and not self._count(of_shape):
            yield _budget(_KEY_SETS, path)
        yield of_shape

    def _has_sitemap(self) -> bool:
        self._sitemaps_left -= 1
        return self._sitemaps_left >= 0

    def _has_met(self, queue: Queue) -> bool:
        if queue.host not in self._is_met:
            known = self._db.execute(QUERIES["known_queue"], queue._asdict()).fetchone()
            self._is_met[queue.host] = known is not None
        return self._is_met[queue.host]

    def _count(self, budget: _Budget) -> int:
        if budget not in self._before:
            where = {"crawl": self._crawl["n"], **budget._asdict()}
            row = self._db.execute(QUERIES["taken"], where).fetchone()
            self._before[budget] = row[0] if row else 0
        return self._before[budget] + self._taken[budget]

    def write(self) -> None:
        """Store the counts for later commits."""
        self._db.executemany(
            QUERIES["add_to_budget"],
            [
                {
                    "crawl": self._crawl["n"],
                    **budget._asdict(),
                    "taken": self._taken[budget],
                    "cut": self._skipped[budget],
                    "example": self._examples.get(budget),
                }
                for budget in self._taken.keys() | self._skipped.keys()
            ],
        )
