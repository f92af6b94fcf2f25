"""`leadline show ID`: everything about one crawl."""

import dataclasses
import time
from typing import Any, NamedTuple

from rich.console import RenderableType

from leadline.cli.kept import (
    CrawlArgument,
    JsonOption,
    is_left_alone,
    print_json,
    reading,
    resume_command,
    settings_of,
    tell_how_to_go_on,
)
from leadline.cli.options import StoreOption
from leadline.cli.paces_view import pace_line
from leadline.cli.shown import (
    Cell,
    Column,
    cut,
    figures_line,
    heading,
    long,
    moment,
    number,
    pages,
    pairs,
    seconds,
    size,
    table,
)
from leadline.cli.summary import option_of, sitemaps_line
from leadline.cli.terminal import write
from leadline.domain.crawls import Crawl, CrawlOptions, HostPace
from leadline.services.crawls import crawl_named, summary
from leadline.services.cuts import Cut, cuts
from leadline.services.paces import host_row
from leadline.store.reader import Reader

_MOST_HOSTS = 100
_SECRET = frozenset(["headers", "cookies", "basic_auth"])

_TYPED = {
    "max_depth": "depth",
    "headers": "header",
    "respects_robots": "no-robots",
    "respects_nofollow": "respect-nofollow",
    "reads_sitemaps": "sitemap",
    "checks_external": "external",
    "keeps": "keep",
    "networks": "allow-network",
}
_OF_SCRAPES = frozenset(["selectors", "markdown"])

Row = dict[str, Any]


class _Shown(NamedTuple):
    crawl: Crawl
    hosts: list[HostPace]
    cuts: list[Cut]
    default_gap_s: float
    is_left: bool


def show(*, crawl_id: CrawlArgument, store: StoreOption = None, json: JsonOption = False) -> None:
    """Show a crawl: its options, how far it is, the pace of its hosts, and what was cut.

    ```
    leadline show latest
    leadline show 6a72 --json
    ```
    """
    default_gap_s = settings_of(store).rate_limit_min_time_ms / 1000

    async def read(kept: Reader) -> _Shown:
        crawl = await crawl_named(kept, crawl_id)
        return _Shown(
            crawl,
            await kept.hosts(crawl.id, _MOST_HOSTS),
            await cuts(kept, crawl),
            default_gap_s,
            await is_left_alone(kept, [crawl]),
        )

    shown = reading(store, read)
    if json:
        print_json(_object(shown))
    else:
        write(*_parts(shown))
        if shown.is_left:
            networks = shown.crawl.options.networks
            tell_how_to_go_on(resume_command(shown.crawl.id, networks, settings_of(store)))


def _object(shown: _Shown) -> Row:
    crawl = shown.crawl
    return {
        **summary(crawl),
        "reason": crawl.reason,
        "submitted_url": crawl.submitted_url,
        "created_at": _instant(crawl.created_at),
        "started_at": _instant(crawl.started_at),
        "finished_at": _instant(crawl.finished_at),
        "refused_outcomes": crawl.refused,
        "options": _options(crawl.options),
        "hosts": [host_row(host, crawl.options, shown.default_gap_s) for host in shown.hosts],
        "cuts": shown.cuts,
    }


def _options(options: CrawlOptions) -> Row:
    """The options as they are kept; of what may be secret only the names."""
    shown = dataclasses.asdict(options)
    for name in _SECRET & shown.keys():
        given = shown[name]
        shown[name] = [pair[0] for pair in given] if isinstance(given, tuple) else bool(given)
    return shown


def _typed(options: CrawlOptions) -> list[tuple[str, Cell]]:
    """The options of a crawl as one types them."""
    shown = _options(options) | {"respects_robots": not options.respects_robots}
    return [
        (f"--{_TYPED.get(name, name).replace('_', '-')}", _value(value))
        for name, value in shown.items()
        if name not in _OF_SCRAPES | {"version"}
    ]


def _instant(at: float | None) -> str | None:
    return None if at is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def _parts(shown: _Shown) -> list[RenderableType]:
    crawl = shown.crawl
    parts: list[RenderableType] = [pairs(_facts(crawl)), heading("Options")]
    parts.append(pairs(_typed(crawl.options)))
    if shown.hosts:
        parts += [heading("Hosts"), _hosts(shown)]
    if shown.cuts or crawl.figures.too_deep:
        parts += [heading("Not fetched"), _cuts(shown)]
    return parts


def _facts(crawl: Crawl) -> list[tuple[str, Cell]]:
    told = summary(crawl)
    rate = f"{told['pages_per_s']:,} a second"
    is_elsewhere = crawl.submitted_url != crawl.root_url
    return [
        ("crawl", crawl.id),
        ("root", crawl.root_url),
        ("submitted as", crawl.submitted_url if is_elsewhere else None),
        ("status", f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status),
        ("started", moment(crawl.started_at) if crawl.started_at else "not yet"),
        ("took" if crawl.finished_at else "since then", seconds(told["duration_s"])),
        ("fetched", f"{pages(crawl.figures.fetched)}, {size(crawl.bytes)}, {rate}"),
        ("pages", figures_line(crawl.figures)),
        ("limit reached", ", ".join(map(option_of, crawl.limits_reached)) or None),
        ("leads", crawl.leads),
        ("sitemaps", sitemaps_line(crawl)),
        ("refused outcomes", crawl.refused or None),
    ]


def _value(value: Any) -> str:
    match value:
        case None:
            return "not given"
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return ", ".join(str(each) for each in value) or "none"
        case int():
            return f"{value:,}"
        case _:
            return str(value) or "not given"


def _hosts(shown: _Shown) -> RenderableType:
    columns = (
        Column("host"),
        long("pace"),
        number("queued"),
        number("fetching"),
        Column("address", is_spare=True),
        cut("alias of", is_spare=True),
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


def _cuts(shown: _Shown) -> RenderableType:
    columns = (
        Column("for"),
        Column("rule"),
        number("pages"),
        long("what"),
        Column("lifted by"),
    )
    rows: list[list[Cell]] = [
        [cut.reason, cut.rule, cut.pages, cut.pattern, cut.lifted_by] for cut in shown.cuts
    ]
    if too_deep := shown.crawl.figures.too_deep:
        rows.insert(0, ["too deep", "max_depth", too_deep, None, "--depth"])
    return table(columns, rows)
