"""The store in memory: the methods of the contract that change crawls and their frontier."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.outcomes import Report
from leadline.domain.pages import Batch, Closed, NewPage, PageKind, Token, WorkerId
from leadline.store.contract import Claim, Committed, HostPolicy, Retaken
from leadline.store.reader import RobotsRecord
from leadline.store.rules import claims, commits, crawls, leases, sweeps, turns
from leadline.store.rules.claims import SEEN_S, Claimant
from leadline.store.rules.section.changes import NewCrawl
from leadline.store.rules.section.questions import Decision, Opened, Rule, Section, SectionRule
from memory.answering import Answers
from memory.applying import apply
from memory.tables import Tables, Worker

T = TypeVar("T")


class Tokens:
    """Tokens from a counter, so that a section that runs again makes the same ones."""

    def __init__(self) -> None:
        self.last = 0

    def __call__(self) -> Token:
        self.last += 1
        return Token(self.last)


class MemoryStore:
    """A store whose clock is the number `clock`.

    With `is_repeating` every section runs twice, as in a store whose transactions are repeated:
    both runs have to decide the same, and the first decision is thrown away.
    """

    def __init__(self, policy: HostPolicy | None = None, *, is_repeating: bool = False) -> None:
        self.clock = 0.0
        self.tables = Tables()
        self._policy = policy or HostPolicy()
        self._is_repeating = is_repeating
        self._new_token = Tokens()

    def now(self) -> float:
        """Return the time of the store's clock."""
        return self.clock

    def _run(self, rule: Rule[T]) -> T:
        """Run an operation: its sections one after the other."""
        return _drive(rule, self._answer)

    def _answer(self, question: Any) -> Any:
        if isinstance(question, Section):
            return self._section(question.crawl, question.rule)
        return Answers(self.tables, self.clock).to(question)

    def _section(self, crawl: CrawlId | None, rule: SectionRule) -> Any:
        first_token = self._new_token.last
        decision = self._decide(crawl, rule)
        if self._is_repeating:
            self._new_token.last = first_token
            again = self._decide(crawl, rule)
            assert again.result == decision.result
            assert _as_fields(again) == _as_fields(decision)
            decision = again
        if decision.changes is not None:
            apply(self.tables, self.clock, crawl, decision.changes)
        return decision.result

    def _decide(self, crawl: CrawlId | None, rule: SectionRule) -> Decision:
        row = None if crawl is None else self.tables.crawl(crawl)
        answers = Answers(self.tables, self.clock, crawl)
        return _drive(rule(Opened(self.clock, row, self._policy)), answers.to)

    async def create(
        self,
        crawl: CrawlId,
        kind: CrawlKind,
        options: CrawlOptions,
        root: NewPage,
        request: tuple[str, str] | None = None,
        *,
        is_awaited: bool = True,
    ) -> CrawlId:
        new = NewCrawl(kind, options, root, is_awaited)
        return CrawlId(self._section(crawl, partial(crawls.create, crawl, new, request)))

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        return bool(self._section(crawl, partial(crawls.set_status, status, reason)))

    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        return bool(self._section(crawl, partial(crawls.set_options, options)))

    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        return int(self._section(crawl, partial(sweeps.reopen, which, limit)))

    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        return int(self._section(crawl, partial(sweeps.readmit, pages)))

    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        return int(self._section(crawl, partial(sweeps.put_off, limit)))

    async def claim(
        self,
        worker: WorkerId,
        kinds: Collection[PageKind],
        limit: int,
        slots: int,
        crawl: CrawlId | None = None,
        *,
        besides: Collection[CrawlId] = (),
    ) -> Claim:
        wanted = (frozenset(kinds), slots, self._policy.host_limit, self._new_token)
        who = Claimant(worker, *wanted, crawl, besides)
        batches, parallel, lost = self._run(claims.claim(who, limit))
        known = self.tables.workers.get(worker)
        if known is None or known.seen_at < self.clock - SEEN_S or known.only != crawl:
            self.tables.workers[worker] = Worker(self.clock, crawl)
        return Claim(batches, None, parallel, lost)

    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        return self._run(commits.complete(worker, commit, reports, self._policy.host_limit))

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        return self._run(turns.retake_turn(worker, token))

    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        return self._run(leases.open_visit(worker, token, (host, site), self._new_token))

    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        lost = set(tokens)
        for token, lease in self.tables.leases.items():
            is_live = lease.expires_at >= self.clock and not lease.is_lost
            is_held = lease.worker == worker and is_live
            if token in tokens and is_held:
                expires_at = self.clock + self._policy.lease_s
                self.tables.leases[token] = replace(lease, expires_at=expires_at)
                lost.discard(token)
        only = self.tables.workers[worker].only if worker in self.tables.workers else None
        self.tables.workers[worker] = Worker(self.clock, only)
        return lost

    async def end_worker(self, worker: WorkerId) -> int:
        ended = self._run(leases.end_worker(worker))
        self.tables.workers.pop(worker, None)
        return ended

    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        self._section(None, partial(crawls.put_robots, origin, host, record, crawl_delay_s))

    async def count_time(self, crawl: CrawlId | None = None) -> None:
        self._run(sweeps.count_time(crawl))

    async def idle(self) -> list[CrawlId]:
        return [crawl for crawl in self.tables.crawls if self._is_idle(crawl)]

    def _is_idle(self, crawl: CrawlId) -> bool:
        counts = self.tables.crawls[crawl]["counts"]
        left = counts["pending"] + counts["in_progress"] + counts["aside"]
        return self.tables.is_running(crawl) and not left

    async def unswept_crawls(self) -> list[CrawlId]:
        sweep = partial(sweeps.sweep, 1)
        return [crawl for crawl in self.tables.crawls if self._decide(crawl, sweep).result]

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        return int(self._section(crawl, partial(sweeps.sweep, limit)))

    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        return self._run(sweeps.set_depths(crawl, found))

    async def finish(self, crawl: CrawlId) -> bool:
        return bool(self._section(crawl, sweeps.finish))

    async def take_undrawn(self, for_s: float) -> CrawlId | None:
        return self._run(crawls.take_undrawn(for_s))

    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        return bool(self._section(crawl, partial(crawls.put_drawing, seq, data)))

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""


def _as_fields(decision: Decision) -> dict[str, Any] | None:
    return None if decision.changes is None else vars(decision.changes)


def _drive(rule: Rule[T], answer: Callable[[Any], Any]) -> T:
    given: Any = None
    while True:
        try:
            question = rule.send(given)
        except StopIteration as end:
            result: T = end.value
            return result
        given = answer(question)
