"""`leadline crawls`, `pause`, `cancel` and `delete`: crawls that are kept."""

import time
from contextlib import aclosing
from typing import Annotated

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.kept import (
    CrawlArgument,
    JsonOption,
    changing,
    completed,
    is_left_alone,
    print_json,
    resume_command,
    settings_of,
    tell_how_to_go_on,
)
from leadline.cli.options import StoreOption, duration_s
from leadline.cli.shown import Cell, Column, cut, long, number, short_moment, size, table
from leadline.cli.summary import limit_line
from leadline.cli.terminal import write
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidInput
from leadline.services.crawls import crawl_named, place_of, remove_crawl, summary
from leadline.settings import Settings
from leadline.store.contract import Store

_LISTED = 1_000
_CHUNK = 5_000
_SHORT = 8
_REASON = 60
_COLUMNS = (
    Column("id"),
    Column("started"),
    cut("status"),
    number("found", is_spare=True),
    number("fetched"),
    number("failed"),
    number("skipped", is_spare=True),
    number("too deep", is_spare=True),
    number("cancelled", is_spare=True),
    number("queued", is_spare=True),
    number("fetching", is_spare=True),
    long("root"),
)


def crawls(*, store: StoreOption = None, json: JsonOption = False) -> None:
    """List the crawls that are kept, the newest first.

    ```
    leadline crawls
    leadline crawls --json
    ```
    """
    found, is_left = uvloop.run(_all(store))
    if json:
        print_json([summary(crawl) for crawl in found])
    elif found:
        length = _telling(found)
        write(table(_COLUMNS, [_cells(crawl, length) for crawl in found]))
        if is_left:
            tell_how_to_go_on(_resume(found, settings_of(store)))
    else:
        print("no crawls yet; start one with: leadline crawl URL")


def _resume(found: list[Crawl], settings: Settings) -> str:
    """The command that goes on with what is running; with more than one, any of them is meant."""
    running = [crawl for crawl in found if crawl.status is CrawlStatus.RUNNING]
    if len(running) > 1:
        return resume_command("ID", settings.allow_network, settings)
    return resume_command(running[0].id, running[0].options.networks, settings)


def _telling(found: list[Crawl]) -> int:
    """How much of the ids is needed to tell them apart."""
    length = _SHORT
    while len({crawl.id[:length] for crawl in found}) < len(found):
        length += 1
    return length


def _cells(crawl: Crawl, length: int) -> list[Cell]:
    figures = crawl.figures
    return [
        crawl.id[:length],
        short_moment(crawl.created_at),
        _status(crawl),
        figures.found,
        figures.fetched,
        figures.failed or None,
        figures.skipped or None,
        figures.too_deep or None,
        figures.cancelled or None,
        figures.queued or None,
        figures.fetching or None,
        crawl.root_url,
    ]


def _status(crawl: Crawl) -> str:
    """`completed, limit reached: --max-pages`: whether the crawl is whole is seen in the list."""
    limits = f", {limit_line(crawl.limits_reached)}" if crawl.limits_reached else ""
    return f"{crawl.status}{limits}" + (f": {_clipped(crawl.reason)}" if crawl.reason else "")


def _clipped(reason: str) -> str:
    """Return the beginning of a reason: in a pipe a table is as wide as its widest cell."""
    return reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"


async def _all(store: str | None) -> tuple[list[Crawl], bool]:
    """All crawls, and whether nobody works on those that run."""
    settings = settings_of(store)
    found: list[Crawl] = []
    if not bootstrap.has_store(settings):
        return found, False
    async with aclosing(bootstrap.open_reader(settings)) as kept:
        while chunk := await kept.newest(
            CrawlKind.CRAWL, _LISTED, place_of(found[-1]) if found else None
        ):
            found += chunk
        return found, await is_left_alone(kept, found)


def pause(*, crawl_id: CrawlArgument, store: StoreOption = None) -> None:
    """Fetch nothing more of a crawl for now; what is in work is finished.

    ```
    leadline pause latest
    leadline pause 6a72
    ```
    """
    _set_status(crawl_id, CrawlStatus.PAUSED, store)


def cancel(*, crawl_id: CrawlArgument, store: StoreOption = None) -> None:
    """End a crawl for good; what was fetched is kept.

    ```
    leadline cancel latest
    leadline cancel 6a72
    ```
    """
    _set_status(crawl_id, CrawlStatus.CANCELLED, store)


def delete(
    *,
    crawl_ids: Annotated[
        list[str] | None,
        typer.Argument(
            help="Ids of crawls, the beginning of each, or latest.",
            metavar="[ID]...",
            autocompletion=completed,
        ),
    ] = None,
    older_than: Annotated[
        str | None,
        typer.Option(
            help="All crawls that ended longer ago than this: 30d, 12h.", metavar="DURATION"
        ),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Cancel crawls that are still running, and remove all that is kept of them.

    ```
    leadline delete latest
    leadline delete 6a72 91c0
    leadline delete --older-than 30d
    ```
    """
    age_s = duration_s(older_than, "--older-than", "30d or 12h")
    if not crawl_ids and age_s is None:
        raise InvalidInput("name crawls by their ids, or give --older-than")

    async def remove(kept: Store) -> tuple[list[CrawlId], int]:
        named = [(await crawl_named(kept, name)).id for name in crawl_ids or ()]
        old = [] if age_s is None else await _ended_before(kept, time.time() - age_s)
        ids = list(dict.fromkeys([*named, *old]))
        for crawl in ids:
            await remove_crawl(kept, crawl)
        return ids, await kept.compact() if ids else 0

    removed, freed = changing(store, remove)
    for crawl in removed:
        print(f"deleted {crawl}")
    if not removed:
        print(f"no crawl ended longer than {older_than} ago")
    if freed:
        print(f"{size(freed)} given back to the disk")


async def _ended_before(kept: Store, moment: float) -> list[CrawlId]:
    """Return crawls that were over by then, the newest first."""
    found: list[CrawlId] = []
    last = None
    while chunk := await kept.newest(CrawlKind.CRAWL, _LISTED, last):
        found += [each.id for each in chunk if each.finished_at and each.finished_at < moment]
        last = place_of(chunk[-1])
    return found


def _set_status(name: str, status: CrawlStatus, store: str | None) -> None:
    async def change(kept: Store) -> Crawl:
        before = await crawl_named(kept, name)
        if not await kept.set_status(before.id, status):
            raise InvalidInput(f"{before.id} is {before.status} already, and stays so")
        while await kept.sweep(before.id, _CHUNK):
            pass
        return await crawl_named(kept, before.id)

    changed = changing(store, change)
    print(f"{changed.id} is {changed.status}")
