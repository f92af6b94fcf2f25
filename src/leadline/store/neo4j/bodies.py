"""The part of a bodies store that the graph needs: pieces of pages are not nodes."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from leadline.domain.crawls import CrawlId, PageId
from leadline.store.bodies.contract import Bodies, StoredPieces
from leadline.store.neo4j.database import Graph


class PieceStore(Protocol):
    """Pieces of pages outside of the graph. A place is a text that the graph keeps for a page."""

    @abstractmethod
    async def put(
        self, crawl: CrawlId, pieces: Sequence[tuple[int, str, bytes]]
    ) -> Mapping[int, str]:
        """Store pieces, each a number of a page, a name and data; return the place of each page.

        The pieces are durable when this returns. The same pieces, put again, are stored once.
        """

    @abstractmethod
    async def get(
        self, crawl: CrawlId, name: str, places: Mapping[PageId, str]
    ) -> Mapping[PageId, bytes]:
        """Return the piece of that name of each of these pages that has one."""

    @abstractmethod
    def sizes(self, place: str) -> Mapping[str, int]:
        """Return the names of the pieces at a place, and how many bytes each takes."""

    @abstractmethod
    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove up to `limit` objects of a crawl; return how many, 0 when none is left."""


class PiecesInBodies(PieceStore):
    """Pieces in the bodies store of a database: each database has one, and knows its marker."""

    def __init__(self, graph: Graph, bodies: Bodies) -> None:
        self._graph = graph
        self._bodies = bodies
        self._is_checked = False

    async def check(self) -> None:
        """Raise WrongStore if the database has another bodies store; claim it if it has none."""
        if self._is_checked:
            return
        marked = await self._graph.read("bodies_marker")
        if not marked:
            mine = await self._bodies.claim_marker()
            marked = await self._graph.write("mark_bodies", marker=mine)
        await self._bodies.check_marker(marked[0][0])
        self._is_checked = True

    async def put(
        self, crawl: CrawlId, pieces: Sequence[tuple[int, str, bytes]]
    ) -> Mapping[int, str]:
        """See the contract."""
        await self.check()
        stored = await self._bodies.put(crawl, pieces)
        return {page: where.to_text() for page, where in stored.items()}

    async def get(
        self, crawl: CrawlId, name: str, places: Mapping[PageId, str]
    ) -> Mapping[PageId, bytes]:
        """See the contract."""
        await self.check()
        where = {page: StoredPieces.from_text(place) for page, place in places.items()}
        return await self._bodies.get(crawl, name, where)

    def sizes(self, place: str) -> Mapping[str, int]:
        """See the contract."""
        return StoredPieces.from_text(place).sizes

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """See the contract."""
        await self.check()
        return await self._bodies.delete(crawl, limit)
