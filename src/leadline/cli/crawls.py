"""`leadline crawls`, `resume`, `pause`, `cancel` and `delete`: crawls that are kept."""

import os
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, TypeVar

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.crawl import REFUSED, Ended, report, watch
from leadline.cli.options import AllowNetwork, StoreOption, Workers
from leadline.cli.terminal import complain, safe, safe_json
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, CrawlStatus
from leadline.domain.errors import InvalidInput, UnknownCrawl
from leadline.services.crawls import summary
from leadline.settings import Settings, read_settings, with_options
from leadline.store.contract import Store

CrawlArgument = Annotated[str, typer.Argument(help="The id of the crawl.", metavar="ID")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_LISTED = 1_000
_CHUNK = 5_000

Result = TypeVar("Result")


def crawls(*, store: StoreOption = None, json: JsonOption = False) -> None:
    """List the crawls that are kept, the newest first.

    ```
    leadline crawls
    leadline crawls --json
    ```
    """
    figures = [summary(crawl) for crawl in uvloop.run(_all(store))]
    if json:
        print(safe_json(msgspec.json.encode(figures).decode()))
        return
    for row in figures:
        counts = (
            f"{row['fetched']:>8} fetched {row['pending']:>8} pending {row['failed']:>6} failed"
        )
        print(f"{row['crawl_id']}  {row['status']:<10}{counts}  {safe(row['root_url'])}")
    if not figures:
        print("no crawls yet; start one with: leadline crawl URL")


async def _all(store: str | None) -> list[Crawl]:
    settings = with_options(read_settings(), store=store)
    found: list[Crawl] = []
    if not bootstrap.has_store(settings):
        return found
    async with aclosing(bootstrap.open_reader(settings)) as kept:
        while chunk := await kept.newest(
            CrawlKind.CRAWL, _LISTED, found[-1].created_at if found else None
        ):
            found += chunk
    return found


def resume(
    *,
    crawl_id: CrawlArgument,
    workers: Workers = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Go on with a crawl that was paused or interrupted.

    ```
    leadline resume 6a727249-237f-4426-98b7-1600fcd710e0
    ```
    """
    settings = read_settings()
    settings = with_options(
        settings, store=store, allow_network=(*settings.allow_network, *(allow_network or ()))
    )
    bootstrap.check(settings)
    ended = uvloop.run(_resume(CrawlId(crawl_id), settings, workers or os.cpu_count() or 1))
    report(ended, is_json=json)


async def _resume(crawl_id: CrawlId, settings: Settings, workers: int) -> Ended:
    store = bootstrap.open_store(settings)
    try:
        crawl = await _known(store, crawl_id)
        if crawl.status.is_final:
            complain(f"{crawl_id} is {crawl.status}: there is nothing to go on with")
        elif refused := await bootstrap.refusal(settings, crawl.root_url):
            complain(f"refused: {refused.detail}; nothing was changed")
            raise typer.Exit(REFUSED)
        await store.set_status(crawl_id, CrawlStatus.RUNNING)
        return await watch(store, crawl_id, settings, workers)
    finally:
        await store.aclose()


def pause(*, crawl_id: CrawlArgument, store: StoreOption = None) -> None:
    """Fetch nothing more of a crawl for now; what is in work is finished.

    ```
    leadline pause 6a727249-237f-4426-98b7-1600fcd710e0
    ```
    """
    _set_status(crawl_id, CrawlStatus.PAUSED, store)


def cancel(*, crawl_id: CrawlArgument, store: StoreOption = None) -> None:
    """End a crawl for good; what was fetched is kept.

    ```
    leadline cancel 6a727249-237f-4426-98b7-1600fcd710e0
    ```
    """
    _set_status(crawl_id, CrawlStatus.CANCELLED, store)


def delete(*, crawl_id: CrawlArgument, store: StoreOption = None) -> None:
    """Cancel a crawl if it is still running, and remove all that is kept of it.

    ```
    leadline delete 6a727249-237f-4426-98b7-1600fcd710e0
    ```
    """

    async def remove(kept: Store) -> None:
        await _known(kept, CrawlId(crawl_id))
        await kept.set_status(CrawlId(crawl_id), CrawlStatus.CANCELLED)
        while await kept.delete(CrawlId(crawl_id), _CHUNK):
            pass

    _in_store(store, remove)
    print(f"deleted {crawl_id}")


def _set_status(crawl_id: str, status: CrawlStatus, store: str | None) -> None:
    async def change(kept: Store) -> Crawl:
        before = await _known(kept, CrawlId(crawl_id))
        if not await kept.set_status(CrawlId(crawl_id), status):
            raise InvalidInput(f"{crawl_id} is {before.status} already, and stays so")
        while await kept.sweep(CrawlId(crawl_id), _CHUNK):
            pass
        return await _known(kept, CrawlId(crawl_id))

    print(f"{crawl_id} is {_in_store(store, change).status}")


def _in_store(store: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        kept = bootstrap.open_store(with_options(read_settings(), store=store))
        try:
            return await work(kept)
        finally:
            await kept.aclose()

    return uvloop.run(run())


async def _known(store: Store, crawl_id: CrawlId) -> Crawl:
    found = await store.get(crawl_id)
    if found is None:
        raise UnknownCrawl(f"there is no crawl {crawl_id} here; leadline crawls lists them")
    return found
