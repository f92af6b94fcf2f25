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
from leadline.cli.crawl import (
    FAILED,
    INTERRUPTED,
    Ended,
    begin,
    end_as,
    ended_as_it_is,
    keep_nothing_without_root,
    root_of,
    watch,
)
from leadline.cli.crawl_options import MOST, Asked, takes_crawl_options
from leadline.cli.interrupts import Interrupts
from leadline.cli.kept import completed, resume_command
from leadline.cli.output import complete_file, standard_output, write_all, write_failure
from leadline.cli.terminal import complain, safe, safe_json, silence_stdout, write
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlOptions
from leadline.domain.errors import InvalidAddress, InvalidInput
from leadline.services.crawls import LATEST, crawl_named, is_rootless
from leadline.settings import Settings
from leadline.store.reader import Reader

if TYPE_CHECKING:
    from leadline.services.check.report import Check

BROKEN = 1
_OUTAGE_MAX_S = 60.0

# No address is like this, as it has no scheme.
_ID = re.compile(rf"{LATEST}|[0-9A-Fa-f-]+")


@dataclass(frozen=True, slots=True)
class _Told:
    """How the report is told."""

    slow_ms: int
    is_json: bool
    junit: BinaryIO | None


@takes_crawl_options
def check(
    *,
    url: Annotated[
        str,
        typer.Argument(
            help="Where to begin; or the id of a kept crawl, the beginning of it, or latest.",
            metavar="URL|ID",
            autocompletion=completed,
        ),
    ],
    external: Annotated[
        bool, typer.Option("--external", help="Ask for the pages of other sites, too.")
    ] = False,
    slow_ms: Annotated[
        int, typer.Option(min=0, max=MOST, help="Pages that take longer are reported as slow.")
    ] = 2_000,
    asked: Asked,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    junit: Annotated[
        Path | None, typer.Option(help="Write a JUnit report there, too.", metavar="FILE")
    ] = None,
) -> None:
    """Crawl a site and report its broken links. Exit code 1 when there are any.

    ```
    leadline check https://example.com --depth 10
    leadline check https://example.com --external --junit report.xml
    leadline check latest --json
    ```
    """
    settings = asked.settings()
    is_kept = _ID.fullmatch(url) is not None
    for_crawling = [*(["--external"] if external else ()), *asked.given_for_crawling()]
    if is_kept and for_crawling:
        what = ", ".join(for_crawling)
        raise InvalidInput(f"a crawl that is kept is only read: leave out {what}")
    address = None if is_kept else _root_of(url)
    try:
        with ExitStack() as stack:
            # Now, and not after hours: a place that cannot be written to is known at once.
            file = stack.enter_context(complete_file(junit)) if junit else None
            told = _Told(slow_ms, json, file)
            if address is None:
                ended, is_broken = uvloop.run(_read(url, settings, told))
            else:
                options = replace(_patient(asked.options(settings)), checks_external=external)
                bootstrap.check(settings)
                crawling = _crawl(address, options, settings, asked.worker_count, told)
                ended, is_broken = uvloop.run(crawling)
    except KeyboardInterrupt:
        complain("interrupted before all was reported; the crawl is kept")
        raise typer.Exit(INTERRUPTED) from None
    except OSError as exc:
        complain(write_failure(junit, exc))
        raise typer.Exit(FAILED) from None
    end_as(ended)
    if not ended.crawl.status.is_final:
        complain(f"the crawl is {ended.crawl.status}: this is what was found so far")
        raise typer.Exit(FAILED)
    if is_broken:
        raise typer.Exit(BROKEN)


def _patient(options: CrawlOptions) -> CrawlOptions:
    """Return the options with the patience of a check: a person or a pipeline waits for it."""
    if options.host_outage_max_s is not None:
        return options
    return replace(options, host_outage_max_s=_OUTAGE_MAX_S)


def _root_of(url: str) -> Address:
    try:
        return root_of(url)
    except InvalidAddress as exc:
        if not url.isalnum():
            raise
        raise InvalidAddress(f"{exc}; or give the id of a kept crawl, or latest") from exc


async def _crawl(
    address: Address, options: CrawlOptions, settings: Settings, workers: int, told: _Told
) -> tuple[Ended, bool]:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_store(settings)) as store:
        crawl_id = await begin(store, address, options, settings)
        ended = await watch(store, crawl_id, settings, workers, interrupts)
        is_broken = await _report(store, ended, settings, told)
        await keep_nothing_without_root(store, ended.crawl)
        return ended, is_broken


async def _read(name: str, settings: Settings, told: _Told) -> tuple[Ended, bool]:
    async with aclosing(bootstrap.open_reader(settings)) as store:
        crawl = await crawl_named(store, name)
        resume = resume_command(crawl.id, crawl.options.networks, settings)
        ended = await ended_as_it_is(store, crawl, resume)
        return ended, await _report(store, ended, settings, told)


async def _report(store: Reader, ended: Ended, settings: Settings, told: _Told) -> bool:
    """Print what was found; return whether something is broken or was not reached."""
    # Here, since numpy takes longer to load than most commands take.
    from leadline.services.check.formats import as_junit  # noqa: PLC0415
    from leadline.services.check.report import Check  # noqa: PLC0415

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    report = await Check.read(store, ended.crawl, told.slow_ms)
    if told.junit:
        async for block in as_junit(report):
            write_all(told.junit, safe(block.decode()).encode())
    try:
        await (_print_json(report) if told.is_json else _print(report, ended, settings))
    except BrokenPipeError:
        # Who has read enough is still told by the exit code.
        silence_stdout()
    return not report.figures.is_sound


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


async def _print(report: "Check", ended: Ended, settings: Settings) -> None:
    from leadline.cli.check_view import parts  # noqa: PLC0415 -- numpy

    write(*await parts(report))
    if is_rootless(ended.crawl):
        return
    again = _again(ended, settings)
    print(f"kept as crawl {ended.crawl.id}; see it again with: {again}", flush=True)


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
