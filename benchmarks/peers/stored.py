"""What a crawler left on disk, read back: whether all of them did the same work."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from leadline import bootstrap
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.settings import read_settings, with_options
from leadline.store.reader import Reader
from leadline.store.texts import unpacked_text

CHUNK = 500
ID_BYTES = 8


class Page(msgspec.Struct):
    """A page as the peers write it."""

    url: str
    title: str | None
    text: str | None
    links: list[str]


@dataclass(frozen=True, slots=True)
class Stored:
    """`pages` are paths, with the name of the file that a folder stands for.

    `rows` are more if pages were fetched and stored again.
    """

    pages: frozenset[str]
    rows: int
    text_chars: int
    links: int
    disk_bytes: int


def in_one_file(folder: Path) -> Stored:
    with (folder / "pages.jsonl").open("rb") as lines:
        return _summed((msgspec.json.decode(line, type=Page) for line in lines), folder)


def in_a_dataset(folder: Path) -> Stored:
    files = (folder / "datasets" / "default").glob("0*.json")
    return _summed((msgspec.json.decode(file.read_bytes(), type=Page) for file in files), folder)


def in_a_store(folder: Path) -> Stored:
    return asyncio.run(_read_store(folder))


async def _read_store(folder: Path) -> Stored:
    settings = with_options(read_settings(), store=f"sqlite:///{folder / 'crawl.db'}")
    disk_bytes = _disk_bytes(folder)
    reader = bootstrap.open_reader(settings)
    try:
        [crawl] = await reader.newest(CrawlKind.CRAWL, 2)
        pages, text_chars = await _read_pages(reader, crawl.id)
        links = await _count_leads(reader, crawl.id)
    finally:
        await reader.aclose()
    return Stored(frozenset(pages), len(pages), text_chars, links, disk_bytes)


async def _read_pages(reader: Reader, crawl: CrawlId) -> tuple[list[str], int]:
    paths: list[str] = []
    text_chars = 0
    after = None
    while chunk := await reader.pages(crawl, CHUNK, after):
        after = chunk[-1].id
        pages = [
            page for page in chunk if page.status == 200 and "html" in (page.content_type or "")
        ]
        paths += [_path(page.address) for page in pages]
        bodies = await reader.bodies(crawl, [page.id for page in pages], "text")
        text_chars += sum(len(unpacked_text(body)[0]) for body in bodies.values())
    return paths, text_chars


async def _count_leads(reader: Reader, crawl: CrawlId) -> int:
    count = seq = 0
    while chunk := await reader.edges(crawl, CHUNK, seq):
        seq = chunk[-1].seq
        count += sum(len(each.targets) // ID_BYTES for each in chunk)
    return count


def _summed(found: Iterable[Page], folder: Path) -> Stored:
    paths: set[str] = set()
    rows = text_chars = links = 0
    for page in found:
        rows += 1
        paths.add(_path(page.url))
        text_chars += len(page.text or "")
        links += len(page.links)
    return Stored(frozenset(paths), rows, text_chars, links, _disk_bytes(folder))


def _path(url: str) -> str:
    path = "/" + url.split("/", 3)[3]
    return path + "index.html" if path.endswith("/") else path


def _disk_bytes(folder: Path) -> int:
    """What the file system has set aside, as `du` counts it."""
    return sum(file.stat().st_blocks for file in folder.rglob("*") if file.is_file()) * 512
