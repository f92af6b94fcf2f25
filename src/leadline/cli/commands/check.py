"""`leadline check URL`: the broken links of a site."""

import re
import shlex
import signal
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.commands.crawl import (
    Ended,
    exit_with,
    read_end,
    remove_without_root,
    root_of,
    start,
    watch,
)
from leadline.cli.exit_codes import BROKEN, FAILED, INTERRUPTED
from leadline.cli.interrupts import Interrupts
from leadline.cli.options.crawl_options import MOST, CrawlArguments, takes_crawl_options
from leadline.cli.views.output import complete_file, standard_output, write_all, write_failure
from leadline.cli.views.terminal import complain, safe, safe_json, silence_stdout, write
from leadline.cli.with_store import complete_crawl_id, resume_command
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.errors import InvalidAddress, InvalidInput
from leadline.services.crawling.crawls import LATEST, PREVIOUS, find_crawl, is_rootless
from leadline.settings import Settings
from leadline.store.reader import Reader

if TYPE_CHECKING:
    from leadline.services.check.report import Check

_OUTAGE_MAX_S = 60.0

# No URL looks like this.
_ID = re.compile(rf"{LATEST}|{PREVIOUS}|[0-9A-Fa-f-]+")


@dataclass(frozen=True, slots=True)
class _ReportOptions:
    """The format of the report."""

    slow_ms: int
    is_json: bool
    junit: BinaryIO | None


@takes_crawl_options
def check(
    *,
    url: Annotated[
        str,
        typer.Argument(
            help="Root of the crawl; or a stored crawl: id, first characters, latest or previous.",
            metavar="URL|ID",
            autocompletion=complete_crawl_id,
        ),
    ],
    external: Annotated[
        bool, typer.Option("--external", help="Check the linked pages of other sites, too.")
    ] = False,
    slow_ms: Annotated[
        int, typer.Option(min=0, max=MOST, help="Report pages that take longer than this as slow.")
    ] = 2_000,
    arguments: CrawlArguments,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    junit: Annotated[
        Path | None, typer.Option(help="Write a JUnit report to this file, too.", metavar="FILE")
    ] = None,
) -> None:
    """Crawl a site and report its broken links. Exits with 1 if there are any.

    ```
    leadline check https://example.com --depth 10
    leadline check https://example.com --external --junit report.xml
    leadline check latest --json
    ```
    """
    settings = arguments.settings()
    is_kept = _ID.fullmatch(url) is not None
    for_crawling = [*(["--external"] if external else ()), *arguments.given_for_crawling()]
    if is_kept and for_crawling:
        what = ", ".join(for_crawling)
        raise InvalidInput(f"a stored crawl is not crawled again: omit {what}")
    address = None if is_kept else _root_of(url)
    try:
        with ExitStack() as stack:
            # Opened before the crawl, which may take hours: an error ends the command now.
            file = stack.enter_context(complete_file(junit)) if junit else None
            format_ = _ReportOptions(slow_ms, json, file)
            if address is None:
                ended, is_broken = uvloop.run(_read(url, settings, format_))
            else:
                options = replace(_patient(arguments.options(settings)), checks_external=external)
                bootstrap.check(settings)
                crawling = _crawl(address, options, settings, arguments.worker_count, format_)
                ended, is_broken = uvloop.run(crawling)
    except KeyboardInterrupt:
        complain("interrupted before the report was complete; the crawl is stored")
        raise typer.Exit(INTERRUPTED) from None
    except OSError as exc:
        complain(write_failure(junit, exc))
        raise typer.Exit(FAILED) from None
    exit_with(ended)
    if not ended.crawl.status.is_final:
        complain(f"the crawl is {ended.crawl.status}: the report has the pages so far")
        raise typer.Exit(FAILED)
    if is_broken:
        raise typer.Exit(BROKEN)


def _patient(options: CrawlOptions) -> CrawlOptions:
    """Return the options with a shorter wait for silent hosts, because a pipeline waits for it."""
    if options.host_outage_max_s is not None:
        return options
    return replace(options, host_outage_max_s=_OUTAGE_MAX_S)


def _root_of(url: str) -> Address:
    try:
        return root_of(url)
    except InvalidAddress as exc:
        if not url.isalnum():
            raise
        raise InvalidAddress(
            f"{exc}; or give the id of a stored crawl, latest or previous"
        ) from exc


async def _crawl(
    address: Address,
    options: CrawlOptions,
    settings: Settings,
    workers: int,
    format_: _ReportOptions,
) -> tuple[Ended, bool]:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_store(settings)) as store:
        crawl_id = await start(store, address, options, settings)
        ended = await watch(store, crawl_id, settings, workers, interrupts)
        is_broken = await _report(store, ended, settings, format_)
        await remove_without_root(store, ended.crawl)
        return ended, is_broken


async def _read(name: str, settings: Settings, format_: _ReportOptions) -> tuple[Ended, bool]:
    async with aclosing(bootstrap.open_reader(settings)) as store:
        crawl = await find_crawl(store, name)
        resume = resume_command(crawl.id, crawl.options.networks, settings)
        ended = await read_end(store, crawl, resume)
        return ended, await _report(store, ended, settings, format_)


async def _report(store: Reader, ended: Ended, settings: Settings, format_: _ReportOptions) -> bool:
    """Print the report; return whether a page is broken, or a host stopped answering."""
    # Imported here: numpy takes longer to load than most commands run.
    from leadline.services.check.formats import as_junit  # noqa: PLC0415
    from leadline.services.check.report import Check  # noqa: PLC0415

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    report = await Check.read(store, ended.crawl, format_.slow_ms)
    if format_.junit:
        async for block in as_junit(report):
            write_all(format_.junit, safe(block.decode()).encode())
    try:
        await (_print_json(report) if format_.is_json else _print(report, ended, settings))
    except BrokenPipeError:
        # The reader of stdout is gone; the exit code still says whether links are broken.
        silence_stdout()
    return not report.figures.is_sound


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


async def _print(report: "Check", ended: Ended, settings: Settings) -> None:
    from leadline.cli.views.check import parts  # noqa: PLC0415 -- numpy

    write(*await parts(report))
    if is_rootless(ended.crawl):
        return
    again = _again(ended, settings)
    print(f"stored as crawl {ended.crawl.id}; report again with: {again}", flush=True)


async def _print_json(report: "Check") -> None:
    from leadline.services.check.formats import as_json  # noqa: PLC0415 -- numpy

    with standard_output() as stdout:
        async for block in as_json(report):
            write_all(stdout, safe_json(block.decode()).encode())


def _again(ended: Ended, settings: Settings) -> str:
    words = ["leadline", "check", ended.crawl.id]
    if settings.store != Settings().store:
        words += ["--store", settings.store]
    return shlex.join(words)
