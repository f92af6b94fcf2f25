"""The options of `leadline crawl`, in one place for all commands that crawl."""

import os
from dataclasses import dataclass, fields
from typing import Annotated

import typer

from leadline.cli.options.common import (
    AllowNetwork,
    BasicAuth,
    CookieOption,
    HeaderOption,
    KeepOption,
    MaxTime,
    StoreOption,
    TimeoutMs,
    UserAgent,
    Workers,
    duration_s,
    headers_of,
    keeps_of,
)
from leadline.cli.options.option_sets import takes
from leadline.domain.crawl_options import CrawlOptions, Face
from leadline.services.crawling.crawls import check_patterns
from leadline.services.crawling.options import given_in, options_with
from leadline.settings import Settings, read_settings, with_options
from leadline.urls.scope import ScopeRule

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlArguments:
    """The options of a crawl on the command line. Each field is an option."""

    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            "--max-depth",
            min=0,
            max=MOST,
            help="The deepest depth that is fetched.  [default: 3]",
        ),
    ] = None
    max_pages: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Fetch up to this many pages.")
    ] = None
    max_time: MaxTime = None
    scope: Annotated[
        ScopeRule,
        typer.Option(
            help="The pages that belong to the crawl: domain, host, subpath or all.", metavar="RULE"
        ),
    ] = ScopeRule.DOMAIN
    include: Annotated[
        list[str] | None,
        typer.Option(help="Crawl only addresses that match; repeatable.", metavar="PATTERN"),
    ] = None
    exclude: Annotated[
        list[str] | None,
        typer.Option(help="Skip addresses that match; repeatable.", metavar="PATTERN"),
    ] = None
    concurrency: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Requests open at once.  [default: 5]")
    ] = None
    delay_ms: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST,
            help="Delay between two requests to one host. 0: no delay; use it only for your "
            "own host.  [default: 100]",
        ),
    ] = None
    timeout_ms: TimeoutMs = None
    max_attempts: Annotated[
        int, typer.Option(min=1, max=MOST, help="Attempts before a page has failed.")
    ] = 3
    host_outage_max: Annotated[
        str | None,
        typer.Option(
            help="How long to wait for a host that stops answering: 60s, 10m.", metavar="DURATION"
        ),
    ] = None
    user_agent: UserAgent = None
    header: HeaderOption = None
    cookie: CookieOption = None
    basic_auth: BasicAuth = None
    max_per_shape: Annotated[
        int,
        typer.Option(min=0, max=MOST, help="Pages of one shape before it is a trap; 0: no limit."),
    ] = 2_000
    no_robots: Annotated[bool, typer.Option("--no-robots", help="Do not read robots.txt.")] = False
    respect_nofollow: Annotated[
        bool,
        typer.Option("--respect-nofollow", help="Do not follow nofollow links."),
    ] = False
    sitemap: Annotated[
        bool, typer.Option("--sitemap", help="Fetch the pages that the site's sitemaps list, too.")
    ] = False
    keep: KeepOption = "text"
    workers: Workers = None
    allow_network: AllowNetwork = None
    store: StoreOption = None

    @property
    def worker_count(self) -> int:
        """Return how many feeders to start."""
        return self.workers or os.cpu_count() or 1

    def given_for_crawling(self) -> list[str]:
        """Return the names of the given options, except `--store`."""
        return [
            "--" + each.name.replace("_", "-")
            for each in fields(self)
            if each.name != "store" and getattr(self, each.name) != each.default
        ]

    def settings(self) -> Settings:
        """Return the settings with these options. Raises InvalidSetting."""
        settings = read_settings()
        return with_options(
            settings,
            store=self.store,
            timeout_ms=self.timeout_ms,
            user_agent=self.user_agent,
            allow_network=(*settings.allow_network, *(self.allow_network or ())),
        )

    def options(self, settings: Settings) -> CrawlOptions:
        """Return the options of the crawl. Raises InvalidHeader, InvalidPattern, InvalidInput."""
        typed = {each.name.replace("_", "-"): getattr(self, each.name) for each in fields(self)}
        given = given_in(Face.TERMINAL, typed) | {
            "max_time_s": duration_s(self.max_time, "--max-time"),
            "headers": headers_of(self.header, self.cookie, self.basic_auth),
            "respects_robots": False if self.no_robots else None,
            "keeps": keeps_of(self.keep),
            "host_outage_max_s": duration_s(self.host_outage_max, "--host-outage-max"),
            "networks": settings.allow_network,
        }
        options = options_with(given, settings)
        check_patterns(options)
        return options


takes_crawl_options = takes(CrawlArguments, "arguments")
"""Give a command an option for each field of `CrawlArguments`, in the place of `arguments`."""
