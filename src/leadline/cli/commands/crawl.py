"""`leadline crawl URL`: crawl a site, from its root down to a depth."""

import time
from contextlib import aclosing
from typing import Annotated, NamedTuple

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.exit_codes import FAILED, INTERRUPTED, REFUSED
from leadline.cli.interrupts import Interrupts
from leadline.cli.options.common import address_of
from leadline.cli.options.crawl_options import CrawlArguments, takes_crawl_options
from leadline.cli.views.crawl_display import CrawlDisplay
from leadline.cli.views.failures import failed_line, way_out
from leadline.cli.views.skips import forbidden_line, skip_lines
from leadline.cli.views.summary import summary_lines
from leadline.cli.views.tables import pages, pairs
from leadline.cli.views.terminal import complain, safe_json, write
from leadline.cli.with_store import resume_command
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus
from leadline.domain.errors import StoreError, StoreUnavailable
from leadline.domain.pages import Page, PageState
from leadline.domain.skips import Skipped, SkipReason
from leadline.services.crawling.crawls import is_rootless, remove_crawl, start_crawl, summary
from leadline.services.figures.skips import SkipGroup, skip_groups
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.store.reader import Reader
from leadline.worker.processes.supervisor import Supervisor

_SLOW_ROOT_S = 2.0
_BY_OTHERS = (
    "a server or feeder on this store, started without the same --allow-network, refused the root; "
    "stop it, or start it with that option, and crawl again"
)


@takes_crawl_options
def crawl(
    *,
    url: Annotated[str, typer.Argument(help="Root of the crawl: http or https.", metavar="URL")],
    arguments: CrawlArguments,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object at the end.")] = False,
) -> None:
    """Crawl a site and store its pages and links.

    ```
    leadline crawl https://example.com
    leadline crawl https://example.com --depth 5 --max-pages 1000 --exclude '/tag/*'
    leadline crawl http://127.0.0.1:8100/ --allow-network 127.0.0.1:8100 --delay-ms 0
    ```
    """
    settings = arguments.settings()
    address = root_of(url)
    options = arguments.options(settings)
    bootstrap.check(settings)
    ended = uvloop.run(_crawl(address, options, settings, arguments.worker_count))
    report(ended, is_json=json)


def root_of(url: str) -> Address:
    """Return the root of a crawl; exit if a rule forbids it."""
    address = address_of(url)
    if isinstance(address, Skipped):
        complain(forbidden_line(address.reason, address.detail))
        raise typer.Exit(REFUSED)
    return address


class Ended(NamedTuple):
    """A crawl that this command no longer works on, and its root."""

    crawl: Crawl
    root: Page
    resume: str
    """The command that resumes it."""
    skips: list[SkipGroup]
    is_refused_by_others: bool = False
    """Whether a server or feeder with fewer permissions has refused its root."""


async def _crawl(
    address: Address, options: CrawlOptions, settings: Settings, workers: int
) -> Ended:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_store(settings)) as store:
        crawl_id = await start(store, address, options, settings)
        ended = await watch(store, crawl_id, settings, workers, interrupts)
        await remove_without_root(store, ended.crawl)
        return ended


async def start(
    store: Store, address: Address, options: CrawlOptions, settings: Settings
) -> CrawlId:
    """Store a crawl; exit if the guard refuses its root while other processes use the store.

    They could fetch pages that our feeders refuse; which process claims a page is chance.
    """
    if await store.workers() and (refused := await bootstrap.refusal(settings, address)):
        complain(forbidden_line(refused.reason, refused.detail))
        raise typer.Exit(REFUSED)
    print_page_limit(options, settings)
    return await start_crawl(store, address, options)


def print_page_limit(options: CrawlOptions, settings: Settings) -> None:
    """Print the page limit of the crawl, if a setting sets it."""
    if options.max_pages is not None and options.max_pages == settings.max_pages_limit:
        complain(f"limited to {pages(options.max_pages)} (LEADLINE_MAX_PAGES_LIMIT)")


