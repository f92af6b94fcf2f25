"""Runs rules on a Neo4j server: each section is one transaction, which may run again."""

import asyncio
import random
from typing import Any, TypeVar

from neo4j import AsyncDriver
from neo4j.exceptions import ConstraintError, TransientError

from leadline.store.contract import HostPolicy
from leadline.store.neo4j.database import TRANSACTION_S
from leadline.store.neo4j.sections.applying import apply, crawl_row
from leadline.store.neo4j.sections.picking import ANSWERS
from leadline.store.neo4j.sections.place import Place
from leadline.store.neo4j.sections.seeing import see
from leadline.store.rules.section.questions import Decision, Opened, Rule, Section, See

T = TypeVar("T")
_MOST_RUNS = 8
_FIRST_PAUSE_S = 0.01


class SectionRunner:
    """Answers the questions of rules, and applies the changes of sections.

    `repeats` counts transactions that the server ended, and that ran again.
    """

    def __init__(
        self, driver: AsyncDriver, database: str, policy: HostPolicy, worker: str, skew_s: float
    ) -> None:
        self._driver = driver
        self._database = database
        self._policy = policy
        self._worker = worker
        self._skew_s = skew_s
        self.repeats = 0

    async def run(self, rule: Rule[T]) -> T:
        """Run an operation to its end."""
        given: Any = None
        async with self._driver.session(database=self._database) as session:
            outside = Place(session, 0.0, self._worker)
            outside.now = await self._now(outside)
            while True:
                try:
                    question = rule.send(given)
                except StopIteration as end:
                    result: T = end.value
                    return result
                if isinstance(question, Section):
                    outside.leases.clear()
                    given = await self.section(question)
                else:
                    given = await _answer(outside, question)

    async def section(self, section: Section) -> Any:
        """Run one section until its changes are applied; return its result."""
        for attempt in range(_MOST_RUNS):
            try:
                return await self._try(section)
            except (TransientError, ConstraintError):
                # A deadlock, or a node that another section was faster to create.
                if attempt == _MOST_RUNS - 1:
                    raise
                self.repeats += 1
                pause_s = _FIRST_PAUSE_S * 2**attempt
                await asyncio.sleep(pause_s * random.uniform(0.5, 1.5))  # noqa: S311 -- spreads repeats, keeps no secret
        raise AssertionError

    async def _try(self, section: Section) -> Any:
        async with (
            self._driver.session(database=self._database) as session,
            await session.begin_transaction(timeout=TRANSACTION_S) as transaction,
        ):
            place = Place(transaction, 0.0, self._worker, section.crawl)
            rows = [] if section.crawl is None else await place.ask("lock_crawl")
            place.now = await self._now(place)
            crawl = crawl_row(rows[0][0]) if rows else None
            rule = section.rule(Opened(place.now, crawl, self._policy))
            decision = await _drive(rule, place)
            if decision.changes is not None:
                await apply(place, crawl, decision.changes)
                await transaction.commit()
            return decision.result

    async def _now(self, place: Place) -> float:
        [(milliseconds,)] = await place.ask("now")
        return float(milliseconds) / 1000 + self._skew_s


async def _answer(place: Place, question: Any) -> Any:
    if isinstance(question, See):
        return await see(place, question)
    return await ANSWERS[type(question)](place, question)


async def _drive(rule: Rule[Decision], place: Place) -> Decision:
    given: Any = None
    while True:
        try:
            question = rule.send(given)
        except StopIteration as end:
            decision: Decision = end.value
            return decision
        given = await _answer(place, question)
