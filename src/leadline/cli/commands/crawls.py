"""`leadline crawls`, `pause`, `cancel` and `delete`: commands on stored crawls."""

import time
from contextlib import aclosing
from typing import Annotated

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.options.common import StoreOption, duration_s
from leadline.cli.views.summary import limit_line
from leadline.cli.views.tables import (
    Cell,
    Column,
    long,
    number,
    short_moment,
    size,
    table,
    truncated,
)
from leadline.cli.views.terminal import write
from leadline.cli.with_store import (
    CrawlIdArgument,
    JsonOption,
    complete_crawl_id,
    is_abandoned,
    print_json,
    print_resume_hint,
    resume_command,
    settings_of,
    with_existing_store,
)
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidInput
from leadline.services.crawling.crawls import find_crawl, place_of, remove_crawl, summary
from leadline.settings import Settings
from leadline.store.contract import Store

_LISTED = 1_000
_CHUNK = 5_000
_SHORT = 8
_REASON = 60
_COLUMNS = (
    Column("id"),
    Column("started"),
    truncated("status"),
    # All of them: the other figures add up to `found`.
    number("found"),
    number("fetched"),
    number("failed"),
    number("skipped"),
    number("too deep"),
    number("cancelled"),
    number("queued"),
    number("fetching"),
    long("root"),
)


def crawls(*, store: StoreOption = None, json: JsonOption = False) -> None:
    """List the stored crawls, newest first.

    ```
    leadline crawls
    leadline crawls --json
    ```
    """
    found, is_running_alone = uvloop.run(_all(store))
    if json:
        print_json([summary(crawl) for crawl in found])
    elif found:
        length = _id_length(found)
        write(table(_COLUMNS, [_cells(crawl, length) for crawl in found]))
        if is_running_alone:
            print_resume_hint(_resume(found, settings_of(store)))
    else:
        print("no crawls yet; start one with: leadline crawl URL")


def _resume(found: list[Crawl], settings: Settings) -> str:
    """Return the command that resumes the running crawl; with several, it has `ID` for the id."""
    running = [crawl for crawl in found if crawl.status is CrawlStatus.RUNNING]
    if len(running) > 1:
        return resume_command("ID", settings.allow_network, settings)
    return resume_command(running[0].id, running[0].options.networks, settings)


def _id_length(found: list[Crawl]) -> int:
    """Return how many characters distinguish the ids."""
    length = _SHORT
    while len({crawl.id[:length] for crawl in found}) < len(found):
        length += 1
    return length


def _cells(crawl: Crawl, length: int) -> list[Cell]:
    figures = crawl.figures
    return [
        crawl.id[:length],
        short_moment(crawl.started_at or crawl.created_at),
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
    """Return `completed, limit reached: --max-pages`, so that the list shows incomplete crawls."""
    limits = f", {limit_line(crawl.limits_reached)}" if crawl.limits_reached else ""
    return f"{crawl.status}{limits}" + (f": {_clipped(crawl.reason)}" if crawl.reason else "")


def _clipped(reason: str) -> str:
    """Return a reason, truncated: in a pipe a table is as wide as its widest cell."""
    return reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"


async def _all(store: str | None) -> tuple[list[Crawl], bool]:
    """Return all crawls, and whether no process works on those that run."""
    settings = settings_of(store)
    found: list[Crawl] = []
    if not bootstrap.has_store(settings):
        return found, False
    async with aclosing(bootstrap.open_reader(settings)) as kept:
        while chunk := await kept.newest(
            CrawlKind.CRAWL, _LISTED, place_of(found[-1]) if found else None
        ):
            found += chunk
        return found, await is_abandoned(kept, found)


def pause(*, crawl_id: CrawlIdArgument, store: StoreOption = None) -> None:
    """Pause a crawl. Pages that are being fetched are finished.

    ```
    leadline pause latest
    leadline pause 6a72
    ```
    """
    _set_status(crawl_id, CrawlStatus.PAUSED, store)


def cancel(*, crawl_id: CrawlIdArgument, store: StoreOption = None) -> None:
    """Cancel a crawl for good. Its fetched pages stay stored.

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
            help="Ids of crawls, their first characters, latest or previous.",
            metavar="[ID]...",
            autocompletion=complete_crawl_id,
        ),
    ] = None,
    older_than: Annotated[
        str | None,
        typer.Option(
            help="Delete crawls that ended longer ago than this: 30d, 12h.", metavar="DURATION"
        ),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Delete crawls with their pages and links. Crawls that run are cancelled first.

    ```
    leadline delete latest
    leadline delete 6a72 91c0
    leadline delete --older-than 30d
    ```
    """
    age_s = duration_s(older_than, "--older-than", "30d or 12h")
    if not crawl_ids and age_s is None:
        raise InvalidInput("give ids of crawls, or --older-than; see leadline delete --help")

    async def remove(kept: Store) -> tuple[list[CrawlId], int]:
        named = [(await find_crawl(kept, name)).id for name in crawl_ids or ()]
        old = [] if age_s is None else await _ended_before(kept, time.time() - age_s)
        ids = list(dict.fromkeys([*named, *old]))
        for crawl in ids:
            await remove_crawl(kept, crawl)
        return ids, await kept.compact() if ids else 0

    removed, freed = with_existing_store(store, remove)
    for crawl in removed:
        print(f"deleted {crawl}")
    if not removed:
        print(f"no crawl ended longer than {older_than} ago")
    if freed:
        print(f"{size(freed)} of disk space freed")


async def _ended_before(kept: Store, moment: float) -> list[CrawlId]:
    """Return crawls that ended before this moment, newest first."""
    found: list[CrawlId] = []
    last = None
    while chunk := await kept.newest(CrawlKind.CRAWL, _LISTED, last):
        found += [each.id for each in chunk if each.finished_at and each.finished_at < moment]
        last = place_of(chunk[-1])
    return found


def _set_status(name: str, status: CrawlStatus, store: str | None) -> None:
    async def change(kept: Store) -> Crawl:
        before = await find_crawl(kept, name)
        if not await kept.set_status(before.id, status):
            raise InvalidInput(
                f"crawl {before.id} is over ({before.status}): it cannot be {status}"
            )
        while await kept.sweep(before.id, _CHUNK):
            pass
        return await find_crawl(kept, before.id)

    changed = with_existing_store(store, change)
    print(f"{changed.id} is {changed.status}")
