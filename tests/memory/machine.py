"""A machine that calls a frontier in any order, and checks its rows after every call."""

import sys
from collections.abc import Collection, Coroutine, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from answers import ANSWER
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.errors import LeaseLost
from leadline.domain.outcomes import (
    Completed,
    Discovered,
    Escalated,
    Failed,
    HostAt,
    Outcome,
    Report,
    Returned,
    SkippedPage,
    TurnEnd,
)
from leadline.domain.pages import (
    Batch,
    Closed,
    FoundBy,
    NewPage,
    PageKind,
    PageState,
    Task,
    Token,
    WorkerId,
)
from leadline.domain.rules import Rule as SkipRule
from leadline.domain.skips import SkipReason
from leadline.store.contract import Committed, HostPolicy
from leadline.store.reader import RobotsRecord
from leadline.store.rules.section.rows import UNLIMITED, LeaseRow, Turn
from memory.invariants import check
from memory.tables import Tables

T = TypeVar("T")
LEASE_S = 60.0
POLICY = HostPolicy(
    lease_s=LEASE_S,
    max_hosts_per_domain=4,
    max_key_sets=2,
    max_going_round=2,
    max_sitemaps=3,
)
HOSTS = [f"{name}.example" for name in "abcde"]
WORKERS = [WorkerId(name) for name in ("one", "two", "three")]
HTTP = frozenset([PageKind.PAGE, PageKind.SITEMAP, PageKind.EXTERNAL])
BROWSER = frozenset([PageKind.BROWSER])
KINDS = [HTTP, BROWSER, frozenset([PageKind.PAGE]), frozenset([PageKind.SITEMAP, PageKind.BROWSER])]
LAST_PAGE, FIRST_SITEMAP, FIRST_EXTERNAL = 60, 45, 50
MOST_CRAWLS = 5
MOST_ROUNDS = 500
STEPS_S = [0.001, 0.03, 0.1, 0.5, 1.0, 5.0, 11.0, 31.0, 61.0, 100.0]
TURN_ENDS = [None, None, TurnEnd(0.0), TurnEnd(0.2), TurnEnd(None)]
WAYS: list[dict[str, Any]] = [
    *[{}] * 8,
    {"skipped": SkipRule.EXCLUDE.pair},
    {"skipped": SkipRule.NOFOLLOW.pair},
    {"skipped": SkipRule.DOMAIN.pair},
    {"skipped": SkipRule.MAX_PAGES.pair},
    {"goes_round": True},
    {"shape": "/{n}?a"},
    {"found_by": FoundBy.SITEMAP},
]
CLOSED = [
    Closed(PageState.FAILED),
    Closed(PageState.FAILED, "HttpError", (400, 499)),
    Closed(PageState.SKIPPED),
    Closed(PageState.SKIPPED, SkipReason.ROBOTS),
    Closed(PageState.FAILED, until=2),
]
STATUSES = [CrawlStatus.PAUSED, CrawlStatus.RUNNING, CrawlStatus.CANCELLED]
_KIND, _MESSAGE = "Refused", "nothing listens"
FAILURES: dict[str, dict[str, Any]] = {
    "not found": {"kind": "HttpError", "status": 404},
    "tried at once": {"retry_in_s": 0.0},
    "tried later": {"retry_in_s": 5.0, "status": 503},
    "silent": {"is_of_host": True, "retry_in_s": 0.0, "costs_attempt": False},
    "silent for long": {"is_of_host": True, "retry_in_s": 3.0, "costs_attempt": False},
    "silent for ever": {"is_of_host": True},
    "no rules": {"is_there": True, "retry_in_s": 0.0, "costs_attempt": False},
    "no rules and silent": {"is_there": True, "is_of_host": True, "retry_in_s": 2.0},
    "no rules for ever": {"is_there": True},
    "busy": {"status": 429, "host_wait_s": 20.0, "retry_in_s": 0.0, "costs_attempt": False},
    "silent elsewhere": {"is_of_host": True, "retry_in_s": 0.0, "at": 1},
    "failed elsewhere": {"status": 500, "at": 2},
    "busy elsewhere": {"status": 429, "host_wait_s": 20.0, "retry_in_s": 1.0, "at": 1},
}
OUTCOMES = [
    *["done"] * 6,
    "done, and asks for patience",
    "moved",
    "disallowed",
    "refused",
    "returned",
    "returned after hops",
    "escalated",
    "discovered",
    "done twice",
    *FAILURES,
]


