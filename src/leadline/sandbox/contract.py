"""What the pipeline asks of the sandbox."""

from abc import abstractmethod
from typing import Protocol

from leadline.domain.documents import Document, Listing, Source, Wanted


class Sandbox(Protocol):
    """Reads pages that might take long, or that are asked for more than a crawl needs."""

    @abstractmethod
    async def extract(self, source: Source, wanted: Wanted) -> Document:
        """Like `html.extract`, but ends: a page that takes too long has `parse="gave up"`.

        Raises InvalidSelector.
        """

    @abstractmethod
    async def read_sitemap(self, source: Source) -> Listing:
        """Like `html.sitemap.listing_of`, but ends in the same way."""
