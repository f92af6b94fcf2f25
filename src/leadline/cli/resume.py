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
from leadline.cli.options import AllowNetwork, StoreOption, Workers
from leadline.cli.terminal import complain
from leadline.domain.crawls import CrawlOptions, CrawlStatus
from leadline.services.crawls import crawl_named
from leadline.settings import Settings, read_settings, with_options


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
    leadline resume latest
    leadline resume 6a72
    ```
    """
    settings = read_settings()
    settings = with_options(
        settings, store=store, allow_network=(*settings.allow_network, *(allow_network or ()))
    )
    bootstrap.check(settings)
    ended = uvloop.run(_resume(crawl_id, settings, workers or os.cpu_count() or 1))
    report(ended, is_json=json)


async def _resume(name: str, settings: Settings, workers: int) -> Ended:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_kept(settings)) as store:
        crawl = await crawl_named(store, name)
        if crawl.status.is_final:
            complain(f"{crawl.id} is {crawl.status}: there is nothing to go on with")
        elif refused := await bootstrap.refusal(settings, crawl.root_url):
            complain(f"refused: {refused.detail}; nothing was changed")
            raise typer.Exit(REFUSED)
        await store.set_options(crawl.id, _options(crawl.options, settings))
        await store.set_status(crawl.id, CrawlStatus.RUNNING)
        ended = await watch(store, crawl.id, settings, workers, interrupts)
        await keep_nothing_without_root(store, ended.crawl)
        return ended


def _options(kept: CrawlOptions, settings: Settings) -> CrawlOptions:
    """Return what is asked for from now on: networks and limits are those of this command."""
    most = settings.max_pages_limit
    max_pages = min(kept.max_pages or most, most) if most else kept.max_pages
    options = replace(kept, networks=settings.allow_network, max_pages=max_pages)
    tell_page_limit(options, settings)
    return options
