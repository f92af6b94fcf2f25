"""Exports of crawls that go on, or are taken away, while they are read."""

import io
import json
import os
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import networkx as nx
import pytest
import zstandard

from answers import ANSWER
from contract.conftest import ONE, page, report, take
from figures import Figure
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlKind, CrawlStatus
from leadline.domain.errors import StoreError, UnknownCrawl
from leadline.domain.outcomes import Completed
from leadline.services.exports.export import Export, ExportOptions, Format, What, open_export
from leadline.store.contract import Store
from leadline.store.reader import RobotsRecord
from leadline.store.sqlite.reader import SqliteReader
from synthetic_crawl import SyntheticCrawl
from unit.exports.conftest import C, exported

MEGABYTE = 1_000_000
FORMATS = pytest.mark.parametrize("form", [Format.GRAPHML, Format.GEXF])


@pytest.fixture
async def reader(store: Store, tmp_path: Path) -> AsyncIterator[SqliteReader]:
    """The store as exports see it: by a connection of its own."""
    assert store
    opened = SqliteReader.open(tmp_path / "store.db")
    yield opened
    await opened.aclose()


async def read_to_end(export: Export, after_each: Callable[[], Awaitable[object]]) -> bytes:
    data = []
    async for chunk in export:
        data.append(chunk)
        await after_each()
    return b"".join(data)


@FORMATS
async def test_a_graph_has_the_pages_and_leads_there_were_when_the_export_began(
    store: Store, reader: SqliteReader, form: Format
) -> None:
    crawl = SyntheticCrawl("c", 5_000)
    await crawl.create(store)
    await crawl.fill(store, 30)
    before = await store.get(C)
    export = await open_export(reader, C, ExportOptions(form))

    data = await read_to_end(export, lambda: crawl.fill(store, 50))

    read = nx.read_graphml if form is Format.GRAPHML else nx.read_gexf
    graph = read(io.BytesIO(data))
    assert before is not None
    # Nodes that only edges name would have no address.
    assert None not in [data.get("url") for _, data in graph.nodes(data=True)]
    assert graph.number_of_nodes() == before.counts.total + 1
    assert graph.number_of_edges() == before.leads
    assert export.total == before.counts.total + 1 + before.leads


async def test_leads_are_those_there_were_when_the_export_began(
    store: Store, reader: SqliteReader
) -> None:
    crawl = SyntheticCrawl("c", 5_000)
    await crawl.create(store)
    await crawl.fill(store, 100)
    before = await exported(reader, ExportOptions(what=What.LEADS))
    export = await open_export(reader, C, ExportOptions(what=What.LEADS))

    data = await read_to_end(export, lambda: crawl.fill(store, 50))

    assert data == before
    assert export.written.total() == export.total == 3_000


async def test_pages_are_those_there_were_when_the_export_began(
    store: Store, reader: SqliteReader
) -> None:
    crawl = SyntheticCrawl("c", 5_000)
    await crawl.create(store)
    await crawl.fill(store, 30)
    before = await exported(reader, ExportOptions())
    export = await open_export(reader, C, ExportOptions())

    data = await read_to_end(export, lambda: crawl.fill(store, 50))

    ids = [json.loads(line)["id"] for line in data.splitlines()]
    assert ids == [json.loads(line)["id"] for line in before.splitlines()]
    assert len(set(ids)) == len(ids) == export.written.total()


@pytest.mark.parametrize("rows", [10, 700, 1_000_000])
@pytest.mark.parametrize(
    "options",
    [ExportOptions(), ExportOptions(what=What.LEADS), ExportOptions(Format.GEXF)],
    ids=["pages", "leads", "graph"],
)
async def test_an_export_of_a_crawl_that_is_deleted_meanwhile_says_so(
    store: Store, reader: SqliteReader, options: ExportOptions, rows: int
) -> None:
    """Also when only some of its rows are gone yet."""
    crawl = SyntheticCrawl("c", 700, links=5)
    await crawl.create(store)
    await crawl.fill(store)
    await store.set_status(C, CrawlStatus.CANCELLED)
    export = await open_export(reader, C, options)

    async def delete() -> None:
        # Texts first: they are in none of these exports.
        await store.delete(C, 700 + rows)
        while rows == 1_000_000 and await store.delete(C, rows):
            pass

    with pytest.raises(StoreError, match="crawl c was deleted meanwhile"):
        await read_to_end(export, delete)


async def test_rows_of_a_crawl_that_is_deleted_meanwhile_do_not_come_twice(
    store: Store, reader: SqliteReader
) -> None:
    crawl = SyntheticCrawl("c", 3_000, links=5)
    await crawl.create(store)
    await crawl.fill(store)
    await store.set_status(C, CrawlStatus.CANCELLED)
    first = await reader.pages(C, 2_900)
    while len(await reader.pages(C, 3_000)) > 500:
        await store.delete(C, 700)

    with pytest.raises(UnknownCrawl, match="deleted meanwhile"):
        await reader.pages(C, 1_000, first[-1].id)


async def test_an_export_does_not_make_the_log_of_the_store_grow(
    store: Store, reader: SqliteReader, tmp_path: Path, figure: Figure
) -> None:
    crawl = SyntheticCrawl("c", 2_000)
    await crawl.create(store)
    await crawl.fill(store)
    log, largest, written = tmp_path / "store.db-wal", 0, 0

    async def write() -> None:
        nonlocal largest, written
        for n in range(10):
            record = RobotsRecord("found", os.urandom(400_000), "")
            await store.put_robots(f"http://{n}.example", "a.example", record, 0)
            written += 400_000
            largest = max(largest, log.stat().st_size)

    await read_to_end(await open_export(reader, C, ExportOptions(what=What.LEADS)), write)

    figure("log of the store, exporting", f"{largest >> 20} MiB, {written >> 20} MiB written")
    assert written > 300 * MEGABYTE
    assert largest < 100 * MEGABYTE
    await assert_log_grows_while_a_read_is_open(tmp_path / "store.db", write)
    assert largest > 100 * MEGABYTE


async def assert_log_grows_while_a_read_is_open(
    path: Path, write: Callable[[], Awaitable[None]]
) -> None:
    """What would happen if a read stayed open."""
    held = SqliteReader.open(path)
    rows = held._db.execute("SELECT id FROM page")
    rows.fetchone()
    for _ in range(30):
        await write()
    rows.close()
    await held.aclose()


async def test_large_texts_are_held_a_few_at_a_time(store: Store, figure: Figure) -> None:
    text = zstandard.compress(b"long " * 400_000)
    await store.create(
        C, CrawlKind.CRAWL, CrawlOptions(delay_ms=0, concurrency=100), page(1, depth=0)
    )
    [batch] = (await take(store, ONE, 1)).batches
    found = tuple(page(n) for n in range(2, 52))
    await report(store, batch, Completed(batch.tasks[0].id, ANSWER, found=found))
    [batch] = (await take(store, ONE, 50)).batches
    answer = ANSWER._replace(size=2_000_000)
    pages = [Completed(task.id, answer, bodies={"text": text}) for task in batch.tasks]
    await report(store, batch, *pages)

    tracemalloc.start()
    size = 0
    async for chunk in await open_export(store, C, ExportOptions(pieces=("text",))):
        size += len(chunk)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    figure("memory, texts of 100 MB", f"{peak >> 20} MiB at most")
    assert size > 100 * MEGABYTE
    assert peak < 50 * MEGABYTE
