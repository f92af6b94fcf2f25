"""Pages and leads as tables: whatever is in a page, the same comes out of every format."""

import csv
import gzip
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet as pq

from contract.conftest import ONE, done, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlKind
from leadline.domain.errors import InvalidInput, UnknownCrawl
from leadline.services.exports.export import ExportOptions, Format, What, open_export
from leadline.services.exports.formats.parquet import parquet
from leadline.store.contract import Store
from unit.exports.conftest import FORMULAS, HOSTILE, C, exported, rows_of

TABLES = pytest.mark.parametrize(
    ("what", "pieces"), [(What.PAGES, ()), (What.PAGES, ("text",)), (What.LEADS, ())]
)
FIRST_FIELDS = [
    "id", "url", "key", "state", "reason", "status", "depth", "parent", "found_on", "found_by",
    "fetched", "content_type", "size", "title", "redirected_to", "error", "attempts",
]  # fmt: skip


async def test_json_lines_have_what_pages_said(hostile: Store) -> None:
    rows = await rows_of(hostile, pieces=("text",))

    assert [row["title"] for row in rows] == ["Title", *(title or None for title in HOSTILE), None]
    assert [row["text"] for row in rows] == [None, *(title or None for title in HOSTILE), None]


async def test_the_fields_that_were_there_first_come_first(hostile: Store) -> None:
    rows = await rows_of(hostile, pieces=("text",))

    assert {tuple(row)[:17] for row in rows} == {tuple(FIRST_FIELDS)}
    later = "host content_hash dns_ms connect_ms tls_ms first_byte_ms total_ms text"
    assert {tuple(row)[17:] for row in rows} == {tuple(later.split())}


async def test_a_page_has_its_host_its_hash_and_its_times(hostile: Store) -> None:
    row = (await rows_of(hostile))[1]

    assert (row["host"], row["content_hash"]) == ("a.example", "0000000000000abc")
    assert [row[f"{phase}_ms"] for phase in ("dns", "connect", "tls", "first_byte", "total")] == [
        0.5, 1.25, 0.0, 7.0, 9.125,
    ]  # fmt: skip


async def test_of_a_page_that_was_not_fetched_there_are_no_times(hostile: Store) -> None:
    row = (await rows_of(hostile))[-1]

    assert (row["fetched"], row["content_hash"], row["total_ms"]) == (False, None, None)


@TABLES
async def test_csv_is_read_back_as_it_was(
    hostile: Store, what: What, *, pieces: tuple[str, ...]
) -> None:
    data = await exported(hostile, ExportOptions(Format.CSV, what, pieces=pieces))

    cells = list(csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True))
    expected = await rows_of(hostile, what, pieces=pieces)
    assert [list(row) for row in cells] == [list(row) for row in expected]
    assert cells == [{name: cell(value) for name, value in row.items()} for row in expected]


def cell(value: Any) -> str:
    """A value as a cell has it."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            return " ".join(value)
        case str() if value in FORMULAS:
            return f"'{value}"
    return str(value)


async def test_no_cell_of_csv_is_a_formula(hostile: Store) -> None:
    data = await exported(hostile, ExportOptions(Format.CSV, pieces=("text",)))

    cells = [cell for row in csv.reader(io.StringIO(data.decode(), newline="")) for cell in row]
    assert [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))] == []
    assert data.count(b"\r\n") == len(HOSTILE) + 3 + 2  # two of them in a title and its text


@TABLES
async def test_parquet_is_read_back_as_it_was(
    hostile: Store, what: What, *, pieces: tuple[str, ...]
) -> None:
    data = await exported(hostile, ExportOptions(Format.PARQUET, what, pieces=pieces))

    table = pq.read_table(io.BytesIO(data))
    assert table.to_pylist() == await rows_of(hostile, what, pieces=pieces)


async def test_columns_of_parquet_have_types(hostile: Store) -> None:
    pages = await exported(hostile, ExportOptions(Format.PARQUET))
    leads = await exported(hostile, ExportOptions(Format.PARQUET, What.LEADS))

    types = {field.name: field.type for field in pq.read_schema(io.BytesIO(pages))}
    assert {types[name] for name in ("id", "url", "parent", "title")} == {pa.string()}
    assert (types["depth"], types["size"], types["status"]) == (pa.int32(), pa.int64(), pa.int16())
    assert (types["fetched"], types["total_ms"]) == (pa.bool_(), pa.float64())
    assert pq.read_schema(io.BytesIO(leads)).field("rel").type == pa.list_(pa.string())


async def written(rows: int, text: str) -> pq.FileMetaData:
    async def source() -> AsyncIterator[list[dict[str, Any]]]:
        for start in range(0, rows, 1_000):
            yield [{"text": text}] * min(1_000, rows - start)

    data = b"".join([chunk async for chunk in parquet(source(), {"text": "string"})])
    return pq.read_metadata(io.BytesIO(data))


async def test_parquet_has_row_groups_of_tens_of_thousands_compressed_with_zstd() -> None:
    found = await written(120_000, "short")

    groups = [found.row_group(n) for n in range(found.num_row_groups)]
    assert [group.num_rows for group in groups] == [50_000, 50_000, 20_000]
    assert {group.column(0).compression for group in groups} == {"ZSTD"}


async def test_large_texts_make_row_groups_shorter() -> None:
    found = await written(10_000, "long " * 4_000)

    assert [found.row_group(n).num_rows for n in range(found.num_row_groups)] == [2_000] * 5


async def test_a_compressed_export_is_the_same_inside(hostile: Store) -> None:
    plain = await exported(hostile, ExportOptions(Format.CSV))
    compressed = await exported(hostile, ExportOptions(Format.CSV, gzip=True))

    assert gzip.decompress(compressed) == plain


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (ExportOptions(Format.GRAPHML, What.PAGES), "graphml has the whole graph"),
        (ExportOptions(Format.GEXF, What.LEADS), "gexf has the whole graph"),
        (ExportOptions(Format.CSV, What.GRAPH), "the graph needs graphml or gexf"),
        (ExportOptions(Format.CSV, What.LEADS, pieces=("text",)), "descriptions need pages"),
        (ExportOptions(Format.GEXF, pieces=("text",)), "descriptions need pages"),
        (ExportOptions(Format.GEXF, pieces=("html",)), "descriptions need pages"),
        (ExportOptions(Format.PARQUET, gzip=True), "omit gzip"),
    ],
)
async def test_what_does_not_go_together_is_refused_before_anything_is_read(
    store: Store, options: ExportOptions, reason: str
) -> None:
    with pytest.raises(InvalidInput, match=reason):
        await open_export(store, C, options)


async def test_html_that_was_not_kept_is_refused(hostile: Store) -> None:
    with pytest.raises(InvalidInput, match=r"this crawl stored no HTML: .* --keep html"):
        await open_export(hostile, C, ExportOptions(pieces=("html",)))


async def test_html_is_text_whatever_its_encoding_was(store: Store) -> None:
    options = CrawlOptions(keeps=("html",))
    await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
    [batch] = (await take(store, ONE, 1)).batches
    html = '<meta charset="shift_jis"><p>灯台'
    kept = {"html": zstandard.compress(html.encode("shift_jis"))}
    await report(store, batch, done(batch.tasks[0], page(2), bodies=kept))

    lines = (await exported(store, ExportOptions(pieces=("text", "html")))).splitlines()

    rows = [json.loads(line) for line in lines]
    assert [(row["text"], row["html"]) for row in rows] == [(None, html), (None, None)]


async def test_a_crawl_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(UnknownCrawl, match="there is no crawl c"):
        await open_export(store, C, ExportOptions())