@dataclass
class Held:
    """A lease as its worker knows it."""

    batch: Batch
    worker: WorkerId
    kind: PageKind | None
    """None is a visit."""
    ended: set[PageId] = field(default_factory=set)
    """Pages whose end was accepted."""
    is_over: bool = False
    """Whether the worker knows that the lease has ended."""

    @property
    def token(self) -> Token:
        return self.batch.token

    @property
    def is_live(self) -> bool:
        return not self.is_over and (self.kind is None or bool(self.left))

    @property
    def left(self) -> list[Task]:
        """The pages that the worker still has to report."""
        return [task for task in self.batch.tasks if task.id not in self.ended]


def wait(call: Coroutine[Any, Any, T]) -> T:
    """Run a call of a store that never waits."""
    try:
        call.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("the store waits")


options = st.builds(
    CrawlOptions,
    delay_ms=st.sampled_from([None, 0, 0, 50, 500]),
    concurrency=st.sampled_from([1, 4, 32]),
    max_pages=st.sampled_from([None, None, 3, 10]),
    max_time_s=st.sampled_from([None, None, None, 10.0]),
    max_depth=st.sampled_from([1, 3, 3]),
    host_outage_max_s=st.sampled_from([None, 8.0]),
)
crawl_numbers = st.integers(0, MOST_CRAWLS - 1)
workers = st.sampled_from(WORKERS)
_Found = tuple[int, int, int, int]
found_pages = st.lists(
    st.tuples(
        st.integers(1, LAST_PAGE),
        st.integers(1, 30),
        st.integers(0, 4),
        st.integers(0, len(WAYS) - 1),
    ),
    max_size=3,
)
"""Rows of pages: their first number, how many they are, their depth, and how they were found."""
_Reported = tuple[str, int, str | None]
reported = st.tuples(
    st.sampled_from(OUTCOMES), st.integers(0, 8), st.none() | st.sampled_from(OUTCOMES)
)
"""The outcome of the first pages of a lease, how many they are, and the outcome of the others."""


def pages_of(found: list[_Found], max_depth: int) -> tuple[NewPage, ...]:
    """Return pages that were found."""
    return tuple(
        new_page(number, depth, way, max_depth)
        for first, count, depth, way in found
        for number in range(first, min(first + count, LAST_PAGE + 1))
    )


