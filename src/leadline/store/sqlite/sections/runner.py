"""Runs rules on one connection, inside a transaction of the caller."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.store.contract import HostPolicy
from leadline.store.rules.section.changes import COUNTERS
from leadline.store.rules.section.questions import Decision, Opened, Rule, Section, See
from leadline.store.rules.section.rows import CrawlRow
from leadline.store.sqlite.codes import STATES
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.sections.applying import apply
from leadline.store.sqlite.sections.picking import ANSWERS
from leadline.store.sqlite.sections.place import HostNumbers, Place
from leadline.store.sqlite.sections.seeing import see

T = TypeVar("T")


class SectionRunner:
    """Answers the questions of rules, and applies the changes of sections.

    A dry runner applies nothing, and notes whether there would be changes.
    """

    def __init__(
        self, db: sqlite3.Connection, hosts: HostNumbers, policy: HostPolicy, now: float
    ) -> None:
        self._db = db
        self._hosts = hosts
        self._policy = policy
        self.now = now
        self.is_dry = False
        self.has_changes = False

    def run(self, rule: Rule[T]) -> T:
        """Run an operation to its end."""
        outside = Place(self._db, self._hosts, self.now)
        return _drive(rule, lambda question: self._answer(outside, question))

    def section(self, section: Section) -> Any:
        """Run one section, and return its result."""
        place = Place(self._db, self._hosts, self.now, section.crawl)
        crawl = None if section.crawl is None else self._open(place, section.crawl)
        rule = section.rule(Opened(self.now, crawl, self._policy))
        decision: Decision = _drive(rule, lambda question: _answer(place, question))
        if decision.changes is not None:
            self.has_changes = True
            if not self.is_dry:
                apply(place, decision.changes)
        return decision.result

    def _answer(self, outside: Place, question: Any) -> Any:
        if isinstance(question, Section):
            # Leases that were read before may change in the section.
            outside.leases.clear()
            return self.section(question)
        return _answer(outside, question)

    def _open(self, place: Place, crawl: CrawlId) -> CrawlRow | None:
        row = self._db.execute(QUERIES["crawl_row"], {"id": crawl}).fetchone()
        if row is None:
            return None
        number, id_, kind, status, reason, root, root_state, is_awaited, *rest = row
        place.number = number
        values: list[Any] = [CrawlId(id_), CrawlKind(kind), CrawlStatus(status), reason]
        values += [PageId(root), STATES[root_state], bool(is_awaited)]
        values += rest[: -len(COUNTERS)]
        values.append(dict(zip(COUNTERS, rest[-len(COUNTERS) :], strict=True)))
        return CrawlRow(*values)


def _answer(place: Place, question: Any) -> Any:
    if isinstance(question, See):
        return see(place, question)
    return ANSWERS[type(question)](place, question)  # type: ignore[operator]


def _drive(rule: Rule[T], answer: Callable[[Any], Any]) -> T:
    given: Any = None
    while True:
        try:
            question = rule.send(given)
        except StopIteration as end:
            result: T = end.value
            return result
        given = answer(question)
