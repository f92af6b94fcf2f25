"""`leadline crawl URL`: a site, from its root to a depth."""

from contextlib import aclosing
from typing import Annotated, NamedTuple

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.crawl_options import Asked, takes_crawl_options
from leadline.cli.cuts_view import cut_lines
from leadline.cli.interrupts import Interrupts
from leadline.cli.kept import resume_command
from leadline.cli.live import CrawlDisplay
from leadline.cli.options import address_of, way_out
from leadline.cli.shown import pages, pairs
from leadline.cli.summary import summary_lines
from leadline.cli.terminal import complain, safe_json, write
from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CrawlId, CrawlOptions, CrawlStatus
from leadline.domain.errors import StoreError, StoreUnavailable
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.services.crawls import is_rootless, remove_crawl, start_crawl, summary
from leadline.services.cuts import Cut, cuts
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.store.reader import Reader
from leadline.worker.supervisor import Supervisor

REFUSED = 3
FAILED = 4
INTERRUPTED = 130

_BY_OTHERS = (
    "a server or feeder on this store was not allowed what this command is, and has refused it; "
    "begin again with: leadline crawl URL"
)


@takes_crawl_options
def crawl(
    *,
    url: Annotated[str, typer.Argument(help="Where to begin: http or https.", metavar="URL")],
    asked: Asked,
    json: Annotated[bool, typer.Option("--json", help="Print one final JSON object.")] = False,
) -> None:
    """Crawl a site and keep its pages and links.

    ```
    leadline crawl https://example.com
    leadline crawl https://example.com --depth 5 --max-pages 1000 --exclude '/tag/*'
    leadline crawl http://127.0.0.1:8100/ --allow-network 127.0.0.1:8100 --delay-ms 0
    ```
    """
    settings = asked.settings()
    address = root_of(url)
    options = asked.options(settings)
    bootstrap.check(settings)
    ended = uvloop.run(_crawl(address, options, settings, asked.worker_count))
    report(ended, is_json=json)


def root_of(url: str) -> Address:
    """Where a crawl begins; ends the command when that is nowhere."""
    address = address_of(url)
    if isinstance(address, Skipped):
        complain(f"refused: {address.detail}")
        raise typer.Exit(REFUSED)
    return address


class Ended(NamedTuple):
    """A crawl that is worked on no more; what kept its root from being fetched, if a rule did."""

    crawl: Crawl
    root_refused_for: SkipReason | None
    way_out: str
    """What lets the root be fetched all the same, if it was robots.txt that did not."""
    resume: str
    """The command that goes on with it."""
    cuts: list[Cut]
    is_refused_by_others: bool = False
    """Whether a server or feeder with fewer permissions has refused its root."""


async def _crawl(
    address: Address, options: CrawlOptions, settings: Settings, workers: int
) -> Ended:
    interrupts = Interrupts()
    async with aclosing(bootstrap.open_store(settings)) as store:
        crawl_id = await begin(store, address, options, settings)
        ended = await watch(store, crawl_id, settings, workers, interrupts)
        await keep_nothing_without_root(store, ended.crawl)
        return ended


async def begin(
    store: Store, address: Address, options: CrawlOptions, settings: Settings
) -> CrawlId:
    """Store a crawl; ends the command when others on the store may go where we may not.

    They would fetch what our feeders refuse, and who gets which page is chance.
    """
    if await store.workers() and (refused := await bootstrap.refusal(settings, address)):
        complain(f"refused: {refused.detail}")
        raise typer.Exit(REFUSED)
    tell_page_limit(options, settings)
    return await start_crawl(store, address, options)


def tell_page_limit(options: CrawlOptions, settings: Settings) -> None:
    """Print that a setting bounds the crawl, where it does."""
    if options.max_pages is not None and options.max_pages == settings.max_pages_limit:
        complain(f"no more than {pages(options.max_pages)} (LEADLINE_MAX_PAGES_LIMIT)")


