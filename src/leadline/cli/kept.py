"""What commands about kept crawls share: arguments, the store, and printing for programs."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, TypeVar

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.terminal import safe_json
from leadline.settings import Settings, read_settings, with_options
from leadline.store.contract import Store
from leadline.store.reader import Reader

CrawlArgument = Annotated[
    str,
    typer.Argument(help="The id of the crawl, the beginning of it, or latest.", metavar="ID"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Result = TypeVar("Result")


def settings_of(store: str | None) -> Settings:
    """The settings of the environment with the store that was asked for."""
    return with_options(read_settings(), store=store)


def reading(store: str | None, work: Callable[[Reader], Awaitable[Result]]) -> Result:
    """Do something with a store that is only read."""

    async def run() -> Result:
        kept = bootstrap.open_reader(settings_of(store))
        try:
            return await work(kept)
        finally:
            await kept.aclose()

    return uvloop.run(run())


def writing(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Do something with a store, which is made when it is not there."""

    async def run() -> Result:
        kept = bootstrap.open_store(settings_of(store))
        try:
            return await work(kept)
        finally:
            await kept.aclose()

    return uvloop.run(run())


def print_json(value: Any) -> None:
    """One JSON value, on one line."""
    print(safe_json(msgspec.json.encode(value).decode()))


def print_lines(rows: Iterable[Any]) -> None:
    """JSON values, one a line."""
    for row in rows:
        print_json(row)
