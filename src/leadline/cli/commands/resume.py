"""`leadline resume ID`: continue a crawl that was paused or interrupted."""

import os
from contextlib import aclosing
from dataclasses import replace

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.commands.crawl import (
    Ended,
    print_page_limit,
    remove_without_root,
    report,
    watch,
)
from leadline.cli.exit_codes import REFUSED
from leadline.cli.interrupts import Interrupts
from leadline.cli.options.common import AllowNetwork, MaxTime, StoreOption, Workers, duration_s
from leadline.cli.views.skips import forbidden_line
from leadline.cli.views.terminal import complain
from leadline.cli.with_store import CrawlIdArgument, JsonOption
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlStatus
from leadline.services.crawling.crawls import find_crawl, get_crawl
from leadline.settings import Settings, read_settings, with_options


def resume(
    *,
    crawl_id: CrawlIdArgument,
    workers: Workers = None,
    max_time: MaxTime = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Resume a crawl that was paused or interrupted.

    ```
    leadline resume latest
    leadline resume 6a72
    leadline resume latest --max-time 2h
    ```
    """
    settings = read_settings()
    settings = with_options(
        settings, store=store, allow_network=(*settings.allow_network, *(allow_network or ()))
    )
    bootstrap.check(settings)
    max_time_s = duration_s(max_time, "--max-time")
    ended = uvloop.run(_resume(crawl_id, settings, workers or os.cpu_count() or 1, max_time_s))
    report(ended, is_json=json)


async def _resume(name: str, settings: Settings, workers: int, max_time_s: float | None) -> Ended:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_kept(settings)) as store:
        crawl = await find_crawl(store, name)
        if not crawl.status.is_final or max_time_s is not None:
            if refused := await bootstrap.refusal(settings, crawl.root_url):
                complain(f"{forbidden_line(refused.reason, refused.detail)}; nothing was changed")
                raise typer.Exit(REFUSED)
            options = _options(crawl.options, settings, max_time_s)
            # More time reopens a crawl that reached its time limit.
            if await store.set_options(crawl.id, options):
                await store.set_status(crawl.id, CrawlStatus.RUNNING)
                crawl = await get_crawl(store, crawl.id)
        if crawl.status.is_final:
            complain(f"crawl {crawl.id} is over ({crawl.status}): there is nothing to resume")
        ended = await watch(store, crawl.id, settings, workers, interrupts)
        await remove_without_root(store, ended.crawl)
        return ended


def _options(kept: CrawlOptions, settings: Settings, max_time_s: float | None) -> CrawlOptions:
    """Return the options from now on: networks and limits are those of this command."""
    most = settings.max_pages_limit
    max_pages = min(kept.max_pages or most, most) if most else kept.max_pages
    options = replace(
        kept,
        networks=settings.allow_network,
        max_pages=max_pages,
        max_time_s=kept.max_time_s if max_time_s is None else max_time_s,
    )
    print_page_limit(options, settings)
    return options
