"""Reading a crawl for an export: a little at a time, so that neither memory nor a read grows."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import zstandard

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import StoreError
from leadline.domain.listing import EVERY_PAGE, PageFilter
from leadline.domain.pages import Page, PageLeads
from leadline.services.export_formats.graph import Edge, Node
from leadline.services.export_formats.table import Columns, Row
from leadline.services.page_ids import ids_of
from leadline.store.packing import unpacked
from leadline.store.reader import Reader
from leadline.urls.identity import key_of

TIMINGS = ("dns_ms", "connect_ms", "tls_ms", "first_byte_ms", "total_ms")
PAGE_COLUMNS: Columns = {
    "id": "string",
    "url": "string",
    "key": "string",
    "state": "string",
    "reason": "string",
    "status": "int16",
    "depth": "int32",
    "parent": "string",
    "found_on": "string",
    "found_by": "string",
    "fetched": "bool",
    "content_type": "string",
    "size": "int64",
    "title": "string",
    "redirected_to": "string",
    "error": "string",
    "attempts": "int32",
    "host": "string",
    "content_hash": "string",
    **dict.fromkeys(TIMINGS, "double"),
}
LEAD_COLUMNS: Columns = {
    "source": "string",
    "target": "string",
    "anchor": "string",
    "rel": "list<string>",
}

# A page may have 50,000 leads and megabytes of text.
_PAGES = 200
_SOURCES = 20
_LEADS = 2_000
_TEXT_BYTES = 8 * 1024 * 1024
_KNOWN_ADDRESSES = 50_000
_LABEL_LENGTH = 100
_ID_BYTES = 8

Item = TypeVar("Item")


class CrawlRows:
    """The rows of one crawl: the pages and leads that there were when `crawl` was read.

    Both ends of every lead are among the pages. Raises StoreError when the crawl is deleted
    meanwhile.
    """

    def __init__(self, store: Reader, crawl: Crawl, wanted: PageFilter = EVERY_PAGE) -> None:
        self._store = store
        self._wanted = wanted
        self._crawl = crawl
        self._addresses: dict[PageId, Address] = {}

    async def pages(self) -> AsyncIterator[list[Row]]:
        """All pages, as they were found."""
        async for chunk in self._pages():
            yield [page_row(page) for page in chunk]

    async def pages_with(self, pieces: Sequence[str]) -> AsyncIterator[list[Row]]:
        """The same with what was kept of them, `text` or `html`; None where nothing was."""
        async for chunk in self._pages():
            for some in _by_size(chunk):
                ids = [page.id for page in some]
                kept = {
                    name: await self._store.bodies(self._crawl.id, ids, name) for name in pieces
                }
                yield [page_row(page) | _pieces(page, kept) for page in some]

    async def leads(self) -> AsyncIterator[list[Row]]:
        """All leads, in the order in which their pages were completed."""
        async for chunk in self._leads():
            for some in _sliced(_edges(chunk), _LEADS):
                wanted = {edge.source for edge in some} | {edge.lead.target for edge in some}
                addresses = await self._addresses_of(wanted)
                yield [
                    {
                        "source": addresses[source],
                        "target": addresses[target],
                        "anchor": anchor,
                        "rel": list(rel),
                    }
                    for source, (target, anchor, rel) in some
                ]

    async def nodes(self) -> AsyncIterator[list[Node]]:
        """All pages, as they were found, for a graph."""
        async for chunk in self._pages():
            yield [_node(page) for page in chunk]

    async def edges(self) -> AsyncIterator[list[Edge]]:
        """All leads, as `leads` has them, for a graph."""
        async for chunk in self._leads():
            for some in _sliced(_edges(chunk), _LEADS):
                yield some

    def _pages(self) -> AsyncIterator[list[Page]]:
        return self._every_page() if self._wanted == EVERY_PAGE else self._wanted_pages()

    async def _wanted_pages(self) -> AsyncIterator[list[Page]]:
        async for ids in ids_of(self._store, self._crawl.id, self._wanted):
            for some in _sliced(ids, _PAGES):
                pages = await self._store.pages_by_id(self._crawl.id, some)
                yield [pages[page] for page in some if page in pages]
                await _let_others_work()
        now = await self._store.get(self._crawl.id)
        if now is None or now.kind is not self._crawl.kind:
            raise deleted(self._crawl)

    async def _every_page(self) -> AsyncIterator[list[Page]]:
        missing, after = self._crawl.counts.total + 1, None
        # What is found meanwhile would come after these.
        while chunk := await self._store.pages(self._crawl.id, min(_PAGES, missing), after):
            yield chunk
            missing, after = missing - len(chunk), chunk[-1].id
            await _let_others_work()
        if missing > 0:
            raise deleted(self._crawl)

    async def _leads(self) -> AsyncIterator[list[PageLeads]]:
        missing, seq = self._crawl.leads, 0
        while seq < self._crawl.seq:
            chunk = await self._store.leads(self._crawl.id, _SOURCES, seq)
            if not chunk:
                break
            seq = chunk[-1].seq
            known = [each for each in chunk if each.seq <= self._crawl.seq]
            yield known
            missing -= sum(len(each.targets) // _ID_BYTES for each in known)
            await _let_others_work()
        if missing > 0:
            raise deleted(self._crawl)

    async def _addresses_of(self, pages: Collection[PageId]) -> dict[PageId, Address]:
        """Addresses of these pages, and of some others."""
        if len(self._addresses) > _KNOWN_ADDRESSES:
            self._addresses.clear()
        unknown = [page for page in pages if page not in self._addresses]
        found = await self._store.pages_by_id(self._crawl.id, unknown)
        if len(found) < len(unknown):
            raise deleted(self._crawl)
        self._addresses.update((id_, page.address) for id_, page in found.items())
        return self._addresses


def deleted(crawl: Crawl) -> StoreError:
    """What to raise when rows are not there any more."""
    return StoreError(f"crawl {crawl.id} was deleted meanwhile")


async def _let_others_work() -> None:
    # A store in a file never waits: without this nothing else would run, and nothing be cancelled.
    await asyncio.sleep(0)


def page_row(page: Page) -> Row:
    """A page as all tables have it."""
    times = itertools.chain(page.timings, itertools.repeat(None))
    return {
        "id": str(page.id),
        "url": page.address,
        "key": key_of(page.address),
        "state": page.state,
        "reason": page.reason,
        "status": page.status,
        "depth": page.depth,
        "parent": _id(page.parent),
        "found_on": _id(page.found_on),
        "found_by": page.found_by,
        "fetched": page.is_fetched,
        "content_type": page.content_type,
        "size": page.size,
        "title": page.title,
        "redirected_to": page.redirected_to,
        "error": page.error,
        "attempts": page.attempts,
        "host": page.host,
        "content_hash": None if page.content_hash is None else f"{page.content_hash:016x}",
        **dict(zip(TIMINGS, times, strict=False)),
    }


def _id(page: PageId | None) -> str | None:
    return None if page is None else str(page)


def _pieces(page: Page, kept: Mapping[str, Mapping[PageId, bytes]]) -> Row:
    return {
        name: _read(name, zstandard.decompress(bodies[page.id]), page)
        if page.id in bodies
        else None
        for name, bodies in kept.items()
    }


def _read(name: str, body: bytes, page: Page) -> str:
    if name == "text":
        return body.decode()
    # HTML is kept in whatever encoding it came.
    from leadline.html.encoding import decode  # noqa: PLC0415 -- few exports need it

    return decode(body, page.content_type or "")[0]


def _node(page: Page) -> Node:
    label = page.title or page.address
    if len(label) > _LABEL_LENGTH:
        label = f"{label[: _LABEL_LENGTH - 1]}…"
    values: dict[str, str | int | None] = {
        "url": page.address,
        "label": label,
        "depth": page.depth,
        "state": page.state,
        "status": page.status,
        "host": page.host,
        "title": page.title,
    }
    return Node(page.id, values)


def _edges(chunk: Iterable[PageLeads]) -> Iterator[Edge]:
    for each in chunk:
        for lead in unpacked(each.targets, each.notes):
            yield Edge(each.source, lead)


def _by_size(pages: Iterable[Page]) -> Iterator[list[Page]]:
    """Pages whose texts may be held at once: a text is hardly larger than its page."""
    some: list[Page] = []
    size = 0
    for page in pages:
        if some and size + (page.size or 0) > _TEXT_BYTES:
            yield some
            some, size = [], 0
        some.append(page)
        size += page.size or 0
    yield some


def _sliced(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    rest = iter(items)
    while some := list(itertools.islice(rest, size)):
        yield some