async def watch(
    store: Store, crawl_id: CrawlId, settings: Settings, workers: int, interrupts: Interrupts
) -> Ended:
    """Work on one crawl until it is over. An interrupt pauses it, a second one at once."""
    resume = resume_command(crawl_id, settings.allow_network, settings)
    state = await _get(store, crawl_id)
    gap_s, outage_max_s = settings.rate_limit_min_time_ms / 1000, settings.host_outage_max_s
    display = CrawlDisplay(store, gap_s, outage_max_s=outage_max_s)
    supervisor = Supervisor(store, settings, workers, crawl_id)

    is_named, slow_at = False, time.monotonic() + _SLOW_ROOT_S

    async def look() -> None:
        nonlocal state, is_named
        state = await _get(store, crawl_id)
        is_waiting = not state.status.is_final
        # A crawl whose root fails is removed. If the root is slow, the command may be killed first.
        if not is_named and (state.figures.fetched or (is_waiting and time.monotonic() > slow_at)):
            is_named = True
            display.print_line(f"crawl {crawl_id}")
            if is_waiting:
                display.print_line(f"if interrupted, resume with: {resume}")
        await display.show(state)

    def react() -> None:
        if interrupts.count > 1:
            supervisor.hurry()
        else:
            display.print_on_terminal("pausing after open requests; Ctrl-C again pauses at once")

    interrupts.then = react
    try:
        with display:
            await supervisor.run(lambda: interrupts.count > 0 or _is_over(state), look)
    except StoreUnavailable as exc:
        raise StoreUnavailable(f"{exc}; stored pages stay; resume with: {resume}") from exc
    if interrupts.count and not state.status.is_final:
        await store.set_status(crawl_id, CrawlStatus.PAUSED, "interrupted")
    ended = await read_end(store, await _get(store, crawl_id), resume)
    return ended._replace(is_refused_by_others=await _is_refused_by_others(ended, settings))


async def remove_without_root(store: Store, crawl: Crawl) -> None:
    """Remove a crawl that failed at its root, as the server does."""
    if is_rootless(crawl):
        await remove_crawl(store, crawl.id)


async def read_end(store: Reader, crawl: Crawl, resume: str) -> Ended:
    """Read the facts about a crawl that this command does not work on."""
    root = (await store.pages_by_id(crawl.id, [crawl.root]))[crawl.root]
    return Ended(crawl, root, resume, await skip_groups(store, crawl))


async def _is_refused_by_others(ended: Ended, settings: Settings) -> bool:
    """Return whether the root was refused, although our own feeders may connect to it."""
    if ended.root.reason is not SkipReason.ADDRESS or not settings.allow_network:
        return False
    return await bootstrap.refusal(settings, ended.crawl.root_url) is None


def _is_over(crawl: Crawl) -> bool:
    return crawl.status.is_final or crawl.status is CrawlStatus.PAUSED


async def _get(store: Store, crawl_id: CrawlId) -> Crawl:
    found = await store.get(crawl_id)
    if found is None:
        raise StoreError(f"crawl {crawl_id} was deleted meanwhile")
    return found


def report(ended: Ended, *, is_json: bool) -> None:
    """Print the figures of a crawl, and exit with its code."""
    crawl = ended.crawl
    if is_json:
        figures = summary(crawl) | {"cuts": ended.skips}
        print(safe_json(msgspec.json.encode(figures).decode()))
    elif not is_rootless(crawl):
        lines = skip_lines(ended.skips, crawl.figures.too_deep)
        write(pairs([*summary_lines(crawl), *(("not fetched", line) for line in lines)]))
    exit_with(ended)


def exit_with(ended: Ended) -> None:
    """Print why a crawl is not complete, if so, and exit with the code for that."""
    crawl, root = ended.crawl, ended.root
    if ended.is_refused_by_others:
        complain(_BY_OTHERS)
    if crawl.status is CrawlStatus.PAUSED:
        complain(f"paused; resume with: {ended.resume}")
        raise typer.Exit(INTERRUPTED)
    if crawl.status is CrawlStatus.FAILED:
        if root.reason:
            remedy = way_out(root.address, root.reason, crawl.reason)
            complain(forbidden_line(root.reason, crawl.reason + remedy))
            raise typer.Exit(REFUSED)
        failure = f"failed: {crawl.reason}"
        if root.state is PageState.FAILED and root.error:
            failure = failed_line(root.address, root.error, root.message or "")
        complain(failure)
        raise typer.Exit(FAILED)
    if crawl.status is CrawlStatus.CANCELLED:
        complain("cancelled; fetched pages stay stored")
        raise typer.Exit(FAILED)
