"""`leadline show ID`: one crawl with its options, hosts and skipped pages."""

import dataclasses
import time
from typing import Any, NamedTuple

from rich.console import RenderableType

from leadline.cli.options.common import StoreOption
from leadline.cli.views.paces import pace_line
from leadline.cli.views.summary import option_of, sitemaps_line
from leadline.cli.views.tables import (
    Cell,
    Column,
    figures_line,
    heading,
    long,
    moment,
    number,
    pages,
    pairs,
    size,
    table,
    took,
    truncated,
)
from leadline.cli.views.terminal import write
from leadline.cli.with_store import (
    CrawlIdArgument,
    JsonOption,
    is_abandoned,
    print_json,
    print_resume_hint,
    resume_command,
    settings_of,
    with_reader,
)
from leadline.domain.crawl_options import CrawlOptions, Face
from leadline.domain.crawls import Crawl, HostPace
from leadline.services.crawling.crawls import find_crawl, summary
from leadline.services.crawling.options import shown_in
from leadline.services.figures.paces import host_row
from leadline.services.figures.skips import SkipGroup, skip_groups
from leadline.settings import Settings
from leadline.store.reader import Reader

_MOST_HOSTS = 100
_DURATIONS = ("max-time", "host-outage-max")

Row = dict[str, Any]


class _Shown(NamedTuple):
    crawl: Crawl
    hosts: list[HostPace]
    skips: list[SkipGroup]
    settings: Settings
    is_abandoned: bool

    @property
    def default_gap_s(self) -> float:
        """Return the delay of a crawl that does not set one."""
        return self.settings.rate_limit_min_time_ms / 1000


def show(*, crawl_id: CrawlIdArgument, store: StoreOption = None, json: JsonOption = False) -> None:
    """Show a crawl: options, progress, the pace of its hosts, and skipped pages.

    ```
    leadline show latest
    leadline show 6a72 --json
    ```
    """
    settings = settings_of(store)

    async def read(kept: Reader) -> _Shown:
        crawl = await find_crawl(kept, crawl_id)
        return _Shown(
            crawl,
            await kept.hosts(crawl.id, _MOST_HOSTS),
            await skip_groups(kept, crawl),
            settings,
            await is_abandoned(kept, [crawl]),
        )

    shown = with_reader(store, read)
    if json:
        print_json(_object(shown))
    else:
        write(*_parts(shown))
        if shown.is_abandoned:
            networks = shown.crawl.options.networks
            print_resume_hint(resume_command(shown.crawl.id, networks, settings))


def _object(shown: _Shown) -> Row:
    crawl = shown.crawl
    return {
        **summary(crawl),
        "reason": crawl.reason,
        "submitted_url": crawl.submitted_url,
        "created_at": _instant(crawl.created_at),
        "started_at": _instant(crawl.started_at),
        "finished_at": _instant(crawl.finished_at),
        "refused_outcomes": crawl.stale,
        "options": _options(crawl.options),
        "hosts": [host_row(host, crawl.options, shown.default_gap_s) for host in shown.hosts],
        "cuts": shown.skips,
    }


def _options(options: CrawlOptions) -> Row:
    """Return the options by their kept names; of headers only the names."""
    return dataclasses.asdict(options) | {"headers": [name for name, _ in options.headers]}


def _typed(options: CrawlOptions, settings: Settings) -> list[tuple[str, Cell]]:
    """Return the options of a crawl as they are typed; settings replace two that are not set."""
    shown = shown_in(Face.TERMINAL, options) | {"no-robots": not options.respects_robots}
    shown |= {name: f"{shown[name]:g}s" for name in _DURATIONS if shown[name] is not None}
    defaults = {
        "delay-ms": f"{settings.rate_limit_min_time_ms:,} (default)",
        "host-outage-max": f"{settings.host_outage_max_s:g}s (default)",
    }
    shown |= {name: value for name, value in defaults.items() if shown[name] is None}
    return [(f"--{name}", _value(value)) for name, value in shown.items()]


def _instant(at: float | None) -> str | None:
    return None if at is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def _parts(shown: _Shown) -> list[RenderableType]:
    crawl = shown.crawl
    parts: list[RenderableType] = [pairs(_facts(crawl)), heading("Options")]
    parts.append(pairs(_typed(crawl.options, shown.settings)))
    if shown.hosts:
        parts += [heading("Hosts"), _hosts(shown)]
    if shown.skips or crawl.figures.too_deep:
        parts += [heading("Not fetched"), _skips(shown)]
    return parts


def _facts(crawl: Crawl) -> list[tuple[str, Cell]]:
    figures = summary(crawl)
    rate = f"{figures['pages_per_s']:,} a second"
    is_elsewhere = crawl.submitted_url != crawl.root_url
    return [
        ("crawl", crawl.id),
        ("root", crawl.root_url),
        ("submitted as", crawl.submitted_url if is_elsewhere else None),
        ("status", f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status),
        ("started", moment(crawl.started_at) if crawl.started_at else "not yet"),
        ("took" if crawl.finished_at else "since then", took(figures["duration_s"], rate)),
        ("fetched", f"{pages(crawl.figures.fetched)}, {size(crawl.bytes)}"),
        ("pages", figures_line(crawl.figures)),
        ("limit reached", ", ".join(map(option_of, crawl.limits_reached)) or None),
        ("links", crawl.leads),
        ("sitemaps", sitemaps_line(crawl)),
        ("stale outcomes", crawl.stale or None),
    ]


def _value(value: Any) -> str:
    match value:
        case None:
            return "not set"
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return ", ".join(str(each) for each in value) or "none"
        case int():
            return f"{value:,}"
        case _:
            return str(value) or "not set"


def _hosts(shown: _Shown) -> RenderableType:
    columns = (
        Column("host"),
        long("pace"),
        number("queued"),
        number("fetching"),
        Column("address", is_spare=True),
        truncated("alias of", is_spare=True),
    )
    options, gap_s = shown.crawl.options, shown.default_gap_s
    rows: list[list[Cell]] = [
        [
            each.host,
            pace_line(each, options, gap_s),
            each.pending,
            each.in_progress,
            each.ip,
            each.cname,
        ]
        for each in shown.hosts
    ]
    return table(columns, rows)


def _skips(shown: _Shown) -> RenderableType:
    columns = (
        Column("reason"),
        Column("rule"),
        number("pages"),
        long("pattern"),
        Column("to fetch them, use"),
    )
    rows: list[list[Cell]] = [
        [skip.reason, skip.rule, skip.pages, skip.pattern, skip.lifted_by] for skip in shown.skips
    ]
    if too_deep := shown.crawl.figures.too_deep:
        rows.insert(0, ["too deep", "max_depth", too_deep, None, "--depth"])
    return table(columns, rows)
