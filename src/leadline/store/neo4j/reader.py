"""A store on a Neo4j server that is only read."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.crawls import (
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
    TrappedShape,
)
from leadline.domain.errors import StoreUnavailable, UnknownCrawl
from leadline.domain.listing import (
    EVERY_CRAWL,
    CrawlFilter,
    CrawlPlace,
    PageFacts,
    PageFilter,
    PageList,
    PageOrder,
    SomeIds,
)
from leadline.domain.pages import InFlight, Page, PageLeads, WorkerId
from leadline.domain.skips import SkipReason
from leadline.domain.system.keys import ApiKey
from leadline.domain.system.overview import Overview, Process
from leadline.store import ordering
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import Graph
from leadline.store.neo4j.read import lists
from leadline.store.neo4j.read.crawls import read_crawl
from leadline.store.neo4j.read.overview import read_overview
from leadline.store.neo4j.read.pages import read_facts, read_page
from leadline.store.neo4j.stamps import is_whole, stamp_of_robots
from leadline.store.neo4j.watching import GraphWatcher
from leadline.store.reader import Reader, RobotsRecord

_MOST_READS = 100
_AFTER_ALL = CrawlPlace(math.inf, CrawlId(""))


class Neo4jReader(Reader):
    """Reads of one database. Each is one or two exchanges with the server, and locks nothing."""

    def __init__(self, graph: Graph, bodies: PieceStore) -> None:
        self._graph = graph
        self._bodies = bodies
        self._watch = GraphWatcher(graph)

    def stop_when(self, is_stopped: Callable[[], bool] | None) -> None:
        """See the contract."""
        self._graph.is_stopped = is_stopped

    async def _of(self, crawl: CrawlId, query: str, **parameters: Any) -> list[Any]:
        """Run a query about a crawl. Raises UnknownCrawl."""
        [(is_known, items)] = await self._graph.read(query, crawl=crawl, **parameters)
        if not is_known:
            raise UnknownCrawl(f"there is no crawl {crawl}, or it was deleted meanwhile")
        found: list[Any] = items
        return found

    async def _found(self, crawl: CrawlId, query: str, **parameters: Any) -> list[Any]:
        """Run a query about pages as they were found: up to the last one that is stored whole."""
        last, _ = await self._of(crawl, "last_numbers")
        return await self._of(crawl, query, last=last, **parameters)

    async def _ended(self, crawl: CrawlId, query: str, **parameters: Any) -> list[Any]:
        """Run a query about pages as they ended: up to the last one that is stored whole.

        Otherwise a reader that has got a later page of a commit would never see an earlier one.
        """
        _, last = await self._of(crawl, "last_numbers")
        return await self._of(crawl, query, last=last, **parameters)

    async def get(self, crawl: CrawlId) -> Crawl | None:
        """See the contract."""
        crawls = await self._crawls("crawl", crawl=crawl)
        return crawls[0] if crawls else None

    async def ended_roots(self, ids: Collection[CrawlId]) -> set[CrawlId]:
        """See the contract."""
        rows = await self._graph.read("open_roots", ids=list(ids))
        return set(ids) - {CrawlId(id_) for (id_,) in rows}

    async def newest(
        self,
        kind: CrawlKind,
        limit: int,
        before: CrawlPlace | None = None,
        wanted: CrawlFilter = EVERY_CRAWL,
    ) -> list[Crawl]:
        """See the contract."""
        created_at, last = before or _AFTER_ALL
        return await self._crawls(
            "crawls",
            kind=kind,
            before=created_at,
            last=last,
            status=wanted.status,
            search=lists.containing(wanted.search),
            limit=limit,
        )

    async def _crawls(self, query: str, **parameters: Any) -> list[Crawl]:
        """Read crawls, again if one of them was changed meanwhile."""
        for _ in range(_MOST_READS):
            rows = await self._graph.read(query, **parameters)
            if all(is_whole(node) for node, _ in rows):
                return [read_crawl(*row) for row in rows]
        raise StoreUnavailable(f"{self._graph.name}: a crawl changes faster than it can be read")

    async def count(self, kind: CrawlKind, status: CrawlStatus) -> int:
        """See the contract."""
        [(crawls,)] = await self._graph.read("count_crawls", kind=kind, status=status)
        return int(crawls)

    async def crawl_ids(self, kind: CrawlKind, prefix: str, limit: int) -> list[CrawlId]:
        """See the contract."""
        rows = await self._graph.read("crawl_ids", kind=kind, prefix=prefix, limit=limit)
        return [CrawlId(id_) for (id_,) in rows]

    async def pages(self, crawl: CrawlId, limit: int, after: PageId | None = None) -> list[Page]:
        """See the contract."""
        return _pages(await self._found(crawl, "pages", limit=limit, after=after))

    async def listed_pages(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageId]:
        """See the contract."""
        return await self._found(crawl, "listed_pages", limit=limit, after=after)

    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[Page]:
        """See the contract."""
        return _pages(await self._ended(crawl, "ended_pages", limit=limit, after=after_seq))

    async def pages_by_id(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, Page]:
        """See the contract."""
        pages = _pages(await self._of(crawl, "pages_by_id", ids=list(ids)))
        return {page.id: page for page in pages}

    async def skipped_pages(
        self, crawl: CrawlId, rule: tuple[SkipReason, str], limit: int, after: PageId | None = None
    ) -> list[Page]:
        """See the contract."""
        which = {"reason": rule[0], "rule": rule[1]}
        return _pages(await self._found(crawl, "skipped_by", **which, limit=limit, after=after))

    async def bodies(
        self, crawl: CrawlId, ids: Collection[PageId], name: str
    ) -> Mapping[PageId, bytes]:
        """See the contract."""
        places = await self._of(crawl, "places_of_bodies", ids=list(ids))
        return await self._bodies.get(crawl, name, {PageId(id_): place for id_, place in places})

    async def pieces(self, crawl: CrawlId, page: PageId) -> Mapping[str, int]:
        """See the contract."""
        places = await self._of(crawl, "places_of_bodies", ids=[page])
        return self._bodies.sizes(places[0][1]) if places else {}

    async def leads(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """See the contract."""
        rows = await self._ended(crawl, "leads", limit=limit, after=after_seq)
        return [PageLeads(*row) for row in rows]

    async def edges(self, crawl: CrawlId, limit: int, after_seq: int = 0) -> list[PageLeads]:
        """See the contract."""
        rows = await self._ended(crawl, "edges", limit=limit, after=after_seq)
        return [PageLeads(*row)._replace(notes=b"") for row in rows]

    async def leads_of(self, crawl: CrawlId, ids: Collection[PageId]) -> Mapping[PageId, PageLeads]:
        """See the contract."""
        rows = await self._of(crawl, "leads_of", ids=list(ids))
        return {leads.source: leads for leads in (PageLeads(*row) for row in rows)}

    async def pages_where(
        self,
        crawl: CrawlId,
        wanted: PageFilter,
        order: PageOrder,
        limit: int,
        cursor: str | None = None,
    ) -> PageList:
        """See the contract."""
        which = {"limit": limit + 1, "cursor": cursor}
        best = await lists.find_pages(self._graph, crawl, wanted, order, **which)  # type: ignore[arg-type]
        shown = best[:limit]
        pages = await self.pages_by_id(crawl, [each.id for each in shown])
        items = tuple(pages[each.id] for each in shown if each.id in pages)
        return PageList(items, ordering.cursor_of(shown[-1], order) if len(best) > limit else None)

    async def ids_where(self, crawl: CrawlId, wanted: PageFilter, place: int = 0) -> SomeIds:
        """See the contract."""
        return await lists.ids_where(self._graph, crawl, wanted, place)

    async def facts(
        self, crawl: CrawlId, limit: int, after: PageId | None = None
    ) -> list[PageFacts]:
        """See the contract."""
        rows = await self._found(crawl, "facts", limit=limit, after=after)
        return [read_facts(row) for row in rows]

    async def failed_pages(self, crawl: CrawlId, limit: int) -> list[Page]:
        """See the contract."""
        return _pages(await self._of(crawl, "some_failed_pages", limit=limit))

    async def in_flight(self, crawl: CrawlId, limit: int) -> list[InFlight]:
        """See the contract."""
        return [InFlight(*row) for row in await self._of(crawl, "in_flight", limit=limit)]

    async def hosts(self, crawl: CrawlId, limit: int, after: str = "") -> list[HostPace]:
        """See the contract."""
        rows = await self._of(crawl, "hosts_of_crawl", limit=limit, after=after)
        return [HostPace(*row) for row in rows]

    async def busiest_hosts(self, crawl: CrawlId, limit: int) -> list[HostPace]:
        """See the contract."""
        return [HostPace(*row) for row in await self._of(crawl, "busiest_hosts", limit=limit)]

    async def samples(self, crawl: CrawlId, after: float = 0.0) -> list[Sample]:
        """See the contract."""
        return [Sample(*row) for row in await self._of(crawl, "samples", after=after)]

    async def trapped_shapes(self, crawl: CrawlId, limit: int) -> list[TrappedShape]:
        """See the contract."""
        return [TrappedShape(*row) for row in await self._of(crawl, "trapped_shapes", limit=limit)]

    async def skips(self, crawl: CrawlId) -> list[SkipCount]:
        """See the contract."""
        return [
            SkipCount(SkipReason(reason), rule, pages, Address(example))
            for reason, rule, pages, example in await self._of(crawl, "skips")
        ]

    async def failures(self, crawl: CrawlId, examples: int) -> list[FailureCount]:
        """See the contract."""
        return [
            FailureCount(error, status, pages, tuple(map(PageId, some)))
            for error, status, pages, some in await self._of(crawl, "failures", examples=examples)
        ]

    async def robots(self, origin: str) -> RobotsRecord | None:
        """See the contract."""
        for _ in range(_MOST_READS):
            rows = await self._graph.read("robots", origin=origin)
            if not rows:
                return None
            *fields, stamp = rows[0]
            if stamp_of_robots(*fields[:3]) == stamp:
                return RobotsRecord(*fields)
        raise StoreUnavailable(f"{self._graph.name}: a robots.txt changes faster than it is read")

    async def workers(self) -> list[WorkerId]:
        """See the contract."""
        return [WorkerId(id_) for (id_,) in await self._graph.read("all_workers")]

    async def drawing(self, crawl: CrawlId) -> bytes | None:
        """See the contract."""
        rows = await self._graph.read("drawing", crawl=crawl)
        return bytes(rows[0][0]) if rows else None

    async def overview(self) -> Overview:
        """See the contract."""
        [row] = await self._graph.read("overview")
        return read_overview(row)

    async def processes(self) -> list[Process]:
        """See the contract."""
        return [Process(*row) for row in await self._graph.read("processes")]

    async def keys(self) -> list[ApiKey]:
        """See the contract."""
        return [ApiKey(*row) for row in await self._graph.read("keys")]

    async def wait(self, timeout_s: float) -> None:
        """See the contract."""
        await self._watch.wait(timeout_s)

    async def aclose(self) -> None:
        """See the contract."""
        await self._graph.aclose()


def _pages(rows: list[list[Any]]) -> list[Page]:
    return [read_page(row) for row in rows]
