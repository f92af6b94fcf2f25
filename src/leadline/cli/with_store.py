"""Shared by commands on stored crawls: arguments, opening the store, and printing JSON."""

import shlex
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from typing import Annotated, Any, TypeVar

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.views.tables import moment
from leadline.cli.views.terminal import complain, safe_json
from leadline.domain.crawls import Crawl, CrawlKind, CrawlStatus
from leadline.domain.errors import LeadlineError
from leadline.services.crawling.crawls import LATEST, PREVIOUS
from leadline.services.figures.process_figures import is_alive
from leadline.settings import Settings, read_settings, with_options
from leadline.store.contract import Store
from leadline.store.reader import Reader

_COMPLETED = 100
_NAMES = ((LATEST, "the newest crawl"), (PREVIOUS, "the crawl of the same root before it"))


def complete_crawl_id(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return ids of crawls that begin as typed, with their start and status, for shell completion.

    No text of a website is returned: some shells evaluate it.
    """

    async def newest(kept: Reader) -> list[Crawl]:
        return await kept.newest(CrawlKind.CRAWL, _COMPLETED)

    try:
        found = with_reader(context.params.get("store"), newest)
    except LeadlineError:
        return []
    named = [(crawl.id, f"{moment(crawl.created_at)} {crawl.status}") for crawl in found]
    return [each for each in (*_NAMES, *named) if each[0].startswith(incomplete)]


CrawlIdArgument = Annotated[
    str,
    typer.Argument(
        help="Id of the crawl, its first characters, latest or previous.",
        metavar="ID",
        autocompletion=complete_crawl_id,
    ),
]
CrawlIdsArgument = Annotated[
    list[str],
    typer.Argument(
        help="Ids of crawls, their first characters, latest or previous.",
        metavar="ID...",
        autocompletion=complete_crawl_id,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Result = TypeVar("Result")
Opened = TypeVar("Opened", bound=Reader)


def settings_of(store: str | None) -> Settings:
    """Return the settings of the environment, with this store if one is given."""
    return with_options(read_settings(), store=store)


def with_reader(store: str | None, work: Callable[[Reader], Awaitable[Result]]) -> Result:
    """Run `work` with a store that is only read."""
    return _with(lambda: bootstrap.open_reader(settings_of(store)), work)


def with_existing_store(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Run `work` with a store that has to exist."""
    return _with(lambda: bootstrap.open_kept(settings_of(store)), work)


def with_store(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Run `work` with a store, which is created if it does not exist."""
    return _with(lambda: bootstrap.open_store(settings_of(store)), work)


def _with(opened: Callable[[], Opened], work: Callable[[Opened], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with aclosing(opened()) as kept:
            return await work(kept)

    return uvloop.run(run())


async def is_abandoned(store: Reader, crawls: Iterable[Crawl]) -> bool:
    """Return whether a crawl has the status running, but no process works: all were killed."""
    if all(crawl.status is not CrawlStatus.RUNNING for crawl in crawls):
        return False
    return not any(is_alive(process) for process in await store.processes())


def print_resume_hint(resume: str) -> None:
    """Print that no process works on running crawls, and the command that resumes one."""
    complain(f"no process works on running crawls; resume with: {resume}")


def resume_command(crawl_id: str, networks: Iterable[str], settings: Settings) -> str:
    """Return the command that resumes a crawl, with the allowed networks, which are not stored."""
    words = ["leadline", "resume", crawl_id]
    for network in networks:
        words += ["--allow-network", network]
    if settings.store != Settings().store:
        words += ["--store", settings.store]
    return shlex.join(words)


def print_json(value: Any) -> None:
    """Print one JSON value on one line."""
    print(safe_json(msgspec.json.encode(value).decode()))


def print_lines(rows: Iterable[Any]) -> None:
    """Print JSON values, one per line."""
    for row in rows:
        print_json(row)
