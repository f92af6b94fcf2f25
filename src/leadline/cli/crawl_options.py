"""The options of `leadline crawl`, in one place for all commands that crawl."""

import os
from dataclasses import dataclass, fields
from typing import Annotated

import typer

from leadline.cli.option_sets import takes
from leadline.cli.options import (
    AllowNetwork,
    BasicAuth,
    CookieOption,
    HeaderOption,
    KeepOption,
    StoreOption,
    TimeoutMs,
    UserAgent,
    Workers,
    headers_of,
    keeps_of,
)
from leadline.domain.crawls import CrawlOptions
from leadline.services.crawls import check_patterns
from leadline.settings import Settings, read_settings, with_options
from leadline.urls.scope import ScopeRule

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked of a crawl on the command line. Each field is an option."""

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
        int | None, typer.Option(min=1, max=MOST, help="Fetch no more than this.")
    ] = None
    scope: Annotated[ScopeRule, typer.Option(help="How far to go.")] = ScopeRule.DOMAIN
    include: Annotated[
        list[str] | None,
        typer.Option(help="Only addresses like this; repeatable.", metavar="PATTERN"),
    ] = None
    exclude: Annotated[
        list[str] | None,
        typer.Option(help="No addresses like this; repeatable.", metavar="PATTERN"),
    ] = None
    concurrency: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Requests open at once.  [default: 5]")
    ] = None
    delay_ms: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST,
            help="Gap between two requests to a host; 0 says that the host is yours."
            "  [default: 100]",
        ),
    ] = None
    timeout_ms: TimeoutMs = None
    max_attempts: Annotated[
        int, typer.Option(min=1, max=MOST, help="How often a page is tried before it has failed.")
    ] = 3
    user_agent: UserAgent = None
    header: HeaderOption = None
    cookie: CookieOption = None
    basic_auth: BasicAuth = None
    max_per_shape: Annotated[
        int,
        typer.Option(min=0, max=MOST, help="Pages of one shape before it is a trap; 0: no limit."),
    ] = 2_000
    no_robots: Annotated[bool, typer.Option("--no-robots", help="Do not ask robots.txt.")] = False
    respect_nofollow: Annotated[
        bool,
        typer.Option("--respect-nofollow", help="Do not follow links that ask for that."),
    ] = False
    sitemap: Annotated[
        bool, typer.Option("--sitemap", help="Fetch what the site's sitemaps list, too.")
    ] = False
    keep: KeepOption = "text"
    workers: Workers = None
    allow_network: AllowNetwork = None
    store: StoreOption = None

    @property
    def worker_count(self) -> int:
        """How many feeders there are to be."""
        return self.workers or os.cpu_count() or 1

    def given_for_crawling(self) -> list[str]:
        """The options that were given, but for the store."""
        return [
            "--" + each.name.replace("_", "-")
            for each in fields(self)
            if each.name != "store" and getattr(self, each.name) != each.default
        ]

    def settings(self) -> Settings:
        """The settings with these options. Raises InvalidSetting."""
        settings = read_settings()
        return with_options(
            settings,
            store=self.store,
            timeout_ms=self.timeout_ms,
            user_agent=self.user_agent,
            allow_network=(*settings.allow_network, *(self.allow_network or ())),
        )

    def options(self, settings: Settings) -> CrawlOptions:
        """What is kept with the crawl. Raises InvalidHeader and InvalidPattern."""
        options = CrawlOptions(
            max_depth=settings.default_max_depth if self.depth is None else self.depth,
            scope=self.scope,
            include=tuple(self.include or ()),
            exclude=tuple(self.exclude or ()),
            max_pages=self.max_pages,
            concurrency=self.concurrency or settings.default_concurrency,
            delay_ms=self.delay_ms,
            timeout_ms=settings.timeout_ms,
            user_agent=settings.user_agent,
            headers=headers_of(self.header, self.cookie, self.basic_auth),
            respects_robots=settings.respect_robots_txt and not self.no_robots,
            respects_nofollow=self.respect_nofollow,
            reads_sitemaps=self.sitemap,
            max_attempts=self.max_attempts,
            max_per_shape=self.max_per_shape,
            keeps=keeps_of(self.keep),
            networks=settings.allow_network,
        )
        check_patterns(options)
        return options


takes_crawl_options = takes(Asked, "asked")
"""Give a command an option for each field of `Asked`, where it has the parameter `asked`."""
