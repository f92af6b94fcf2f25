"""`leadline show ID`: everything about one crawl."""

import dataclasses
import time
from typing import Any, NamedTuple

from rich.console import RenderableType

from leadline.cli.kept import (
    CrawlArgument,
    JsonOption,
    print_json,
    reading,
    settings_of,
)
from leadline.cli.options import StoreOption
from leadline.cli.shown import (
    Cell,
    Column,
    cut,
    heading,
    long,
    moment,
    number,
    pairs,
    seconds,
    size,
    table,
)
from leadline.cli.terminal import write
from leadline.domain.crawls import Crawl, CrawlOptions, CutShape, HostPace
from leadline.services.crawls import crawl_named, summary
from leadline.services.paces import Pace, pace_of, rest_of
from leadline.services.reasons import LIFTED_BY
from leadline.store.reader import Reader

_MOST_HOSTS = 100
_MOST_SHAPES = 20
_SECRET = frozenset(["headers", "cookies", "basic_auth"])

Row = dict[str, Any]


class _Shown(NamedTuple):
    crawl: Crawl
    hosts: list[HostPace]
    shapes: list[CutShape]
    beyond_depth: int
    default_gap_s: float

    @property
    def cut(self) -> list[tuple[str, int, str]]:
        """What was not fetched: the rule, how many pages, and what lifts it."""
        skipped = self.crawl.counts.skipped_by.items()
        rules = [(str(reason), count, LIFTED_BY[reason]) for reason, count in skipped if count]
        return [*([("depth", self.beyond_depth, "--depth")] * bool(self.beyond_depth)), *rules]

    def paces(self) -> list[tuple[HostPace, Pace, Pace | None]]:
        """Hosts, how fast they are asked, and how long they are left alone."""
        options = self.crawl.options
        return [
            (each, pace_of(each, options, self.default_gap_s), rest_of(each)) for each in self.hosts
        ]


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
            await kept.cut_shapes(crawl.id, _MOST_SHAPES),
            await kept.beyond_depth(crawl.id),
            default_gap_s,
        )

    shown = reading(store, read)
    if json:
        print_json(_object(shown))
    else:
        write(*_parts(shown))


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
        "hosts": [
            {
                **dataclasses.asdict(host),
                "gap_s": pace.gap_s,
                "why": pace.why,
                "rests_because": rest and rest.why,
            }
            for host, pace, rest in shown.paces()
        ],
        "cut": [
            {"rule": rule, "pages": count, "lifted_by": option} for rule, count, option in shown.cut
        ],
        "cut_shapes": [dataclasses.asdict(shape) for shape in shown.shapes],
    }


def _options(options: CrawlOptions) -> Row:
    """The options as they are kept; of what may be secret only the names."""
    shown = dataclasses.asdict(options)
    for name in _SECRET & shown.keys():
        given = shown[name]
        shown[name] = [pair[0] for pair in given] if isinstance(given, tuple) else bool(given)
    return shown


def _instant(at: float | None) -> str | None:
    return None if at is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def _parts(shown: _Shown) -> list[RenderableType]:
    crawl = shown.crawl
    parts: list[RenderableType] = [pairs(_facts(crawl)), heading("Options")]
    options = _options(crawl.options).items()
    parts.append(pairs([(name, _value(value)) for name, value in options if name != "version"]))
    if shown.hosts:
        parts += [heading("Hosts"), _hosts(shown)]
    if shown.cut:
        columns = (Column("not fetched for"), number("pages"), Column("what lifts it"))
        parts += [heading("Cut"), table(columns, shown.cut)]
    if shown.shapes:
        what = (Column("rule"), long("what was cut"), number("taken"), number("cut"))
        rows: list[list[Cell]] = [
            [shape.rule, shape.shape, shape.taken, shape.cut] for shape in shown.shapes
        ]
        parts += [heading("Traps"), table(what, rows)]
    return parts


def _facts(crawl: Crawl) -> list[tuple[str, Cell]]:
    counts, figures = crawl.counts, summary(crawl)
    is_elsewhere = crawl.submitted_url != crawl.root_url
    found = [
        f"{count:,} {name}"
        for name, count in (
            ("completed", counts.completed),
            ("failed", counts.failed),
            ("skipped", counts.skipped),
            ("cancelled", counts.cancelled),
            ("pending", counts.pending),
            ("in progress", counts.in_progress),
        )
        if count
    ]
    return [
        ("crawl", crawl.id),
        ("root", crawl.root_url),
        ("submitted as", crawl.submitted_url if is_elsewhere else None),
        ("status", f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status),
        ("started", moment(crawl.started_at) if crawl.started_at else "not yet"),
        ("took" if crawl.finished_at else "since then", seconds(figures["duration_s"])),
        ("pages", f"{counts.total:,} beside the root: {', '.join(found) or 'none'}"),
        (
            "fetched",
            f"{crawl.fetched:,} pages, {size(crawl.bytes)}, {figures['pages_per_s']:,} a second",
        ),
        ("leads", crawl.leads),
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
        number("pending"),
        number("in progress"),
        Column("address", is_spare=True),
        cut("alias of", is_spare=True),
    )
    rows: list[list[Cell]] = [
        [host.host, _pace(pace, rest), host.pending, host.in_progress, host.ip, host.cname]
        for host, pace, rest in shown.paces()
    ]
    return table(columns, rows)


def _pace(pace: Pace, rest: Pace | None) -> str:
    if rest:
        return f"left alone for {seconds(rest.gap_s)}, because {rest.why}"
    if pace.gap_s == 0:
        return "as many as --concurrency allows, because of --delay-ms 0"
    return f"1 request / {seconds(pace.gap_s)}, because of {pace.why}"
