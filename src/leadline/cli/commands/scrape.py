"""`leadline scrape URL`: fetch one page and print its content."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer
import uvloop

from leadline.cli.exit_codes import FAILED, REFUSED
from leadline.cli.options.common import (
    AllowNetwork,
    BasicAuth,
    CookieOption,
    HeaderOption,
    TimeoutMs,
    UserAgent,
    address_of,
    headers_of,
    selectors_of,
)
from leadline.cli.views.failures import failed_line, way_out
from leadline.cli.views.scrape import show
from leadline.cli.views.skips import forbidden_line
from leadline.cli.views.terminal import complain, safe, safe_json
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.errors import FetchError
from leadline.domain.skips import Skipped
from leadline.settings import Settings, read_settings, with_options
from leadline.urls.scope import ScopeRule
from leadline.worker.scraping import PageData, scrape_here


def scrape(
    *,
    url: Annotated[str, typer.Argument(help="The page to fetch: http or https.", metavar="URL")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(help="Extract a field by CSS selector; repeatable.", metavar="NAME=CSS"),
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the main content as Markdown.")
    ] = False,
    timeout_ms: TimeoutMs = None,
    user_agent: UserAgent = None,
    header: HeaderOption = None,
    cookie: CookieOption = None,
    basic_auth: BasicAuth = None,
    allow_network: AllowNetwork = None,
    no_robots: Annotated[bool, typer.Option("--no-robots", help="Do not read robots.txt.")] = False,
    store: Annotated[
        str | None,
        typer.Option(
            help="Share the pace of hosts with the crawls of this store.  [default: none]"
        ),
    ] = None,
) -> None:
    """Fetch one page and print its content.

    The guard refuses loopback and private networks, unless --allow-network opens them.

    ```
    leadline scrape https://example.com
    leadline scrape https://example.com --json --select title=h1 --select price=.price
    leadline scrape https://example.com --markdown > page.md
    leadline scrape http://127.0.0.1:8100/ --allow-network 127.0.0.1:8100
    leadline scrape https://example.com --store sqlite:///leadline.db
    ```
    """
    if select and markdown and not json:
        raise typer.BadParameter("--select and --markdown together need --json")
    settings = read_settings()
    settings = with_options(
        settings,
        timeout_ms=timeout_ms,
        user_agent=user_agent,
        allow_network=(*settings.allow_network, *(allow_network or ())),
    )
    options = CrawlOptions(
        max_depth=0,
        scope=ScopeRule.HOST,
        concurrency=1,
        timeout_ms=settings.timeout_ms,
        user_agent=settings.user_agent,
        headers=headers_of(header, cookie, basic_auth),
        respects_robots=settings.respect_robots_txt and not no_robots,
        max_attempts=1,
        selectors=tuple(selectors_of(select or []).items()),
        markdown=markdown,
        networks=settings.allow_network,
    )
    address = address_of(url)
    # Handled like Ctrl-C, so that temporary files are removed.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    with _store(settings, store) as settings:
        result = address if isinstance(address, Skipped) else _scrape(address, options, settings)
    if isinstance(result, Skipped):
        remedy = way_out(str(address), result.reason, result.detail)
        complain(forbidden_line(result.reason, result.detail + remedy))
        raise typer.Exit(REFUSED)
    if json:
        print(safe_json(msgspec.json.encode(result).decode()), flush=True)
    elif markdown:
        _print_markdown(result)
    else:
        show(result)


@contextmanager
def _store(settings: Settings, store: str | None) -> Iterator[Settings]:
    """Yield the settings with the given store, or with a temporary one."""
    if store is not None:
        yield with_options(settings, store=store)
        return
    with tempfile.TemporaryDirectory(prefix="leadline-") as folder:
        yield with_options(settings, store=f"sqlite:///{folder}/scrape.db")


def _scrape(address: Address, options: CrawlOptions, settings: Settings) -> PageData | Skipped:
    try:
        return uvloop.run(scrape_here(address, options, settings))
    except FetchError as exc:
        complain(failed_line(exc.at or address, type(exc).__name__, str(exc)))
        raise typer.Exit(FAILED) from exc


def _print_markdown(page: PageData) -> None:
    if page["parse"] == "gave up":
        complain("nothing to print: the page took too long to read; try LEADLINE_PARSE_TIMEOUT_MS")
    elif page["markdown"] is None:
        content_type = page["contentType"] or "a page without content type"
        complain(f"nothing to print: {content_type} is not HTML")
    else:
        print(safe(page["markdown"]), flush=True)
