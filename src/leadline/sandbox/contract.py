"""The sandbox, as the pipeline sees it."""

from abc import abstractmethod
from typing import Protocol

from leadline.domain.web.documents import Document, Listing, Source, Wanted


class Sandbox(Protocol):
    """A reader of pages that might take long, or of which more is asked than a crawl needs."""

    @abstractmethod
    async def extract(self, source: Source, wanted: Wanted) -> Document:
        """Read a page as `html.extract` does; one that takes too long has `parse="gave up"`.

        Raises InvalidSelector.
        """

    @abstractmethod
    async def read_sitemap(self, source: Source) -> Listing:
        """Read a sitemap as `html.sitemap.listing_of` does, with the same end."""