def new_page(number: int, depth: int, way: int, max_depth: int = 99) -> NewPage:
    """Return a page that was found. Its number decides about its host and kind."""
    kind = PageKind.PAGE
    if number >= FIRST_SITEMAP:
        kind = PageKind.SITEMAP if number < FIRST_EXTERNAL else PageKind.EXTERNAL
    host = HOSTS[number // 3 % len(HOSTS)]
    is_fetched = depth <= max_depth or kind is not PageKind.PAGE
    where = (PageId(number), Address(f"http://{host}/{number}"), host, "example")
    page = NewPage(*where, depth, 0, FoundBy.LINK, is_fetched, kind=kind)
    return page._replace(**WAYS[way])


class FrontierMachine(RuleBasedStateMachine):
    """Workers, clients and a supervisor that share a store.

    Subclasses make the store and return its rows.
    """

    store: Any

    def __init__(self) -> None:
        super().__init__()
        self.crawls: list[CrawlId] = []
        self.held: list[Held] = []
        self.commits = dict.fromkeys(WORKERS, 0)
        self.last: dict[WorkerId, tuple[int, list[Report], Committed]] = {}

    def tables(self) -> Tables:
        raise NotImplementedError

    def advance(self, seconds: float) -> None:
        raise NotImplementedError

    def _crawl(self, number: int) -> CrawlId:
        return self.crawls[number % len(self.crawls)]

    def _max_depth(self, crawl: CrawlId) -> int:
        return int(self.tables().crawls[crawl]["max_depth"])

    def _live(self) -> list[Held]:
        return [held for held in self.held if held.is_live]

    def _choose(self, held: Sequence[Held], number: int) -> Held:
        return held[-1 - number % len(held)]

    @initialize(
        crawls=st.lists(
            st.tuples(
                options,
                st.integers(1, 15),
                found_pages,
                st.lists(st.sampled_from(["done", "done", "discovered", "moved"]), max_size=2),
            ),
            min_size=1,
            max_size=3,
        )
    )
    def begin(self, crawls: list[tuple[CrawlOptions, int, list[_Found], list[str]]]) -> None:
        """Create crawls, and report their roots."""
        for chosen, root, found, kinds in crawls:
            crawl = self._create(CrawlKind.CRAWL, chosen, root, is_awaited=True)
            for kind in kinds:
                self.advance(1.0)
                for held in self._claim(WORKERS[0], HTTP, crawl=crawl):
                    self._commit(held.worker, [self._report(held, (kind, 1, None), found)])
                    check(self.tables())
                if kind == "discovered":
                    self._die(WORKERS[0])

    def _create(
        self, kind: CrawlKind, chosen: CrawlOptions, root: int, *, is_awaited: bool
    ) -> CrawlId:
        crawl = CrawlId(f"c{len(self.crawls)}")
        page = new_page(root, 0, 0)
        call = self.store.create(crawl, kind, chosen, page, (crawl, "d"), is_awaited=is_awaited)
        assert wait(call) == crawl
        again = self.store.create(CrawlId("again"), kind, chosen, page, (crawl, "d"))
        assert wait(again) == crawl
        self.crawls.append(crawl)
        return crawl

    @rule(
        worker=workers,
        kinds=st.sampled_from([HTTP, *KINDS]),
        limit=st.sampled_from([1, 5, 40, 40]),
        slots=st.sampled_from([1, 8, 100]),
        only=st.none() | crawl_numbers,
    )
    def claim(
        self,
        worker: WorkerId,
        kinds: Collection[PageKind],
        limit: int,
        slots: int,
        only: int | None,
    ) -> None:
        crawl = None if only is None else self._crawl(only)
        self._claim(worker, kinds, limit, slots, crawl)

    @rule(worker=workers)
    def claim_much(self, worker: WorkerId) -> None:
        self._claim(worker, HTTP)

    def _claim(
        self,
        worker: WorkerId,
        kinds: Collection[PageKind],
        limit: int = 100,
        slots: int = 100,
        crawl: CrawlId | None = None,
    ) -> list[Held]:
        claim = wait(self.store.claim(worker, kinds, limit, slots, crawl))
        tables = self.tables()
        assert sum(len(batch.tasks) for batch in claim.batches) <= limit
        taken = [Held(batch, worker, batch.tasks[0].kind) for batch in claim.batches]
        for held in taken:
            assert held.kind in kinds
            assert crawl in (None, held.batch.crawl)
            self._check_grant(tables, held, slots)
        for token in claim.parallel:
            _check_slots(tables, tables.leases[token])
        of_worker = [lease for lease in tables.leases.values() if lease.worker == worker]
        assert claim.lost == {lease.token for lease in of_worker if lease.is_lost}
        _check_trial(tables, worker)
        self.held += taken
        return taken

    def _check_grant(self, tables: Tables, held: Held, slots: int) -> None:
        batch, lease = held.batch, tables.leases[held.token]
        crawl = tables.crawls[batch.crawl]
        assert crawl["status"] is CrawlStatus.RUNNING
        assert crawl["max_time_s"] is None or crawl["ran_s"] < crawl["max_time_s"]
        assert batch.parallel == lease.parallel <= slots
        assert (lease.turn is Turn.HELD) == (batch.gap_s > 0)
        if crawl["root_state"] in (PageState.PENDING, PageState.IN_PROGRESS):
            assert [task.id for task in batch.tasks] == [crawl["root"]]
        for task in batch.tasks:
            [page] = [page for page in tables.pages_under(held.token) if page["id"] == task.id]
            assert (page["crawl"], page["host"], page["kind"]) == lease.queue
        _check_slots(tables, lease)
        of_crawl = [each for each in tables.leases.values() if each.queue.crawl == batch.crawl]
        assert _may_be_open(of_crawl) <= crawl["concurrency"]
        if crawl["max_pages"] is not None and held.kind not in UNLIMITED:
            counted = [lease for lease in of_crawl if lease.queue.kind not in UNLIMITED]
            leased = sum(lease.left for lease in counted if lease.size)
            assert crawl["counts"]["answered"] + leased <= crawl["max_pages"]

    @rule(
        worker=workers,
        kinds=reported,
        found=found_pages,
        rounds=st.integers(1, 6),
        seconds=st.sampled_from(STEPS_S),
    )
    def work(
        self, worker: WorkerId, kinds: _Reported, found: list[_Found], rounds: int, seconds: float
    ) -> None:
        """Claim and report several times, as a worker does: outages and deep pages need that."""
        for _ in range(rounds):
            for held in self._claim(worker, HTTP):
                self._commit(worker, [self._report(held, kinds, found)])
                check(self.tables())
            self.advance(seconds)

    @precondition(lambda self: self._live())
    @rule(
        number=st.integers(0, 20),
        with_other=st.booleans(),
        kinds=reported,
        found=found_pages,
        turn_end=st.sampled_from(TURN_ENDS),
    )
    def report(
        self,
        number: int,
        kinds: _Reported,
        found: list[_Found],
        turn_end: TurnEnd | None,
        *,
        with_other: bool,
    ) -> None:
        first = self._choose(self._live(), number)
        chosen = [first]
        if with_other:
            others = [held for held in self._live() if held.worker == first.worker]
            chosen += [held for held in others if held is not first][:1]
        reports = [self._report(held, kinds, found, turn_end) for held in chosen]
        self._commit(first.worker, reports)

    @precondition(lambda self: self._live())
    @rule(number=st.integers(0, 20), kind=st.sampled_from(OUTCOMES), found=found_pages)
    def report_all(self, number: int, kind: str, found: list[_Found]) -> None:
        """Report all pages of a lease in the same way."""
        held = self._choose(self._live(), number)
        self._commit(held.worker, [self._report(held, (kind, 99, None), found)])

    def _report(
        self,
        held: Held,
        kinds: _Reported,
        found: list[_Found],
        turn_end: TurnEnd | None = None,
    ) -> Report:
        batch, (first, count, rest) = held.batch, kinds
        pages = pages_of(found, self._max_depth(batch.crawl))
        outcomes: list[Outcome] = []
        for place, task in enumerate(held.left):
            kind = first if place < count else rest
            if kind is not None:
                outcomes += _outcomes(task, batch.host, kind, pages)
                pages = ()
        return Report(batch.token, batch.crawl, batch.host, tuple(outcomes), turn_end)

    def _commit(self, worker: WorkerId, reports: list[Report]) -> Committed:
        accepted = self._accepted(reports)
        outcomes = sum(len(report.outcomes) for report in reports)
        self.commits[worker] += 1
        done: Committed = wait(self.store.complete(worker, self.commits[worker], reports))
        assert (done.accepted, done.stale) == (accepted, outcomes - accepted)
        self.last[worker] = (self.commits[worker], reports, done)
        tables = self.tables()
        for token in done.parallel:
            _check_slots(tables, tables.leases[token])
        return done

    def _accepted(self, reports: list[Report]) -> int:
        """Count the outcomes whose pages their leases hold, and note the pages that end."""
        tables, accepted = self.tables(), 0
        by_token = {held.token: held for held in self.held}
        holding = {
            report.token: {page["id"] for page in tables.pages_under(report.token)}
            for report in reports
        }
        for report in reports:
            held, left = by_token[report.token], holding[report.token]
            if held.is_over:
                assert not left
            assert not left & held.ended
            for outcome in report.outcomes:
                accepted += outcome.page in left
                if not isinstance(outcome, Discovered):
                    left.discard(outcome.page)
                    held.ended.add(outcome.page)
            held.is_over |= report.is_left
        return accepted

    @precondition(lambda self: self.held)
    @rule(number=st.integers(0, 40), kind=st.sampled_from(OUTCOMES))
    def report_again(self, number: int, kind: str) -> None:
        """Report pages that the worker may have reported already."""
        held = self._choose(self.held, number)
        outcomes: list[Outcome] = []
        for task in held.batch.tasks[:2]:
            outcomes += _outcomes(task, held.batch.host, kind, ())
        batch = held.batch
        self._commit(held.worker, [Report(batch.token, batch.crawl, batch.host, tuple(outcomes))])

    @rule(worker=workers)
    def leave_lost(self, worker: WorkerId) -> None:
        """Report that no request of the lost leases of a worker is open."""
        lost = wait(self.store.claim(worker, HTTP, 0, 1)).lost
        batches = [held.batch for held in self.held if held.token in lost]
        assert len(batches) == len(lost)
        if batches:
            places = [(each.token, each.crawl, each.host) for each in batches]
            self._commit(worker, [Report(*place, (), is_left=True) for place in places])
        assert not lost & self.tables().leases.keys()

    @rule(worker=workers)
    def commit_again(self, worker: WorkerId) -> None:
        """Repeat the last commit of a worker that got no answer."""
        if worker in self.last:
            number, reports, first = self.last[worker]
            before = deepcopy(self.tables())
            again: Committed = wait(self.store.complete(worker, number, reports))
            assert (again.accepted, again.stale) == (first.accepted, first.stale)
            assert self.tables() == before

    @rule(worker=workers, does_die=st.booleans())
    def renew_or_die(self, worker: WorkerId, *, does_die: bool) -> None:
        if does_die:
            self._die(worker)
        else:
            self._renew(worker)

    def _die(self, worker: WorkerId) -> None:
        tables = self.tables()
        tokens = [lease.token for lease in tables.leases.values() if lease.worker == worker]
        pages = sum(len(tables.pages_under(token)) for token in tokens)
        assert wait(self.store.end_worker(worker)) == pages
        for held in self.held:
            held.is_over |= held.worker == worker

    def _renew(self, worker: WorkerId) -> None:
        tables, now = self.tables(), self.store.now()
        tokens = {held.token for held in self._live() if held.worker == worker}
        leases = [tables.leases[token] for token in tokens if token in tables.leases]
        kept = {lease.token for lease in leases if lease.expires_at >= now}
        lost = wait(self.store.renew(worker, tokens))
        assert lost == tokens - kept

    @rule(seconds=st.sampled_from(STEPS_S))
    def pass_time(self, seconds: float) -> None:
        self.advance(seconds)

    @rule(seconds=st.sampled_from(STEPS_S))
    def pass_time_at_work(self, seconds: float) -> None:
        """Let time pass while all workers renew their leases."""
        while seconds > 0:
            step_s = min(seconds, LEASE_S / 2)
            self.advance(step_s)
            seconds -= step_s
            for worker in WORKERS:
                self._renew(worker)

    @rule(
        act=st.sampled_from(["create", "create", "status", "status", "options", "readmit"]),
        number=crawl_numbers,
        kind=st.sampled_from([CrawlKind.CRAWL, CrawlKind.SCRAPE]),
        status=st.sampled_from(STATUSES),
        chosen=options,
        found=found_pages,
        is_awaited=st.booleans(),
    )
    def serve_client(  # noqa: PLR0917 -- one for each act
        self,
        act: str,
        number: int,
        kind: CrawlKind,
        status: CrawlStatus,
        chosen: CrawlOptions,
        found: list[_Found],
        *,
        is_awaited: bool,
    ) -> None:
        crawl = self._crawl(number)
        if act == "create" and len(self.crawls) < MOST_CRAWLS:
            self._create(kind, chosen, 3 * number + 1, is_awaited=is_awaited)
        elif act == "status":
            self._set_status(crawl, status)
        elif act == "options":
            wait(self.store.set_options(crawl, chosen))
        elif act == "readmit":
            pages = {page.id: page for page in pages_of(found, self._max_depth(crawl))}
            wait(self.store.readmit(crawl, list(pages.values())))

    def _set_status(self, crawl: CrawlId, status: CrawlStatus) -> None:
        if wait(self.store.set_status(crawl, status)) and status.is_final:
            for held in self.held:
                held.is_over |= held.batch.crawl == crawl

    @rule(number=crawl_numbers, which=st.sampled_from(CLOSED), limit=st.sampled_from([1, 100]))
    def reopen(self, number: int, which: Closed, limit: int) -> None:
        assert wait(self.store.reopen(self._crawl(number), which, limit)) <= limit

    @rule(number=crawl_numbers, act=st.sampled_from(["sweep", "time", "finish", "draw", "put off"]))
    def supervise(self, number: int, act: str) -> None:
        crawl = self._crawl(number)
        match act:
            case "sweep":
                wait(self.store.sweep(crawl, 1 if number else 100))
            case "time":
                wait(self.store.count_time())
            case "finish":
                is_idle = crawl in wait(self.store.idle())
                assert wait(self.store.finish(crawl)) == is_idle
            case "draw":
                wait(self.store.take_undrawn(60.0))
                seq = self.tables().crawls[crawl]["counts"]["seq"]
                wait(self.store.put_drawing(crawl, seq, b"x"))
            case _:
                wait(self.store.put_off(crawl, 1 if number else 100))

    @rule(number=crawl_numbers, first=st.integers(1, LAST_PAGE), depth=st.integers(1, 4))
    def set_depths(self, number: int, first: int, depth: int) -> None:
        crawl = self._crawl(number)
        root = self.tables().crawls[crawl]["root"]
        ids = [PageId(id_) for id_ in range(first, LAST_PAGE + 1) if id_ != root]
        wait(self.store.set_depths(crawl, [(id_, depth, root) for id_ in ids]))

    @rule(host=st.sampled_from(HOSTS), delay_s=st.sampled_from([0.0, 0.0, 0.2, 2.0]))
    def put_robots(self, host: str, delay_s: float) -> None:
        record = RobotsRecord("read", b"", "")
        wait(self.store.put_robots(f"http://{host}", host, record, delay_s))

    @precondition(lambda self: self._live())
    @rule(number=st.integers(0, 20), host=st.sampled_from(HOSTS))
    def visit(self, number: int, host: str) -> None:
        held = self._choose(self._live(), number)
        if held.kind is None or held.batch.host == host:
            return
        is_held = held.token in self.tables().leases
        try:
            visit = wait(self.store.visit(held.worker, held.token, host, "example"))
        except LeaseLost:
            assert not is_held
            held.is_over = True
            return
        assert is_held
        if visit is not None:
            self.held.append(Held(visit, held.worker, None))

    @precondition(lambda self: self._live())
    @rule(number=st.integers(0, 20))
    def retake_turn(self, number: int) -> None:
        held = self._choose(self._live(), number)
        before = self.tables().leases.get(held.token)
        if before is not None and before.turn is not Turn.OVER:
            return
        was_away = before is not None and before.is_away
        try:
            retaken = wait(self.store.retake_turn(held.worker, held.token))
        except LeaseLost:
            assert before is None
            held.is_over = True
            return
        assert before is not None
        tables = self.tables()
        lease = tables.leases[held.token]
        assert retaken.is_held == (lease.turn is Turn.HELD)
        if retaken.is_held and was_away:
            assert _open_beside(tables, lease) < POLICY.host_limit

    @precondition(lambda self: any(held.kind is None for held in self._live()))
    @rule(number=st.integers(0, 20), turn_end=st.sampled_from(TURN_ENDS), is_left=st.booleans())
    def report_visit(self, number: int, turn_end: TurnEnd | None, *, is_left: bool) -> None:
        held = self._choose([held for held in self._live() if held.kind is None], number)
        batch = held.batch
        where = (batch.token, batch.crawl, batch.host)
        self._commit(held.worker, [Report(*where, (), turn_end, is_left)])

    @invariant()
    def rows_agree(self) -> None:
        check(self.tables())

    def teardown(self) -> None:
        if sys.exc_info()[0] is None and self.crawls:
            self._finish_all()

    def _finish_all(self) -> None:
        """Work until nothing moves: no page of any crawl is lost."""
        for crawl in self.crawls:
            wait(self.store.set_status(crawl, CrawlStatus.RUNNING))
        for worker in WORKERS:
            self._die(worker)
        idle_rounds = rounds = 0
        while idle_rounds < 3:
            rounds += 1
            assert rounds < MOST_ROUNDS
            self.advance(700.0)
            idle_rounds = 0 if self._work() else idle_rounds + 1
            check(self.tables())
        tables = self.tables()
        assert not tables.leases
        left = [page for page in tables.pages.values() if page["state"] is PageState.PENDING]
        assert left == []
        running = [crawl for crawl in self.crawls if tables.is_running(crawl)]
        assert sorted(wait(self.store.idle())) == sorted(running)
        for crawl in running:
            assert wait(self.store.finish(crawl))
        assert wait(self.store.unswept_crawls()) == []

    def _work(self) -> int:
        """Sweep, claim and complete; return how much was done."""
        moved = 0
        for crawl in wait(self.store.unswept_crawls()):
            moved += wait(self.store.sweep(crawl, 100))
        for worker in WORKERS:
            for kinds in (HTTP, BROWSER):
                for held in self._claim(worker, kinds):
                    self._commit(worker, [self._report(held, ("done", 999, None), [])])
                    moved += 1
        return moved


def _open_beside(tables: Tables, lease: LeaseRow) -> int:
    others = [each for each in tables.leases.values() if each.queue.host == lease.queue.host]
    return sum(each.open for each in others if each.token != lease.token)


def _check_slots(tables: Tables, lease: LeaseRow) -> None:
    """Check that a turn has at most the slots that requests of earlier leases leave."""
    if lease.turn is Turn.HELD:
        assert lease.parallel <= POLICY.host_limit - _open_beside(tables, lease)


def _may_be_open(leases: Sequence[LeaseRow]) -> int:
    """Count the requests that workers may have open by leases of a crawl.

    Batches of a worker on a host without a gap share the largest `parallel`. They have at
    most one request open for each page.
    """
    turns = [lease for lease in leases if lease.turn is not Turn.NONE and not lease.is_away]
    count = sum(min(each.left, each.parallel) for each in turns if each.turn is Turn.HELD)
    count += sum(each.open for each in turns if each.turn in (Turn.OVER, Turn.LOST))
    shared: dict[tuple[str, str], list[LeaseRow]] = {}
    for each in leases:
        if each.turn is Turn.NONE and not each.is_away:
            shared.setdefault((each.worker, each.queue.host), []).append(each)
    for here in shared.values():
        count += min(max(each.parallel for each in here), sum(each.left for each in here))
    return count


def _check_trial(tables: Tables, worker: WorkerId) -> None:
    """Check that a page on trial is the only one that its worker holds."""
    tokens = [lease.token for lease in tables.leases.values() if lease.worker == worker]
    pages = [page for token in tokens for page in tables.pages_under(token)]
    if any(page["suspects"] >= 2 for page in pages):
        assert len(pages) == 1


def _outcomes(  # noqa: C901, PLR0911 -- one of each kind
    task: Task, host: str, kind: str, found: tuple[NewPage, ...]
) -> list[Outcome]:
    """Return what a worker reports of a page."""
    done = Completed(task.id, ANSWER, found=found)
    elsewhere = HOSTS[HOSTS.index(host) - 1]
    match kind:
        case "done, and asks for patience":
            return [done._replace(host_wait_s=20.0)]
        case "moved" if task.is_root:
            return [done._replace(moved_to=_moved_to(task, found))]
        case "disallowed":
            return [SkippedPage(task.id, *SkipRule.DISALLOW.pair)]
        case "refused":
            return [SkippedPage(task.id, SkipReason.ADDRESS, "loopback", "a detail")]
        case "returned":
            return [Returned(task.id)]
        case "returned after hops":
            return [Returned(task.id, Address(task.address + "/"), 1)]
        case "escalated" if task.kind is PageKind.PAGE:
            return [Escalated(task.id, "needs a browser")]
        case "discovered":
            return [Discovered(task.id, found)]
        case "done twice":
            return [done, done]
        case kind if kind in FAILURES:
            given = {"kind": _KIND, "message": _MESSAGE, **FAILURES[kind]}
            if "at" in given:
                given["at"] = HostAt(elsewhere, "example")
            return [Failed(task.id, **given)]
    return [done]


def _moved_to(task: Task, found: tuple[NewPage, ...]) -> NewPage:
    """Return the page that a root was redirected to: a known one, or a new one."""
    number = found[0].id if found else 100 + task.id
    return new_page(number, 0, 0)._replace(kind=PageKind.PAGE, found_by=FoundBy.ROOT)
