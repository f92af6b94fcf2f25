"""New pages: which are unknown, and which are beyond a budget."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import FoundBy, NewPage, PageKind, PageState
from leadline.domain.rules import Rule as SkipRule
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.changes import BudgetChange, FoundPage
from leadline.store.rules.section.rows import Budget, KnownPage, Queue, Skip
from leadline.store.rules.section.view import View
from leadline.urls.address import origin_of

# Rules about how a page was found. Another address of the page (tracking parameters, slashes), or
# another link to it, may pass them.
_RULES_OF_WAYS = frozenset(rule for rule in SkipRule if rule.is_of_way)
_PER_SHAPE, _KEY_SETS = SkipRule.MAX_PER_SHAPE, SkipRule.MAX_KEY_SETS
_ROUND, _HOSTS = SkipRule.MAX_GOING_ROUND, SkipRule.MAX_HOSTS_PER_DOMAIN
# A longer shape is truncated, with a digest: it would take as much room as its page.
_MAX_SHAPE_LENGTH = 200


class Discoveries:
    """Pages that the outcomes of one commit have found."""

    def __init__(self) -> None:
        self._found: dict[PageId, tuple[NewPage, PageId | None]] = {}
        self._listed: dict[PageId, None] = {}

    def add(self, found_on: PageId, pages: Sequence[NewPage]) -> None:
        """Note new pages, with the page that they were found on first.

        Of several ways to a page, the first counts that no rule skips and that does not go round.
        """
        found = self._found
        for page in pages:
            # A sitemap is not among the pages of the graph.
            way = (page, None if page.found_by is FoundBy.SITEMAP else found_on)
            first = found.setdefault(page.id, way)[0]
            if first is not page and _obstacles(page) < _obstacles(first):
                found[page.id] = way
            if page.found_by is FoundBy.SITEMAP and page.kind is not PageKind.SITEMAP:
                self._listed[page.id] = None

    def move(self, old: PageId, new: PageId) -> None:
        """Change the id of the page that others were found on."""
        for id_, (page, found_on) in self._found.items():
            if found_on == old:
                self._found[id_] = (page, new)

    def store(self, view: View) -> None:
        """Store the pages that are unknown."""
        changes, known = view.changes, view.seen.known
        budgets = Budgets(view)
        for id_ in [id_ for id_ in self._found if id_ in known]:
            page, _ = self._found.pop(id_)
            _readmit_found(view, page, known[id_], budgets)
        for n, (page, found_on) in enumerate(self._found.values(), view.crawl.found + 1):
            queue = Queue(view.crawl.id, page.host, page.kind)
            skipped = page.skipped or budgets.judge(page, queue)
            state = new_state(page, skipped)
            changes.appear(queue, state, Skip(page.id, *skipped) if skipped else None)
            changes.found.append(FoundPage(n, page, state, found_on, skipped))
        changes.listed += self._listed
        changes.budgets |= budgets.changes()


def _readmit_found(view: View, page: NewPage, old: KnownPage | None, budgets: "Budgets") -> None:
    """Take in a skipped page that was now found in a way that no rule skips."""
    if old is None or old.state is not PageState.SKIPPED or old.rule not in _RULES_OF_WAYS:
        return
    if page.skipped is not None or (page.goes_round and old.rule == _ROUND):
        return
    queue = Queue(view.crawl.id, old.host, old.kind)
    skipped = budgets.judge(page, queue)
    where = {"address": page.address, "depth": page.depth, "hops": page.hops}
    view.changes.pages[old.n] |= where
    decide_again(view, page, old, skipped)


def decide_again(
    view: View, page: NewPage, old: KnownPage, skipped: tuple[SkipReason, str] | None
) -> PageState:
    """Store a new decision about a skipped page; return its new state."""
    queue = Queue(view.crawl.id, old.host, old.kind)
    state = new_state(page, skipped)
    fields: dict[str, Any] = {"state": state, "fetched": page.is_fetched}
    fields["reason"], fields["rule"] = skipped or (None, None)
    view.changes.pages[old.n] |= fields | {"message": None, "seq": None}
    before = skip_of(page.id, old)
    if skipped:
        view.changes.skip_again(queue, before, Skip(page.id, *skipped))
    else:
        view.changes.move(queue, PageState.SKIPPED, state, before)
    return state


def skip_of(page: PageId, known: KnownPage) -> Skip:
    """Return the rule by which a known page is skipped."""
    return Skip(page, SkipReason(known.reason or ""), known.rule or "")


def _obstacles(page: NewPage) -> tuple[bool, bool]:
    return page.skipped is not None, page.goes_round


def new_state(page: NewPage, skipped: tuple[SkipReason, str] | None) -> PageState:
    """Return the first state of a new page."""
    if skipped:
        return PageState.SKIPPED
    return PageState.PENDING if page.is_fetched else PageState.COMPLETED


def _budget(rule: str, shape: str) -> Budget:
    if len(shape) <= _MAX_SHAPE_LENGTH:
        return Budget(rule, shape)
    digest = hashlib.blake2b(shape.encode(), digest_size=16).hexdigest()
    return Budget(rule, f"{shape[:_MAX_SHAPE_LENGTH]}…{digest}")


def budgets_of(pages: Iterable[NewPage]) -> set[Budget]:
    """Return all budgets that pages may take from."""
    found = set()
    for page in pages:
        found.add(Budget(_HOSTS, page.site))
        if page.goes_round:
            found.add(Budget(_ROUND, origin_of(page.address)))
        if page.shape is not None:
            found.add(_budget(_PER_SHAPE, page.shape))
            path, mark, _ = page.shape.partition("?")
            if mark:
                found.add(_budget(_KEY_SETS, path))
    return found


class Budgets:
    """Budgets of a crawl for what may be endless."""

    def __init__(self, view: View) -> None:
        crawl, policy = view.crawl, view.policy
        self._seen = view.seen
        self._limits: dict[str, int] = {
            _PER_SHAPE: crawl.max_per_shape,
            _KEY_SETS: policy.max_key_sets,
            _ROUND: policy.max_going_round,
            _HOSTS: policy.max_hosts_per_domain,
        }
        counts = crawl.counts
        read = counts["aside"] + counts["sitemaps_read"] + counts["sitemaps_failed"]
        self._sitemaps_left = policy.max_sitemaps - read
        self._taken: Counter[Budget] = Counter()
        self._skipped: Counter[Budget] = Counter()
        self._examples: dict[Budget, Address] = {}

    def judge(self, page: NewPage, queue: Queue) -> tuple[SkipReason, str] | None:
        """Return the rule that skips a page; without one, count the page and return None."""
        budgets = list(self._budgets_of(page, queue))
        for budget in budgets:
            if 0 < self._limits[budget.rule] <= self._count(budget):
                self._skipped[budget] += 1
                self._examples.setdefault(budget, page.address)
                return SkipReason.TRAP, budget.rule
        if queue.kind is PageKind.SITEMAP and not self._has_sitemap():
            return SkipRule.MAX_SITEMAPS.pair
        for budget in budgets:
            self._taken[budget] += 1
        self._seen.met.add(queue.host)
        return None

    def release(self, page: NewPage, rule: str | None) -> None:
        """Take back the count of a page that the budget of its shape skipped."""
        if rule == _PER_SHAPE and page.shape is not None:
            self._skipped[_budget(rule, page.shape)] -= 1

    def _budgets_of(self, page: NewPage, queue: Queue) -> Iterator[Budget]:
        """Yield the budgets that a page would take from."""
        if queue.host not in self._seen.met:
            yield Budget(_HOSTS, page.site)
        if page.goes_round:
            yield Budget(_ROUND, origin_of(page.address))
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

    def _count(self, budget: Budget) -> int:
        return self._seen.budgets.get(budget, 0) + self._taken[budget]

    def changes(self) -> dict[Budget, BudgetChange]:
        """Return the counts to be added."""
        return {
            budget: BudgetChange(
                self._taken[budget], self._skipped[budget], self._examples.get(budget)
            )
            for budget in self._taken.keys() | self._skipped.keys()
        }
