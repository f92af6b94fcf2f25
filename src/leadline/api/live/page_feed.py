"""Pages of a crawl as they end, for its listeners."""

import asyncio
from dataclasses import dataclass

import msgspec

from leadline.domain.crawls import CrawlId
from leadline.services.page_records import live_record
from leadline.store.reader import Reader

_PAGES = 200
_KEPT = 8


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pages that ended after a place, as JSON, and the place after them. No text means no pages."""

    text: str
    seq: int


class PageFeed:
    """The pages of one crawl. Listeners at the same place share one read."""

    def __init__(self, reader: Reader, crawl: CrawlId) -> None:
        self._reader = reader
        self._crawl = crawl
        self._chunks: dict[int, Chunk] = {}
        self._reading = asyncio.Lock()

    async def after(self, place: int, known: int) -> Chunk:
        """Return some pages that ended after `place`, where `known` have ended by now.

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
        # Sitemaps have sequence numbers, too, but are not listed as pages.
        seq = last if len(pages) == _PAGES else max(last, known)
        if not pages:
            return Chunk("", seq)
        told = {"seq": seq, "items": [live_record(page) for page in pages]}
        return Chunk(msgspec.json.encode(told).decode(), seq)
