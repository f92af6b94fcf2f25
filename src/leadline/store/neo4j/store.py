"""The store on a Neo4j server."""

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.outcomes import Report
from leadline.domain.pages import Batch, Closed, NewPage, PageKind, Token, WorkerId
from leadline.domain.system.keys import ApiKey
from leadline.domain.system.overview import Process
from leadline.store.contract import (
    Claim,
    Committed,
    HostName,
    HostPolicy,
    Retaken,
    Store,
    Unnamed,
)
from leadline.store.neo4j import deleting, leads, mirror
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import Graph
from leadline.store.neo4j.reader import Neo4jReader
from leadline.store.neo4j.sections.hints import NO_HINTS, Hints, look
from leadline.store.neo4j.sections.runner import SectionRunner
from leadline.store.reader import RobotsRecord
from leadline.store.rules import claims, commits, crawls, leases, sweeps, turns
from leadline.store.rules.claims import Claimant
from leadline.store.rules.failures import PATIENCE_S
from leadline.store.rules.section.changes import NewCrawl
from leadline.store.rules.section.questions import Rule, Section, SectionRule

T = TypeVar("T")
_FORGOTTEN_S = 3600.0
_NAMED_PAGES = 1_000
_CHECK_S = 5.0
_LEADS_S = 0.5
"""How long one check writes relationships: the supervisor waits for it."""
_MIRROR_S = 120.0
"""How often changes that people made in the graph are looked for: that reads all pages."""
_SET_BACK_S = 2.0
_CANCELLED = "cancelled in the graph"


def _new_token() -> Token:
    return Token(secrets.randbits(63))


async def _note_time(run: Callable[..., Any]) -> None:
    """Note the time. If the clock was set back, move all times with it.

    Otherwise a host that waits for a tenth of a second would wait for an hour.
    """
    [(set_back_s,)] = await run("note_time")
    if set_back_s > _SET_BACK_S:
        await run("move_times", by=set_back_s)


