"""`leadline resume ID`: a crawl that was paused or interrupted."""

import os
from contextlib import aclosing
from dataclasses import replace

import typer
import uvloop

from leadline import bootstrap
from leadline.cli.crawl import (
    REFUSED,
    Ended,
    keep_nothing_without_root,
    report,
    tell_page_limit,
    watch,
)
from leadline.cli.interrupts import Interrupts
from leadline.cli.kept import CrawlArgument, JsonOption
from leadline.cli.options import AllowNetwork, MaxTime, StoreOption, Workers, duration_s
from leadline.cli.terminal import complain
from leadline.domain.crawls import CrawlOptions, CrawlStatus
from leadline.services.crawls import crawl_named, existing
from leadline.settings import Settings, read_settings, with_options


def resume(
    *,
    crawl_id: CrawlArgument,
    workers: Workers = None,
    max_time: MaxTime = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Go on with a crawl that was paused or interrupted.

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
        crawl = await crawl_named(store, name)
        if not crawl.status.is_final or max_time_s is not None:
            if refused := await bootstrap.refusal(settings, crawl.root_url):
                complain(f"refused: {refused.detail}; nothing was changed")
                raise typer.Exit(REFUSED)
            options = _options(crawl.options, settings, max_time_s)
            # More time opens a crawl again that was out of it.
            if await store.set_options(crawl.id, options):
                await store.set_status(crawl.id, CrawlStatus.RUNNING)
                crawl = await existing(store, crawl.id)
        if crawl.status.is_final:
            complain(f"{crawl.id} is {crawl.status}: there is nothing to go on with")
        ended = await watch(store, crawl.id, settings, workers, interrupts)
        await keep_nothing_without_root(store, ended.crawl)
        return ended


def _options(kept: CrawlOptions, settings: Settings, max_time_s: float | None) -> CrawlOptions:
    """Return what is asked for from now on: networks and limits are those of this command."""
    most = settings.max_pages_limit
    max_pages = min(kept.max_pages or most, most) if most else kept.max_pages
    options = replace(
        kept,
        networks=settings.allow_network,
        max_pages=max_pages,
        max_time_s=kept.max_time_s if max_time_s is None else max_time_s,
    )
    tell_page_limit(options, settings)
    return options
