"""New pages of a commit: which are really new, and which are beyond a budget."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.outcomes import NOFOLLOW, SkipReason
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.store.contract import Manners
from leadline.store.sqlite.hosts import HostNumbers
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import COMPLETED, NUMBER, PENDING, SITEMAP, SKIPPED
from leadline.store.sqlite.tally import Queue, Skip, Tally, skip_of
from leadline.urls.address import origin_of

# Addresses of one page may differ in what these rules look at: tracking parameters, slashes. So
# may the links to it.
_RULES_OF_WAYS = frozenset(
    ["subpath", "include", "exclude", "max_length", NOFOLLOW, "max_going_round"]
)
_PER_SHAPE, _KEY_SETS = "max_per_shape", "max_key_sets"
_ROUND, _HOSTS = "max_going_round", "max_hosts_per_domain"
# Of a longer shape the beginning is kept, and a digest: it would take as much room as its page.
_MAX_SHAPE_LENGTH = 200


class Discoveries:
    """Pages found by the outcomes of one commit, written together."""

    def __init__(
        self, db: sqlite3.Connection, hosts: HostNumbers, tally: Tally, manners: Manners
    ) -> None:
        self._db = db
        self._hosts = hosts
        self._tally = tally
        self._manners = manners
        self._found: dict[int, dict[int, tuple[NewPage, int | None]]] = {}
        self._listed: set[tuple[int, int]] = set()
        self._crawls: dict[int, sqlite3.Row] = {}

    def add(self, crawl: sqlite3.Row, found_on: int | None, pages: Sequence[NewPage]) -> None:
        """Note pages; the first that found a page is remembered as `found_on`.

        Of several ways to a page the first counts that no rule refuses and that does not go round.
        """
        self._crawls[crawl["n"]] = crawl
        of_crawl = self._found.setdefault(crawl["n"], {})
        for page in pages:
            # A sitemap is not among the pages.
            way = (page, None if page.found_by is FoundBy.SITEMAP else found_on)
            first = of_crawl.setdefault(page.id, way)[0]
            if _obstacles(page) < _obstacles(first):
                of_crawl[page.id] = way
            if page.found_by is FoundBy.SITEMAP and page.kind is not PageKind.SITEMAP:
                self._listed.add((crawl["n"], page.id))

    def move(self, crawl: int, old: int, new: int) -> None:
        """A page is known by another id from now on, also as the one that others were found on."""
        for id_, (page, found_on) in self._found.get(crawl, {}).items():
            if found_on == old:
                self._found[crawl][id_] = (page, new)

    def write(self) -> None:
        """Store those that are not known yet."""
        for number, found in self._found.items():
            self._write(self._crawls[number], found)
        rows = [{"crawl": crawl, "id": page} for crawl, page in self._listed]
        self._db.executemany(QUERIES["list_page"], rows)

    def _write(self, crawl: sqlite3.Row, found: dict[int, tuple[NewPage, int | None]]) -> None:
        ids = json.dumps(list(found))
        known = self._db.execute(QUERIES["known_pages"], {"crawl": crawl["n"], "ids": ids})
        budgets = Budgets(self._db, crawl, self._manners)
        for row in known.fetchall():
            page, _ = found.pop(row["id"])
            if row["rule"] in _RULES_OF_WAYS and not _is_refused_again(page, row["rule"]):
                self._let_in(crawl["n"], page, budgets)
        rows = []
        (last,) = self._db.execute(QUERIES["last_found"], {"crawl": crawl["n"]}).fetchone()
        for n, (page, found_on) in enumerate(found.values(), last + 1):
            rows.append((n, *self._row(crawl["n"], page, found_on, budgets)))
        self._db.executemany(QUERIES["add_page"], rows)
        budgets.write()

    def _let_in(self, crawl: int, page: NewPage, budgets: "Budgets") -> None:
        """A page that a rule refused the way it was found first was found in a way none does."""
        row = self._db.execute(QUERIES["skipped_page"], {"crawl": crawl, "id": page.id}).fetchone()
        if row is None:
            return
        queue = Queue(crawl, row["host"], row["kind"])
        cut = budgets.cut(page, queue)
        state = new_state(page, cut)
        self._db.execute(QUERIES["let_in_page"], _let_in_row(queue, page, state, cut))
        if cut:
            self._tally.count(queue, SKIPPED, skip_of(row), -1)
            self._tally.count(queue, SKIPPED, Skip(page.id, *cut), 1)
        else:
            self._tally.move(queue, SKIPPED, state, skip_of(row))
            self._tally.change(queue, ready=state == PENDING)

    def _row(
        self, crawl: int, page: NewPage, found_on: int | None, budgets: "Budgets"
    ) -> tuple[Any, ...]:
        host = self._hosts.number(self._db, page.host, page.site)
        queue = Queue(crawl, host, NUMBER[page.kind])
        skipped = page.skipped or budgets.cut(page, queue)
        state = new_state(page, skipped)
        self._tally.appear(queue, state, Skip(page.id, *skipped) if skipped else None)
        return new_row(queue, page, state, found_on, skipped)


def _obstacles(page: NewPage) -> tuple[bool, bool]:
    return page.skipped is not None, page.goes_round


def _is_refused_again(page: NewPage, rule: str) -> bool:
    return page.skipped is not None or (page.goes_round and rule == _ROUND)


def new_state(page: NewPage, skipped: tuple[SkipReason, str] | None) -> int:
    """The state that a new page begins in."""
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
    """The columns of a page that was found, in the order of `add_page`, after its number."""
    where = (*queue, page.id, page.address, page.depth, page.hops)
    how = (state, page.found_by, found_on, found_on, page.is_fetched)
    return (*where, *how, *(skipped or (None, None)))


def _let_in_row(
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
    """What a rule counts, and of what."""

    rule: str
    shape: str


def _budget(rule: str, shape: str) -> _Budget:
    if len(shape) <= _MAX_SHAPE_LENGTH:
        return _Budget(rule, shape)
    digest = hashlib.blake2b(shape.encode(), digest_size=16).hexdigest()
    return _Budget(rule, f"{shape[:_MAX_SHAPE_LENGTH]}…{digest}")


class Budgets:
    """How much a crawl may still take of what may be endless."""

    def __init__(self, db: sqlite3.Connection, crawl: sqlite3.Row, manners: Manners) -> None:
        self._db = db
        self._crawl = crawl
        self._limits = {
            _PER_SHAPE: crawl["max_per_shape"],
            _KEY_SETS: manners.max_key_sets,
            _ROUND: manners.max_going_round,
            _HOSTS: manners.max_hosts_per_domain,
        }
        self._sitemaps_left: int = manners.max_sitemaps - crawl["sitemaps"]
        self._before: dict[_Budget, int] = {}
        self._taken: Counter[_Budget] = Counter()
        self._cut: Counter[_Budget] = Counter()
        self._examples: dict[_Budget, Address] = {}
        self._is_met: dict[int, bool] = {}

    def cut(self, page: NewPage, queue: Queue) -> tuple[SkipReason, str] | None:
        """The rule that keeps a page out, or None, and then it is counted."""
        budgets = list(self._asked(page, queue))
        for budget in budgets:
            if 0 < self._limits[budget.rule] <= self._count(budget):
                self._cut[budget] += 1
                self._examples.setdefault(budget, page.address)
                return SkipReason.TRAP, budget.rule
        if queue.kind == SITEMAP and not self._has_sitemap():
            return SkipReason.TRAP, "max_sitemaps"
        self._taken.update(budgets)
        self._is_met[queue.host] = True
        return None

    def release(self, page: NewPage, rule: str) -> None:
        """A page that the budget of its shape kept out is to be decided about anew."""
        if rule == _PER_SHAPE and page.shape is not None:
            self._cut[_budget(rule, page.shape)] -= 1

    def _asked(self, page: NewPage, queue: Queue) -> Iterator[_Budget]:
        """The budgets that a page would take from."""
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
        """Keep the counts for the commits to come."""
        self._db.executemany(
            QUERIES["add_to_budget"],
            [
                {
                    "crawl": self._crawl["n"],
                    **budget._asdict(),
                    "taken": self._taken[budget],
                    "cut": self._cut[budget],
                    "example": self._examples.get(budget),
                }
                for budget in self._taken.keys() | self._cut.keys()
            ],
        )
