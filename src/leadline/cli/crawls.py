"""`leadline crawls`, `pause`, `cancel` and `delete`: crawls that are kept."""

from contextlib import aclosing

import uvloop

from leadline import bootstrap
from leadline.cli.kept import (
    CrawlArgument,
    CrawlArguments,
    JsonOption,
    changing,
    is_left_alone,
    print_json,
    resume_command,
    settings_of,
    tell_how_to_go_on,
)
from leadline.cli.options import StoreOption
from leadline.cli.shown import Cell, Column, cut, long, number, short_moment, table
from leadline.cli.terminal import write
from leadline.domain.crawls import Crawl, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidInput
from leadline.services.crawls import crawl_named, place_of, remove_crawl, summary
from leadline.settings import Settings
from leadline.store.contract import Store

_LISTED = 1_000
_CHUNK = 5_000
_SHORT = 8
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
        f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status,
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


def delete(*, crawl_ids: CrawlArguments, store: StoreOption = None) -> None:
    """Cancel crawls that are still running, and remove all that is kept of them.

    ```
    leadline delete latest
    leadline delete 6a72 b0f1
    ```
    """

    async def remove(kept: Store) -> None:
        # All names are read first: with a wrong one nothing is removed.
        found = [await crawl_named(kept, name) for name in crawl_ids]
        for crawl_id in dict.fromkeys(crawl.id for crawl in found):
            await remove_crawl(kept, crawl_id)
            print(f"deleted {crawl_id}")

    changing(store, remove)


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
