"""`leadline scrape URL`: one page, for a person or for a program."""

from typing import Annotated

import msgspec
import typer
import uvloop

from leadline import bootstrap
from leadline.cli.options import AllowNetwork, address_of, headers_of, selectors_of
from leadline.cli.scrape_view import show
from leadline.cli.terminal import complain, safe, safe_json
from leadline.domain.addresses import Address
from leadline.domain.documents import Wanted
from leadline.domain.errors import FetchError
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.services.page_data import page_data
from leadline.services.scrapes import Scrape, ScrapeOptions
from leadline.services.scrapes import scrape as scrape_page
from leadline.settings import Settings, read_settings, with_options

REFUSED = 3
FAILED = 4


def scrape(
    *,
    url: Annotated[str, typer.Argument(help="The page to fetch: http or https.", metavar="URL")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(help="A field to extract, as name=css; repeatable.", metavar="NAME=CSS"),
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the main content as Markdown.")
    ] = False,
    timeout_ms: Annotated[
        int | None,
        typer.Option(min=1, max=86_400_000, help="Time for one request.  [default: 10000]"),
    ] = None,
    user_agent: Annotated[str | None, typer.Option(help="Who to be.")] = None,
    header: Annotated[
        list[str] | None,
        typer.Option(help="A request header; repeatable.", metavar="'NAME: VALUE'"),
    ] = None,
    allow_network: AllowNetwork = None,
    no_robots: Annotated[bool, typer.Option("--no-robots", help="Do not ask robots.txt.")] = False,
) -> None:
    """Fetch one page and show what it says.

    Loopback and private networks are refused unless they are allowed.

    ```
    leadline scrape https://example.com
    leadline scrape https://example.com --json --select title=h1 --select price=.price
    leadline scrape https://example.com --markdown > page.md
    leadline scrape http://127.0.0.1:8100/ --allow-network 127.0.0.1:8100
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
    options = ScrapeOptions(
        user_agent=settings.user_agent,
        limits=bootstrap.limits(settings),
        headers=headers_of(header or []),
        respects_robots=settings.respect_robots_txt and not no_robots,
        wanted=Wanted(selectors_of(select or []), markdown=markdown),
    )
    address = address_of(url)
    result = address if isinstance(address, Skipped) else _scraped(address, options, settings)
    if isinstance(result, Skipped):
        complain(f"refused: {result.detail}{_way_out(result)}")
        raise typer.Exit(REFUSED)
    if json:
        print(safe_json(msgspec.json.encode(page_data(result)).decode()), flush=True)
    elif markdown:
        _print_markdown(result)
    else:
        show(result)


def _scraped(address: Address, options: ScrapeOptions, settings: Settings) -> Scrape | Skipped:
    async def run() -> Scrape | Skipped:
        async with bootstrap.fetching(settings) as tools:
            return await scrape_page(address, options, tools.fetcher, tools.sandbox)

    try:
        return uvloop.run(run())
    except FetchError as exc:
        complain(f"failed: {type(exc).__name__}: {exc}{_next_step(exc)}")
        raise typer.Exit(FAILED) from exc


def _way_out(refused: Skipped) -> str:
    if refused.reason is SkipReason.ROBOTS:
        return "; fetch it anyway with --no-robots"
    return ""


def _next_step(exc: FetchError) -> str:
    match type(exc).__name__:
        case "TimedOut" | "ConnectTimedOut":
            return "; allow more time with --timeout-ms"
        case "DnsFailed":
            return "; check the host name"
        case "ConnectRefused":
            return "; check the port, and that the server runs"
        case "TlsFailed":
            return "; the site's certificate does not hold, so nothing was sent"
        case _ if exc.is_retryable:
            return "; try again"
        case _:
            return ""


def _print_markdown(result: Scrape) -> None:
    document = result.document
    if document.parse == "gave up":
        complain("nothing to print: the page took too long to read; try LEADLINE_PARSE_TIMEOUT_MS")
    elif document.markdown is None:
        content_type = result.response.header("content-type") or "a page without type"
        complain(f"nothing to print: {content_type} is not HTML")
    else:
        print(safe(document.markdown), flush=True)
