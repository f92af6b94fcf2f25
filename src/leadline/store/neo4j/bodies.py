"""The part of a bodies store that the graph needs: pieces of pages are not nodes."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from leadline.domain.crawls import CrawlId, PageId


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
