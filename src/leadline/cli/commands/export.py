"""`leadline export ID`: pages, links or the graph of a crawl as a file."""

import signal
import sys
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.exit_codes import FAILED, INTERRUPTED
from leadline.cli.options.common import StoreOption
from leadline.cli.options.page_filters import Filters, takes_filters
from leadline.cli.views.output import complete_file, standard_output, write_all, write_failure
from leadline.cli.views.tables import took
from leadline.cli.views.terminal import complain, safe, safe_json
from leadline.cli.with_store import CrawlIdArgument
from leadline.domain.errors import InvalidInput
from leadline.services.crawling.crawls import find_crawl
from leadline.services.exports.export import Export, ExportOptions, Format, What, open_export
from leadline.services.exports.rows import PIECES
from leadline.settings import Settings, read_settings, with_options

_STDOUT = Path("-")
_SHOWN_EVERY_S = 0.2


@takes_filters
def export(
    *,
    crawl_id: CrawlIdArgument,
    format_: Annotated[Format, typer.Option("--format", help="Format of the file.")] = Format.JSONL,
    what: Annotated[
        What | None,
        typer.Option(help="Subject of the export.  [default: pages; graphml and gexf: the graph]"),
    ] = None,
    meta: Annotated[
        bool, typer.Option("--meta", help="Add descriptions and keywords of pages.")
    ] = False,
    text: Annotated[bool, typer.Option("--text", help="Add texts of pages.")] = False,
    html: Annotated[
        bool, typer.Option("--html", help="Add HTML of pages, if the crawl had --keep html.")
    ] = False,
    gzip: Annotated[bool, typer.Option("--gzip", help="Compress the file.")] = False,
    filters: Filters,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is stdout.", metavar="FILE")
    ] = _STDOUT,
    store: StoreOption = None,
) -> None:
    """Write the pages, the links (leads) or the graph of a crawl to a file.

    ```
    leadline export latest -o pages.jsonl
    leadline export latest --state failed --format csv -o failed.csv
    leadline export 6a72 --what leads --format csv -o leads.csv
    leadline export latest --format gexf -o site.gexf
    ```
    """
    settings = with_options(read_settings(), store=store)
    is_wanted = {"meta": meta, "text": text, "html": html}
    pieces = tuple(piece for piece in PIECES if is_wanted[piece])
    options = ExportOptions(format_, what, pieces, gzip=gzip, wanted=filters.wanted())
    if output == _STDOUT and options.is_binary and sys.stdout.isatty():
        raise InvalidInput("a terminal cannot show this format: name a file with -o")
    # Raised at once, also while a write to a pipe blocks.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    try:
        with standard_output() if output == _STDOUT else complete_file(output) as file:
            ended = uvloop.run(_export(crawl_id, options, file, settings))
    except KeyboardInterrupt:
        complain(f"interrupted before all was written to {_place(output)}")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # The reader closed the pipe: no error.
        raise
    except OSError as exc:
        complain(write_failure(None if output == _STDOUT else output, exc))
        raise typer.Exit(FAILED) from None
    complain(f"{ended.rows()} written to {_place(output)} {ended.pace()}")


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


async def _export(
    crawl: str, options: ExportOptions, file: BinaryIO, settings: Settings
) -> "_Progress":
    """Write the export to a file; return its progress, for the last line."""
    harmless = _harmless(options, is_for_terminal=file.isatty())
    async with aclosing(bootstrap.open_reader(settings)) as reader:
        export = await open_export(reader, (await find_crawl(reader, crawl)).id, options)
        progress = _Progress(export, is_shown=sys.stderr.isatty() and not file.isatty())
        try:
            async for chunk in export:
                write_all(file, harmless(chunk))
                progress.show()
        finally:
            progress.clear()
    return progress


def _harmless(options: ExportOptions, *, is_for_terminal: bool) -> Callable[[bytes], bytes]:
    """Return what removes control characters from chunks. JSON is escaped in files, too."""
    if options.is_binary:
        return bytes
    if options.format is Format.JSONL:
        return _harmless_json
    return _harmless_text if is_for_terminal else bytes


def _harmless_json(chunk: bytes) -> bytes:
    # JSON in ASCII has all control characters escaped but this one.
    if chunk.isascii() and b"\x7f" not in chunk:
        return chunk
    return safe_json(chunk.decode()).encode()


def _harmless_text(chunk: bytes) -> bytes:
    return safe(chunk.decode().replace("\r\n", "\n")).encode()


def _place(output: Path) -> str:
    return "stdout" if output == _STDOUT else str(output)


class _Progress:
    """The progress of an export, on one line of stderr that is redrawn."""

    def __init__(self, export: Export, *, is_shown: bool) -> None:
        self._export = export
        self._is_shown = is_shown
        self._begun_at = time.monotonic()
        self._shown_at = -_SHOWN_EVERY_S

    def show(self) -> None:
        if self._is_shown and time.monotonic() - self._shown_at >= _SHOWN_EVERY_S:
            self._shown_at = time.monotonic()
            rows = self._export.written.total()
            # A running crawl can have more rows by now than were counted.
            percent = min(99, 100 * rows // max(1, self._export.total))
            line = f"{rows:,} of {self._export.total:,} rows, {percent} %, {self._rate()}"
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def rows(self) -> str:
        written = self._export.written
        return " and ".join(
            f"{rows:,} {what.removesuffix('s') if rows == 1 else what}"
            for what, rows in written.items()
        )

    def pace(self) -> str:
        return f"in {took(self._passed_s(), self._rate())}"

    def _rate(self) -> str:
        return f"{self._export.written.total() / self._passed_s():,.0f} rows/s"

    def _passed_s(self) -> float:
        return max(0.001, time.monotonic() - self._begun_at)
