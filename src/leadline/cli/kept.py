"""What commands about kept crawls share: arguments, the store, and printing for programs."""

import shlex
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from typing import Annotated, Any, TypeVar

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.shown import moment
from leadline.cli.terminal import complain, safe_json
from leadline.domain.crawls import Crawl, CrawlKind, CrawlStatus
from leadline.domain.errors import LeadlineError
from leadline.services.crawls import LATEST, PREVIOUS
from leadline.services.processes import is_alive
from leadline.settings import Settings, read_settings, with_options
from leadline.store.contract import Store
from leadline.store.reader import Reader

_COMPLETED = 100
_NAMES = ((LATEST, "the newest"), (PREVIOUS, "the one before it, of the same root"))


def completed(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Crawls that could be meant, for shells that complete what is typed.

    Nothing that strangers wrote is told: some shells evaluate it.
    """

    async def newest(kept: Reader) -> list[Crawl]:
        return await kept.newest(CrawlKind.CRAWL, _COMPLETED)

    try:
        found = reading(context.params.get("store"), newest)
    except LeadlineError:
        return []
    named = [(crawl.id, f"{moment(crawl.created_at)} {crawl.status}") for crawl in found]
    return [each for each in (*_NAMES, *named) if each[0].startswith(incomplete)]


CrawlArgument = Annotated[
    str,
    typer.Argument(
        help="The id of the crawl, the beginning of it, latest or previous.",
        metavar="ID",
        autocompletion=completed,
    ),
]
CrawlArguments = Annotated[
    list[str],
    typer.Argument(
        help="Ids of crawls, the beginnings of them, latest or previous.",
        metavar="ID...",
        autocompletion=completed,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Result = TypeVar("Result")
Opened = TypeVar("Opened", bound=Reader)


def settings_of(store: str | None) -> Settings:
    """The settings of the environment with the store that was asked for."""
    return with_options(read_settings(), store=store)


def reading(store: str | None, work: Callable[[Reader], Awaitable[Result]]) -> Result:
    """Do something with a store that is only read."""
    return _with(lambda: bootstrap.open_reader(settings_of(store)), work)


def changing(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Do something with a store, which has to be there."""
    return _with(lambda: bootstrap.open_kept(settings_of(store)), work)


def writing(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Do something with a store, which is made when it is not there."""
    return _with(lambda: bootstrap.open_store(settings_of(store)), work)


def _with(opened: Callable[[], Opened], work: Callable[[Opened], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with aclosing(opened()) as kept:
            return await work(kept)

    return uvloop.run(run())


async def is_left_alone(store: Reader, crawls: Iterable[Crawl]) -> bool:
    """Whether there are crawls that run, and nobody who works on any: all were killed."""
    if all(crawl.status is not CrawlStatus.RUNNING for crawl in crawls):
        return False
    return not any(is_alive(process) for process in await store.processes())


def tell_how_to_go_on(resume: str) -> None:
    """For who sees a crawl that is left alone."""
    complain(f"nobody works on what is running now; go on with: {resume}")


def resume_command(crawl_id: str, networks: Iterable[str], settings: Settings) -> str:
    """What a person has to type to go on, with the permissions that are not kept."""
    words = ["leadline", "resume", crawl_id]
    for network in networks:
        words += ["--allow-network", network]
    if settings.store != Settings().store:
        words += ["--store", settings.store]
    return shlex.join(words)


def print_json(value: Any) -> None:
    """One JSON value, on one line."""
    print(safe_json(msgspec.json.encode(value).decode()))


def print_lines(rows: Iterable[Any]) -> None:
    """JSON values, one a line."""
    for row in rows:
        print_json(row)
