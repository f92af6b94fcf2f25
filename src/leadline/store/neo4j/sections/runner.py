"""Runs rules on a Neo4j server: each section is one transaction, which may run again."""

import asyncio
import random
from contextlib import nullcontext
from typing import Any, TypeVar

from neo4j import AsyncSession, AsyncTransaction
from neo4j.exceptions import ConstraintError, TransientError

from leadline.domain.crawls import CrawlId
from leadline.store.contract import HostPolicy
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import TRANSACTION_S, Graph
from leadline.store.neo4j.sections.applying import apply, crawl_row
from leadline.store.neo4j.sections.hints import NO_HINTS, Hints, open_section
from leadline.store.neo4j.sections.picking import ANSWERS
from leadline.store.neo4j.sections.place import Place, Runs
from leadline.store.neo4j.sections.seeing import see
from leadline.store.rules.section.questions import Decision, Opened, Rule, Section, See
from leadline.store.rules.section.rows import CrawlRow

T = TypeVar("T")
_MOST_RUNS = 8
_FIRST_PAUSE_S = 0.01


class SectionRunner:
    """Answers the questions of rules, and applies the changes of sections.

    `repeats` counts transactions that the server ended, and that ran again. A dry runner locks and
    applies nothing, and notes whether there would be changes.
    """

    def __init__(self, graph: Graph, bodies: PieceStore, policy: HostPolicy, worker: str) -> None:
        self._graph = graph
        self._bodies = bodies
        self._policy = policy
        self._worker = worker
        self.repeats = 0
        self.is_dry = False
        self.has_changes = False

    async def run(self, rule: Rule[T], answered: Hints = NO_HINTS) -> T:
        """Run an operation to its end. `answered` are questions that were answered already."""
        given: Any = None
        async with self._graph.session() as session:
            outside = self._place(session, self._graph.clock.given() or 0.0)
            outside.answered = answered.read_all()
            while True:
                try:
                    question = rule.send(given)
                except StopIteration as end:
                    result: T = end.value
                    return result
                if isinstance(question, Section):
                    # The section may change what was answered before.
                    outside.leases.clear()
                    outside.answered.clear()
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
            self._graph.session() as session,
            await _begin(session) as transaction,
        ):
            place = self._place(transaction, self._graph.clock.given() or 0.0, section.crawl)
            crawl = await self._open(place, section.first)
            rule = section.rule(Opened(place.now, crawl, self._policy))
            decision = await _drive(rule, place)
            if decision.changes is not None:
                self.has_changes = True
            if decision.changes is not None and not self.is_dry:
                await apply(place, crawl, decision.changes, self._bodies)
                await transaction.commit()
            return decision.result

    def _place(self, runs: Runs, now: float, crawl: CrawlId | None = None) -> Place:
        skew_s = self._graph.clock.skew_s
        return Place(runs, now, self._worker, crawl, is_dry=self.is_dry, skew_s=skew_s)

    async def _open(self, place: Place, first: tuple[Any, ...]) -> CrawlRow | None:
        """Lock the crawl and note the time; return the crawl, if there is one."""
        if place.crawl is None:
            place.now = await self._now(place)
            return None
        node, now = await open_section(place, () if self.is_dry else first)
        place.now = await self._now(place) if now is None else now
        return None if node is None else crawl_row(node)

    async def _now(self, place: Place) -> float:
        [(now,)] = await place.ask("now")
        return float(now)


async def _begin(session: AsyncSession) -> AsyncTransaction:
    """Begin a transaction. The driver sends that with the first query, if it is able to."""
    with getattr(session, "_pipelined_begin", nullcontext()):
        return await session.begin_transaction(timeout=TRANSACTION_S)


async def _answer(place: Place, question: Any) -> Any:
    known = place.take_answer(question)
    if known is not None:
        return known
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
