"""The rows of an export, read in chunks: memory and reads do not grow with the crawl."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import StoreError
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import EVERY_PAGE, PageFilter
from leadline.domain.pages import Page, PageLeads
from leadline.services.exports.formats.graph import Edge, Node
from leadline.services.exports.formats.table import Columns
from leadline.services.page_ids import ids_of
from leadline.services.page_records import page_record
from leadline.store.packing import lead_counts, unpacked
from leadline.store.pieces import unpacked_piece
from leadline.store.reader import Reader
from leadline.store.texts import unpacked_text

PIECES: dict[str, Columns] = {
    "meta": {"description": "string", "keywords": "list<string>"},
    "text": {"text": "string"},
    "html": {"html": "string"},
}
"""The columns of stored contents of pages."""
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
_BODIES = {"meta": "text", "text": "text", "html": "html"}
_TEXT_BYTES = 8 * 1024 * 1024
_KNOWN_ADDRESSES = 50_000
_LABEL_LENGTH = 100

Item = TypeVar("Item")


class CrawlRows:
    """The rows of one crawl: the pages and leads at the time when `crawl` was read.

    Both ends of every lead are among the pages. Raises StoreError if the crawl is deleted
    meanwhile.
    """

    def __init__(self, store: Reader, crawl: Crawl, wanted: PageFilter = EVERY_PAGE) -> None:
        self._store = store
        self._wanted = wanted
        self._crawl = crawl
        self._addresses: dict[PageId, Address] = {}

    async def pages(self) -> AsyncIterator[list[JsonObject]]:
        """Yield all pages in the order found."""
        async for chunk in self._pages():
            yield [self._row(page) for page in chunk]

    async def pages_with(self, pieces: Sequence[str]) -> AsyncIterator[list[JsonObject]]:
        """Yield all pages with some of `PIECES`; None where nothing was stored."""
        names = {_BODIES[piece] for piece in pieces}
        async for chunk in self._pages():
            for some in _by_size(chunk):
                ids = [page.id for page in some]
                kept = {name: await self._store.bodies(self._crawl.id, ids, name) for name in names}
                yield [
                    self._row(page)
                    | {
                        column: value
                        for piece in pieces
                        for column, value in _piece(piece, kept[_BODIES[piece]].get(page.id), page)
                    }
                    for page in some
                ]

    async def leads(self) -> AsyncIterator[list[JsonObject]]:
        """Yield all leads in the order in which their pages were completed."""
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
        """Yield all pages in the order found, for a graph."""
        async for chunk in self._pages():
            yield [_node(page) for page in chunk]

    async def edges(self) -> AsyncIterator[list[Edge]]:
        """Yield all leads in the order of `leads`, for a graph."""
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
            raise deleted_error(self._crawl)

    def _row(self, page: Page) -> JsonObject:
        return page_record(page, folds_path_case=self._crawl.options.folds_path_case)

    async def _every_page(self) -> AsyncIterator[list[Page]]:
        missing, after = self._crawl.counts.total + 1, None
        # Pages that are found meanwhile come after these, and are not read.
        while chunk := await self._store.pages(self._crawl.id, min(_PAGES, missing), after):
            yield chunk
            missing, after = missing - len(chunk), chunk[-1].id
            await _let_others_work()
        if missing > 0:
            raise deleted_error(self._crawl)

    async def _leads(self) -> AsyncIterator[list[PageLeads]]:
        missing, seq = self._crawl.leads, 0
        while seq < self._crawl.seq:
            chunk = await self._store.leads(self._crawl.id, _SOURCES, seq)
            if not chunk:
                break
            seq = chunk[-1].seq
            known = [each for each in chunk if each.seq <= self._crawl.seq]
            yield known
            missing -= sum(lead_counts(known))
            await _let_others_work()
        if missing > 0:
            raise deleted_error(self._crawl)

    async def _addresses_of(self, pages: Collection[PageId]) -> dict[PageId, Address]:
        """Return the addresses of these pages, and of others that are cached."""
        if len(self._addresses) > _KNOWN_ADDRESSES:
            self._addresses.clear()
        unknown = [page for page in pages if page not in self._addresses]
        found = await self._store.pages_by_id(self._crawl.id, unknown)
        if len(found) < len(unknown):
            raise deleted_error(self._crawl)
        self._addresses.update((id_, page.address) for id_, page in found.items())
        return self._addresses


def deleted_error(crawl: Crawl) -> StoreError:
    """Return the error for rows that are no longer there."""
    return StoreError(f"crawl {crawl.id} was deleted meanwhile")


async def _let_others_work() -> None:
    # A read of SQLite never suspends: without this no other task would run, nor a cancellation.
    await asyncio.sleep(0)


def _piece(piece: str, body: bytes | None, page: Page) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a piece, with their values for a page."""
    if body is None:
        yield from dict.fromkeys(PIECES[piece]).items()
    elif piece == "html":
        # HTML is stored in its original encoding.
        from leadline.html.encoding import decode  # noqa: PLC0415 -- few exports need it

        yield piece, decode(unpacked_piece(body), page.content_type or "")[0]
    else:
        text, about = unpacked_text(body)
        yield from (
            [("text", text)]
            if piece == "text"
            else [("description", about.description), ("keywords", list(about.keywords))]
        )


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
    """Yield pages whose texts fit in memory together: a text is hardly larger than its page."""
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
