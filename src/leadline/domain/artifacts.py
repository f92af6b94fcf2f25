"""Artifacts: the stored HTML of pages, and the names by which clients ask for it again."""

from typing import NamedTuple

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import UnknownArtifact

_MOST = 1 << 63


class Artifact(NamedTuple):
    """The HTML of one page of one crawl, as it was received."""

    crawl: CrawlId
    page: PageId

    def __str__(self) -> str:
        return f"{self.crawl}.{self.page}"

    @classmethod
    def parse(cls, text: str) -> "Artifact":
        """Return the artifact that a text names. Raises UnknownArtifact if it can name none."""
        crawl, _, page = text.rpartition(".")
        if not crawl or not page.isascii() or not page.isdecimal() or int(page) >= _MOST:
            raise UnknownArtifact(f"there is no artifact {text}")
        return cls(CrawlId(crawl), PageId(int(page)))
