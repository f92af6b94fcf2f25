"""Drawings of crawls that are over; a part of the contract."""

from abc import abstractmethod
from typing import Protocol

from leadline.domain.crawls import CrawlId

MOST_DRAWS = 3
"""Attempts to draw a crawl: a drawing that failed this often would fail for ever."""


class Drawn(Protocol):
    """Drawings, for reading."""

    @abstractmethod
    async def drawing(self, crawl: CrawlId) -> bytes | None:
        """Return the drawing of a crawl as it is now; None without one, or without the crawl."""


class Drawings(Protocol):
    """Drawings, for the process that makes them."""

    @abstractmethod
    async def take_undrawn(self, for_s: float) -> CrawlId | None:
        """Take the crawl that has waited longest for its drawing; None when there is none.

        - It is of kind CRAWL, in a final status, and was not taken within the last `for_s`.
        - A crawl is returned up to MOST_DRAWS times, unless it continues and ends again.
        """

    @abstractmethod
    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        """Store the drawing of a crawl that was over with this sequence number.

        Returns False, and stores nothing, when the crawl is gone or has continued since. A crawl
        that continues loses its drawing, and waits for another one at its end.
        """
