"""Pages of a crawl as they end, for who listens."""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Page
from leadline.store.reader import Reader

_PAGES = 200
_KEPT = 8


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pages that ended after a place, as JSON, and the place after them; no text: no pages."""

    text: str
    seq: int


class EndedPages:
    """The pages of one crawl. Those who are at the same place share what is read there."""

    def __init__(self, reader: Reader, crawl: CrawlId) -> None:
        self._reader = reader
        self._crawl = crawl
        self._chunks: dict[int, Chunk] = {}
        self._reading = asyncio.Lock()

    async def after(self, place: int, known: int) -> Chunk:
        """Some pages that ended after `place`, where `known` have ended by now.

        Raises StoreError and UnknownCrawl.
        """
        async with self._reading:
            if place not in self._chunks:
                chunk = await self._read(place, known)
                while len(self._chunks) >= _KEPT:
                    del self._chunks[next(iter(self._chunks))]
                self._chunks[place] = chunk
            return self._chunks[place]

    async def _read(self, place: int, known: int) -> Chunk:
        pages = await self._reader.ended_pages(self._crawl, _PAGES, place)
        last = pages[-1].seq or 0 if pages else 0
        # Sitemaps end, too, and are not among the pages.
        seq = last if len(pages) == _PAGES else max(last, known)
        if not pages:
            return Chunk("", seq)
        told = {"seq": seq, "items": [_ended(page) for page in pages]}
        return Chunk(msgspec.json.encode(told).decode(), seq)


def _ended(page: Page) -> dict[str, Any]:
    return {
        "id": str(page.id),
        "seq": page.seq,
        "url": page.address,
        "state": page.state,
        "reason": page.reason,
        "status": page.status,
        "depth": page.depth,
        "found_on": _id(page.found_on),
        "found_by": page.found_by,
        "title": page.title,
        "content_type": page.content_type,
        "size": page.size,
        "redirected_to": page.redirected_to,
        "error": page.error,
    }


def _id(page: PageId | None) -> str | None:
    return None if page is None else str(page)
