"""`leadline export ID`: everything of a crawl, for other programs."""

import sys
from collections.abc import AsyncIterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.crawls import CrawlArgument
from leadline.cli.options import StoreOption
from leadline.cli.terminal import complain, safe_json
from leadline.domain.crawls import CrawlId
from leadline.services.exports import Row, export_leads, export_pages
from leadline.settings import Settings, read_settings, with_options


class Format(StrEnum):
    """How rows are written."""

    JSONL = "jsonl"


class What(StrEnum):
    """What is exported."""

    PAGES = "pages"
    LEADS = "leads"


_EXPORTS = {What.PAGES: export_pages, What.LEADS: export_leads}


def export(
    *,
    crawl_id: CrawlArgument,
    format_: Annotated[
        Format, typer.Option("--format", help="One JSON object a line.")
    ] = Format.JSONL,
    what: Annotated[What, typer.Option(help="Pages, or the links between them.")] = What.PAGES,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where to write.  [default: the terminal]"),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Write the pages or the leads of a crawl to a file.

    ```
    leadline export 6a727249-237f-4426-98b7-1600fcd710e0 -o pages.jsonl
    leadline export 6a727249-237f-4426-98b7-1600fcd710e0 --what leads -o leads.jsonl
    ```
    """
    assert format_ is Format.JSONL  # noqa: S101 -- there is no other yet
    settings = with_options(read_settings(), store=store)
    count = uvloop.run(_export(CrawlId(crawl_id), what, output, settings))
    if output is not None:
        complain(f"{count:,} {what} written to {output}")


async def _export(crawl: CrawlId, what: What, output: Path | None, settings: Settings) -> int:
    reader = bootstrap.open_reader(settings)
    try:
        chunks = _EXPORTS[what](reader, crawl)
        # The first chunk before the file: of an unknown crawl no file is written.
        first: list[Row] = await anext(chunks, [])
        with output.open("w") if output else nullcontext(sys.stdout) as file:
            return _write(first, file) + await _write_all(chunks, file)
    finally:
        await reader.aclose()


async def _write_all(chunks: AsyncIterator[list[Row]], file: TextIO) -> int:
    return sum([_write(chunk, file) async for chunk in chunks])


def _write(rows: list[Row], file: TextIO) -> int:
    lines = (msgspec.json.encode(row).decode() for row in rows)
    file.writelines(f"{safe_json(line)}\n" for line in lines)
    return len(rows)
