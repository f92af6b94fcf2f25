"""Drawings of crawls that are over. A part of the contract."""

from abc import abstractmethod
from typing import Protocol

from leadline.domain.crawls import CrawlId

MOST_DRAWS = 3
"""How often the drawing of a crawl is tried: what fails so often would fail for ever."""


class Drawn(Protocol):
    """For who shows crawls."""

    @abstractmethod
    async def drawing(self, crawl: CrawlId) -> bytes | None:
        """What was kept of a crawl as it is now; None when there is nothing, or no such crawl."""


class Drawings(Protocol):
    """For who draws them."""

    @abstractmethod
    async def take_undrawn(self, for_s: float) -> CrawlId | None:
        """A crawl that waits for its drawing, the one that has waited longest; None: there is none.

        Those are of kind CRAWL, in a final status, and nobody took them within the last `for_s`.
        None is given more than MOST_DRAWS times, unless it goes on and ends again.
        """

    @abstractmethod
    async def put_drawing(self, crawl: CrawlId, seq: int, data: bytes) -> bool:
        """Keep the drawing of a crawl that was over with this sequence number.

        False, and nothing is kept, when it is gone or has gone on since. A crawl that goes on
        loses its drawing, and waits for another one at its end.
        """
