"""Exports: a crawl as the bytes of a file, a chunk at a time."""

import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import InvalidInput, UnknownCrawl
from leadline.domain.listing import EVERY_PAGE, PageFilter
from leadline.services.exports.formats.csv import csv
from leadline.services.exports.formats.gexf import GEXF
from leadline.services.exports.formats.graph import graph
from leadline.services.exports.formats.graphml import GRAPHML
from leadline.services.exports.formats.jsonl import jsonl
from leadline.services.exports.formats.table import Columns, Rows
from leadline.services.exports.rows import (
    LEAD_COLUMNS,
    PIECES,
    CrawlRows,
    deleted_error,
)
from leadline.services.page_records import PAGE_COLUMNS
from leadline.store.reader import Reader

_GZIP = 16 + zlib.MAX_WBITS

Item = TypeVar("Item")
TableWriter = Callable[[Rows, Columns], AsyncIterator[bytes]]


class Format(StrEnum):
    """The format of the file."""

    JSONL = "jsonl"
    CSV = "csv"
    GRAPHML = "graphml"
    GEXF = "gexf"
    PARQUET = "parquet"


class What(StrEnum):
    """The subject of an export: a table of pages or leads, or both as a graph."""

    PAGES = "pages"
    LEADS = "leads"
    GRAPH = "graph"


_GRAPHS = {Format.GRAPHML: GRAPHML, Format.GEXF: GEXF}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of an export. Without `what`, a format has the graph if it can, else pages."""

    format: Format = Format.JSONL
    what: What | None = None
    pieces: tuple[str, ...] = ()
    """The names among `PIECES` of what is exported of the contents of pages."""
    gzip: bool = False
    wanted: PageFilter = EVERY_PAGE
    """The filter of pages."""

    @property
    def subject(self) -> What:
        """Return the subject of the export."""
        return self.what or (What.GRAPH if self.format in _GRAPHS else What.PAGES)

    @property
    def is_binary(self) -> bool:
        """Return whether the file is not text."""
        return self.gzip or self.format is Format.PARQUET


async def open_export(store: Reader, crawl: CrawlId, options: ExportOptions) -> "Export":
    """Return an export that is ready to start. Raises InvalidInput, UnknownCrawl and StoreError."""
    write = _writer(options)
    found = await store.get(crawl)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    if "html" in options.pieces and "html" not in found.options.keeps:
        raise InvalidInput("this crawl stored no HTML: crawl again with --keep html")
    return Export(store, found, options, write)


class Export:
    """One export: iterate over its bytes. Raises StoreError if it cannot be completed.

    `total` is the number of rows at the start, before any filter; `written` counts rows so far.
    Nothing is held open between two chunks. Chunks of text end with a line.
    """

    def __init__(
        self, store: Reader, crawl: Crawl, options: ExportOptions, write: TableWriter | None
    ) -> None:
        rows = {What.PAGES: crawl.counts.total + 1, What.LEADS: crawl.leads}
        if options.subject is not What.GRAPH:
            rows = {options.subject: rows[options.subject]}
        self.total = sum(rows.values())
        self.written = Counter(dict.fromkeys(rows, 0))
        self._rows = CrawlRows(store, crawl, options.wanted)
        self._crawl = crawl
        self._options = options
        self._write = write

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = self._graph() if self._write is None else self._table(self._write)
        try:
            async for chunk in _gzipped(chunks) if self._options.gzip else chunks:
                yield chunk
        except UnknownCrawl as exc:
            raise deleted_error(self._crawl) from exc

    def _table(self, write: TableWriter) -> AsyncIterator[bytes]:
        if self._options.subject is What.LEADS:
            return write(self._count_rows(What.LEADS, self._rows.leads()), LEAD_COLUMNS)
        if pieces := self._options.pieces:
            pages = self._count_rows(What.PAGES, self._rows.pages_with(pieces))
            more = {name: kind for piece in pieces for name, kind in PIECES[piece].items()}
            return write(pages, {**PAGE_COLUMNS, **more})
        return write(self._count_rows(What.PAGES, self._rows.pages()), PAGE_COLUMNS)

    def _graph(self) -> AsyncIterator[bytes]:
        nodes = self._count_rows(What.PAGES, self._rows.nodes())
        edges = self._count_rows(What.LEADS, self._rows.edges())
        return graph(_GRAPHS[self._options.format], nodes, edges)

    async def _count_rows(
        self, what: What, rows: AsyncIterator[list[Item]]
    ) -> AsyncIterator[list[Item]]:
        async for chunk in rows:
            yield chunk
            self.written[what] += len(chunk)


def _writer(options: ExportOptions) -> TableWriter | None:
    """Return the writer of a table; None for a graph. Raises InvalidInput."""
    is_graph = options.format in _GRAPHS
    if is_graph and options.subject is not What.GRAPH:
        raise InvalidInput(f"{options.format} has the whole graph, not {options.subject}")
    if options.subject is What.GRAPH and not is_graph:
        raise InvalidInput(f"{options.format} has pages or leads; the graph needs graphml or gexf")
    if options.pieces and options.subject is not What.PAGES:
        raise InvalidInput("texts, HTML and descriptions need pages, in jsonl, csv or parquet")
    if options.wanted != EVERY_PAGE and options.subject is not What.PAGES:
        raise InvalidInput("filters need pages, in jsonl, csv or parquet")
    if options.gzip and options.format is Format.PARQUET:
        raise InvalidInput("parquet is compressed already: omit gzip")
    if options.format is Format.PARQUET:
        return _parquet()
    return None if is_graph else {Format.JSONL: jsonl, Format.CSV: csv}[options.format]


def _parquet() -> TableWriter:
    try:
        from leadline.services.exports.formats.parquet import parquet  # noqa: PLC0415 -- an extra
    except ImportError as exc:
        how = "pip install '.[parquet]' in the folder of Leadline"
        raise InvalidInput(f"parquet needs pyarrow: {how}") from exc
    return parquet


async def _gzipped(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    async for chunk in chunks:
        yield compressor.compress(chunk)
    yield compressor.flush()