async def watch(
    store: Store, crawl_id: CrawlId, settings: Settings, workers: int, interrupts: Interrupts
) -> Ended:
    """Work on one crawl until it is over; an interrupt pauses it, a second one does so at once."""
    resume = resume_command(crawl_id, settings.allow_network, settings)
    state = await _get(store, crawl_id)
    if not state.status.is_final:
        complain(f"crawl {crawl_id}")

    gap_s, outage_max_s = settings.rate_limit_min_time_ms / 1000, settings.host_outage_max_s
    display = CrawlDisplay(store, gap_s, outage_max_s=outage_max_s)
    supervisor = Supervisor(store, settings, workers, crawl_id)

    is_told = False

    async def look() -> None:
        nonlocal state, is_told
        state = await _get(store, crawl_id)
        # Nothing is kept of a crawl whose root fails, and nothing is left of one that is over.
        if not is_told and state.figures.fetched and not state.status.is_final:
            is_told = True
            display.tell(f"if it is interrupted, go on with: {resume}")
        await display.show(state)

    def react() -> None:
        if interrupts.count > 1:
            supervisor.hurry()
        else:
            display.say("pausing when the pages in work are finished; Ctrl-C again: at once")

    interrupts.then = react
    try:
        with display:
            await supervisor.run(lambda: interrupts.count > 0 or _is_over(state), look)
    except StoreUnavailable as exc:
        raise StoreUnavailable(f"{exc}; what was stored is kept, go on with: {resume}") from exc
    if interrupts.count and not state.status.is_final:
        await store.set_status(crawl_id, CrawlStatus.PAUSED, "interrupted")
    ended = await ended_as_it_is(store, await _get(store, crawl_id), resume)
    return ended._replace(is_refused_by_others=await _is_refused_by_others(ended, settings))


async def keep_nothing_without_root(store: Store, crawl: Crawl) -> None:
    """Remove a crawl that failed at its root, as the server does."""
    if is_rootless(crawl):
        await remove_crawl(store, crawl.id)


async def ended_as_it_is(store: Reader, crawl: Crawl, resume: str) -> Ended:
    """What there is to say of a crawl that nobody here works on."""
    root = (await store.pages_by_id(crawl.id, [crawl.root]))[crawl.root]
    hint = way_out(root.reason, root.error)
    return Ended(crawl, root.reason, hint, resume, await cuts(store, crawl))


async def _is_refused_by_others(ended: Ended, settings: Settings) -> bool:
    """Whether the root was refused although our own feeders may fetch from there."""
    if ended.root_refused_for is not SkipReason.ADDRESS or not settings.allow_network:
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
    """Print the figures of a crawl, and end as it ended."""
    crawl = ended.crawl
    if is_json:
        figures = summary(crawl) | {"cuts": ended.cuts}
        print(safe_json(msgspec.json.encode(figures).decode()))
    elif not is_rootless(crawl):
        cut = cut_lines(ended.cuts, crawl.figures.too_deep)
        write(pairs([*summary_lines(crawl), *(("cut", line) for line in cut)]))
    end_as(ended)


def end_as(ended: Ended) -> None:
    """Say why a crawl is not complete, if it is not, and exit with the code for that."""
    crawl = ended.crawl
    if ended.is_refused_by_others:
        complain(_BY_OTHERS)
    if crawl.status is CrawlStatus.PAUSED:
        complain(f"paused; go on with: {ended.resume}")
        raise typer.Exit(INTERRUPTED)
    if crawl.status is CrawlStatus.FAILED:
        how, code = ("refused", REFUSED) if ended.root_refused_for else ("failed", FAILED)
        complain(f"{how}: {crawl.reason}{ended.way_out}")
        raise typer.Exit(code)
    if crawl.status is CrawlStatus.CANCELLED:
        complain("cancelled; what was fetched is kept")
        raise typer.Exit(FAILED)
