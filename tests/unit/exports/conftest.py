"""A real store with a crawl of pages that were made to break formats."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from answers import ANSWER
from contract.conftest import ONE, done, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.pages import Lead
from leadline.services.exports.export import ExportOptions, Format, What, open_export
from leadline.store.contract import Store
from leadline.store.reader import Reader
from leadline.store.sqlite.store import SqliteStore

C = CrawlId("c")
FORMULAS = ["=cmd()", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝cmd()"]  # noqa: RUF001
HOSTILE = [
    "\x00\x01\x08\x0b\x1b[31m\x7f\x85\x9b",
    "]]><script>&amp;\"'--></title>",
    "\u202egnp.exe\u2066\u200f",
    "x" * 10_000,
    "\ufffe\uffff\ufeff",
    'a "b", c;\r\n d\te\u2028f',
    "'quoted",
    "  spaces  ",
    "中文 ü 😀",
    "",
    *FORMULAS,
]
"""Titles, anchors and texts."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in which nobody works."""
    opened = SqliteStore(tmp_path / "store.db")
    yield opened
    await opened.aclose()


@pytest.fixture
async def hostile(store: Store) -> Store:
    """A crawl whose page n + 2 has the nth hostile title; the root leads to all of them."""
    options = CrawlOptions(delay_ms=0, concurrency=100)
    await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
    pages = [page(n) for n in range(2, len(HOSTILE) + 3)]
    rels = [("nofollow", "ugc"), ()]
    leads = [
        Lead(new.id, anchor, rels[new.id % 2])
        for new, anchor in zip(pages, [*HOSTILE, "last"], strict=True)
    ]
    [batch] = (await take(store, ONE, 1)).batches
    await report(store, batch, done(batch.tasks[0], *pages, leads=tuple(leads)))
    # The last one stays as it was found: of it nothing is known.
    [batch] = (await take(store, ONE, len(HOSTILE))).batches
    answered = [_answered(task, HOSTILE[task.id - 2]) for task in batch.tasks]
    await report(store, batch, *answered)
    return store


def _answered(task: Any, title: str) -> Any:
    text = {"text": zstandard.compress(title.encode())} if title else {}
    back = (Lead(PageId(1), title),)
    timings = (0.5, 1.25, 0.0, 7.0, 9.125)
    answer = ANSWER._replace(title=title, timings=timings, content_hash=0xABC)
    return done(task, leads=back, bodies=text)._replace(answer=answer)


async def exported(store: Reader, options: ExportOptions) -> bytes:
    """All of an export."""
    return b"".join([chunk async for chunk in await open_export(store, C, options)])


async def rows_of(
    store: Reader, what: What = What.PAGES, *, pieces: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """The rows as JSON lines have them."""
    lines = await exported(store, ExportOptions(Format.JSONL, what, pieces=pieces))
    return [json.loads(line) for line in lines.split(b"\n") if line]
