"""Exports: a crawl as the bytes of a file, a chunk at a time, for whoever writes or sends them."""

import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.errors import InvalidInput, UnknownCrawl
from leadline.domain.listing import EVERY_PAGE, PageFilter
from leadline.services.export_formats.csv import csv
from leadline.services.export_formats.gexf import GEXF
from leadline.services.export_formats.graph import graph
from leadline.services.export_formats.graphml import GRAPHML
from leadline.services.export_formats.jsonl import jsonl
from leadline.services.export_formats.table import Columns, Rows
from leadline.services.export_rows import (
    LEAD_COLUMNS,
    PAGE_COLUMNS,
    CrawlRows,
    deleted,
)
from leadline.store.reader import Reader

_GZIP = 16 + zlib.MAX_WBITS

Item = TypeVar("Item")
TableWriter = Callable[[Rows, Columns], AsyncIterator[bytes]]


class Format(StrEnum):
    """How it is written."""

    JSONL = "jsonl"
    CSV = "csv"
    GRAPHML = "graphml"
    GEXF = "gexf"
    PARQUET = "parquet"


class What(StrEnum):
    """What is exported: a table of pages or of leads, or both as a graph."""

    PAGES = "pages"
    LEADS = "leads"
    GRAPH = "graph"


_GRAPHS = {Format.GRAPHML: GRAPHML, Format.GEXF: GEXF}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What a person asked for. Without `what`, a format has the graph if it can, else pages."""

    format: Format = Format.JSONL
    what: What | None = None
    with_text: bool = False
    gzip: bool = False
    with_html: bool = False
    wanted: PageFilter = EVERY_PAGE
    """Which pages."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """What is exported of the contents of pages."""
        wanted = {"text": self.with_text, "html": self.with_html}
        return tuple(name for name, is_wanted in wanted.items() if is_wanted)

    @property
    def subject(self) -> What:
        """What is exported."""
        return self.what or (What.GRAPH if self.format in _GRAPHS else What.PAGES)

    @property
    def is_binary(self) -> bool:
        """Whether it is nothing that people could read."""
        return self.gzip or self.format is Format.PARQUET


async def open_export(store: Reader, crawl: CrawlId, options: ExportOptions) -> "Export":
    """An export that can begin. Raises InvalidInput, UnknownCrawl and StoreError."""
    write = _writer(options)
    found = await store.get(crawl)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    if options.with_html and "html" not in found.options.keeps:
        raise InvalidInput("no HTML was kept of this crawl: that takes leadline crawl --keep html")
    return Export(store, found, options, write)


class Export:
    """One export: iterate to have its bytes. Raises StoreError when it cannot be completed.

    `total` is how many rows there were when it began, of which a filter may let few through;
    `written` counts those in the bytes so far. Nothing is held open between two chunks.
    Chunks of text end with a line.
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
            raise deleted(self._crawl) from exc

    def _table(self, write: TableWriter) -> AsyncIterator[bytes]:
        if self._options.subject is What.LEADS:
            return write(self._counted(What.LEADS, self._rows.leads()), LEAD_COLUMNS)
        if pieces := self._options.pieces:
            pages = self._counted(What.PAGES, self._rows.pages_with(pieces))
            return write(pages, {**PAGE_COLUMNS, **dict.fromkeys(pieces, "string")})
        return write(self._counted(What.PAGES, self._rows.pages()), PAGE_COLUMNS)

    def _graph(self) -> AsyncIterator[bytes]:
        nodes = self._counted(What.PAGES, self._rows.nodes())
        edges = self._counted(What.LEADS, self._rows.edges())
        return graph(_GRAPHS[self._options.format], nodes, edges)

    async def _counted(
        self, what: What, rows: AsyncIterator[list[Item]]
    ) -> AsyncIterator[list[Item]]:
        async for chunk in rows:
            yield chunk
            self.written[what] += len(chunk)


def _writer(options: ExportOptions) -> TableWriter | None:
    """The format of a table, None for that of a graph. Raises InvalidInput."""
    is_graph = options.format in _GRAPHS
    if is_graph and options.subject is not What.GRAPH:
        raise InvalidInput(f"{options.format} is of the whole graph, never of {options.subject}")
    if options.subject is What.GRAPH and not is_graph:
        raise InvalidInput(
            f"{options.format} is of pages or leads; the graph is in graphml or gexf"
        )
    if options.pieces and options.subject is not What.PAGES:
        raise InvalidInput("texts and HTML go with pages, in jsonl, csv and parquet")
    if options.wanted != EVERY_PAGE and options.subject is not What.PAGES:
        raise InvalidInput("filters go with pages, in jsonl, csv and parquet")
    if options.gzip and options.format is Format.PARQUET:
        raise InvalidInput("parquet is compressed already: leave gzip out")
    if options.format is Format.PARQUET:
        return _parquet()
    return None if is_graph else {Format.JSONL: jsonl, Format.CSV: csv}[options.format]


def _parquet() -> TableWriter:
    try:
        from leadline.services.export_formats.parquet import parquet  # noqa: PLC0415 -- an extra
    except ImportError as exc:
        how = "pip install '.[parquet]' in the folder of Leadline"
        raise InvalidInput(f"parquet needs pyarrow: {how}") from exc
    return parquet


async def _gzipped(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    async for chunk in chunks:
        yield compressor.compress(chunk)
    yield compressor.flush()