class Neo4jStore(Neo4jReader, Store):
    """A store on a server, for many writers on many machines. A restart takes half a minute."""

    patience_s = 120.0

    def __init__(self, graph: Graph, bodies: PieceStore, policy: HostPolicy | None = None) -> None:
        super().__init__(graph, bodies)
        self._policy = policy or HostPolicy()
        self._check_at = 0.0
        self.repeats = 0
        self._mirror_at = 0.0

    def _runner(self, worker: str = "") -> SectionRunner:
        return SectionRunner(self._graph, self._bodies, self._policy, worker)

    async def _run(self, rule: Rule[T], worker: str = "", hints: Hints = NO_HINTS) -> T:
        runner = self._runner(worker)
        try:
            with self._graph.translating_errors():
                return await runner.run(rule, hints)
        finally:
            self.repeats += runner.repeats

    async def _section(self, crawl: CrawlId | None, rule: SectionRule) -> Any:
        runner = self._runner()
        try:
            with self._graph.translating_errors():
                return await runner.section(Section(crawl, rule))
        finally:
            self.repeats += runner.repeats

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
        """See the contract."""
        new = NewCrawl(kind, options, root, is_awaited)
        created: CrawlId = await self._section(crawl, partial(crawls.create, crawl, new, request))
        return created

    async def set_status(self, crawl: CrawlId, status: CrawlStatus, reason: str = "") -> bool:
        """See the contract."""
        return bool(await self._section(crawl, partial(crawls.set_status, status, reason)))

    async def set_options(self, crawl: CrawlId, options: CrawlOptions) -> bool:
        """See the contract."""
        return bool(await self._section(crawl, partial(crawls.set_options, options)))

    async def reopen(self, crawl: CrawlId, which: Closed, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.reopen, which, limit)))

    async def readmit(self, crawl: CrawlId, pages: Sequence[NewPage]) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.readmit, pages)))

    async def put_off(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.put_off, limit)))

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return await deleting.delete(self._graph, self._bodies, crawl, limit)

    async def compact(self) -> int:
        """See the contract. The server uses the space of deleted nodes again by itself."""
        return 0

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
        """See the contract."""
        wanted = (frozenset(kinds), slots, self._policy.host_limit, _new_token)
        who = Claimant(worker, *wanted, crawl, besides)
        # Before the look: a write in between ends the next wait.
        self._watch.note()
        with self._graph.translating_errors():
            hints = await look(self._graph, who)
        if hints.is_noted and not hints.is_worth and not who.is_browser:
            return Claim((), hints.ready_in_s)
        batches, parallel, lost = await self._run(claims.claim(who, limit), worker, hints)
        if not hints.is_noted:
            await self._graph.write("see_claimant", worker=worker, only=crawl)
        # Only a worker that has got no pages waits for the next ones.
        ready_in_s = hints.ready_in_s if batches else await self._ready_in_s(who)
        return Claim(batches, ready_in_s, parallel, lost)

    async def _ready_in_s(self, who: Claimant) -> float | None:
        query = "next_browser_ready" if who.is_browser else "next_ready"
        [times] = await self._graph.read(query, only=who.only, besides=list(who.besides))
        first = min((in_s for in_s in times if in_s is not None), default=None)
        return None if first is None else max(0.0, first)

    async def complete(self, worker: WorkerId, commit: int, reports: Sequence[Report]) -> Committed:
        """See the contract."""
        rule = commits.complete(worker, commit, reports, self._policy.host_limit)
        return await self._run(rule, worker)

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        """See the contract. Looks first: a lease that waits already locks nothing."""
        dry = self._runner(worker)
        dry.is_dry = True
        with self._graph.translating_errors():
            retaken = await dry.run(turns.retake_turn(worker, token))
        if not dry.has_changes:
            return retaken
        return await self._run(turns.retake_turn(worker, token), worker)

    async def visit(self, worker: WorkerId, token: Token, host: str, site: str) -> Batch | None:
        """See the contract."""
        rule = leases.open_visit(worker, token, (host, site), _new_token)
        return await self._run(rule, worker)

    async def end_worker(self, worker: WorkerId) -> int:
        """See the contract."""
        ended = await self._run(leases.end_worker(worker), worker)

        async def forget(run: Any) -> None:
            # Otherwise the nodes of all workers that ever were would be summed for an overview.
            for query in ("fold_latencies", "fold_done", "forget_worker"):
                await run(query, worker=worker)

        await self._graph.transact(forget)
        return ended

    async def renew(self, worker: WorkerId, tokens: Collection[Token]) -> set[Token]:
        """See the contract."""

        async def renew(run: Any) -> Any:
            rows = await run(
                "renew", worker=worker, tokens=sorted(tokens), lease_s=self._policy.lease_s
            )
            await run("see_worker", worker=worker)
            return rows

        rows = await self._graph.transact(renew)
        return set(tokens) - {Token(token) for (token,) in rows}

    async def put_robots(
        self, origin: str, host: str, record: RobotsRecord, crawl_delay_s: float
    ) -> None:
        """See the contract."""
        await self._section(None, partial(crawls.put_robots, origin, host, record, crawl_delay_s))

    async def take_unnamed(self, among: Unnamed, limit: int) -> list[str]:
        """See the contract."""
        query = "unnamed_hosts" if among is Unnamed.FOUND else "unnamed_hosts_in_work"
        names = sorted(name for (name,) in await self._graph.read(query, limit=limit))
        # Mostly there are none, and nothing has to be locked.
        if not names:
            return []
        rows = await self._graph.write("take_unnamed", names=names, by="names")
        return [name for (name,) in rows]

    async def name_hosts(self, names: Sequence[HostName]) -> None:
        """See the contract. Pages get the address of their host chunk by chunk."""
        rows = [asdict(name) for name in sorted(names, key=lambda name: name.host)]
        await self._graph.write("name_hosts", rows=rows)
        for name in names:
            if name.ip is not None:
                await self._give_ips(name.host, name.ip)

    async def _give_ips(self, host: str, ip: str) -> None:
        changed = _NAMED_PAGES
        while changed == _NAMED_PAGES:
            of_host = {"host": host, "ip": ip, "limit": _NAMED_PAGES}
            [(changed,)] = await self._graph.write("give_ips", **of_host)

    async def add_key(self, key: ApiKey) -> None:
        """See the contract."""
        await self._graph.write("add_key", key=asdict(key))

    async def revoke_key(self, key: str) -> bool:
        """See the contract."""
        return bool(await self._graph.write("revoke_key", id=key))

    async def check(self) -> None:
        """See the contract. Reading works on a full disk, so something has to be written.

        Every write wakes all that wait, so that it is not repeated within seconds.
        """
        if time.monotonic() >= self._check_at:
            await self._graph.transact(_note_time)
            self._check_at = time.monotonic() + _CHECK_S
        await leads.write_some(self._graph, _LEADS_S)
        if time.monotonic() >= self._mirror_at:
            await self._heed_people()
            self._mirror_at = time.monotonic() + _MIRROR_S

    async def _heed_people(self) -> None:
        """Cancel crawls that people cancelled in the graph; take their other changes back."""
        for crawl, is_cancelled in await mirror.open_crawls(self._graph):
            if is_cancelled:
                await self.set_status(crawl, CrawlStatus.CANCELLED, _CANCELLED)
            else:
                await mirror.restore(self._graph, crawl)

    async def tidy(self) -> None:
        """See the contract."""
        await leads.write_some(self._graph, _LEADS_S)

    async def note_processes(self, supervisor: str, processes: Sequence[Process]) -> None:
        """See the contract."""
        rows = [asdict(process) for process in processes]
        who = {"supervisor": supervisor, "forgotten_s": _FORGOTTEN_S}
        await self._graph.write("note_processes", **who, rows=rows)

    async def take_undrawn(self, for_s: float) -> CrawlId | None:
        """See the contract."""
        return await self._run(crawls.take_undrawn(for_s))

    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        """See the contract."""
        return bool(await self._section(crawl, partial(crawls.put_drawing, seq, data)))

    async def count_time(self, crawl: CrawlId | None = None) -> None:
        """See the contract."""
        await self._run(sweeps.count_time(crawl))

    async def idle(self) -> list[CrawlId]:
        """See the contract."""
        return [CrawlId(id_) for (id_,) in await self._graph.read("idle_crawls")]

    async def is_any_ending(self, left: int, soon_s: float) -> bool:
        """See the contract."""
        return bool(await self._graph.read("ending_crawl", left=left, soon_s=soon_s))

    async def unswept_crawls(self) -> list[CrawlId]:
        """See the contract."""
        rows = await self._graph.read("unswept_crawls", patience_s=PATIENCE_S)
        return [CrawlId(id_) for (id_,) in rows]

    async def outdated_crawls(self, kind: CrawlKind, age_s: float, limit: int) -> list[CrawlId]:
        """See the contract."""
        which = {"kind": kind, "age_s": age_s, "limit": limit}
        return [CrawlId(id_) for (id_,) in await self._graph.read("outdated_crawls", **which)]

    async def sweep(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        return int(await self._section(crawl, partial(sweeps.sweep, limit)))

    async def set_depths(
        self, crawl: CrawlId, found: Sequence[tuple[PageId, int, PageId | None]]
    ) -> int:
        """See the contract."""
        return await self._run(sweeps.set_depths(crawl, found))

    async def finish(self, crawl: CrawlId) -> bool:
        """See the contract."""
        await leads.write_all(self._graph, crawl)
        await mirror.restore(self._graph, crawl)
        return bool(await self._section(crawl, sweeps.finish))
