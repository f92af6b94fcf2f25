"""The report of a check for people: broken pages, with the links to them."""

from collections.abc import AsyncGenerator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from leadline.cli.views.summary import option_of
from leadline.cli.views.tables import (
    Column,
    answer,
    figures_line,
    heading,
    long,
    number,
    pages,
    seconds,
    short,
    table,
)
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.pages import FoundBy, Page
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.check.report import Check, Figures, LinkSource, Target, first
from leadline.services.check.survey import UNREACHED

SHOWN_TARGETS = 50
SHOWN_SOURCES = 3
SHOWN_REDIRECTS = 20
SHOWN_UNSURE = 20
SHOWN_HOSTS = 20

_INDENT = 5
_NOT_CHECKED: dict[str, str] = {
    SkipReason.SCOPE: "out of scope; --external checks pages of other sites",
    Rule.INCLUDE: "skipped: no --include matches",
    Rule.EXCLUDE: "skipped by --exclude",
    SkipReason.ROBOTS: "disallowed by robots.txt; --no-robots ignores it",
    Rule.NOFOLLOW: "only nofollow links lead there",
    UNREACHED: "the host stopped answering",
    Rule.RESTS: "the host asked to wait, or stopped answering",
    SkipReason.LIMIT: "beyond --max-pages or --max-time",
    SkipReason.TRAP: "looks like a trap; see --max-per-shape",
    SkipReason.ADDRESS: "refused by the guard",
    "too_deep": "deeper than --depth",
    "queued": "not fetched when the crawl ended",
    "fetching": "not fetched when the crawl ended",
    "cancelled": "the crawl was cancelled",
}
_EXTERNAL: dict[str, str] = {SkipReason.SCOPE: "out of scope, and only listed in a sitemap"}


async def parts(check: Check) -> list[RenderableType]:
    """Return the parts of the report, each with a limited number of rows."""
    figures = check.figures
    shown: list[RenderableType] = _given_up(figures.given_up)
    if figures.broken:
        broken = await first(check.broken(), SHOWN_TARGETS)
        shown += [heading("Broken"), *await _group(check, broken, "bold red")]
        shown += _more(figures.broken - len(broken))
    if figures.unsure:
        unsure = await first(check.unsure(), SHOWN_UNSURE)
        shown += [heading("Could not be checked"), *await _group(check, unsure, "bold yellow")]
        shown += _more(figures.unsure - len(unsure))
    shown += await _redirects(check)
    if slow := await check.slow():
        rows = [(seconds(page.timings[-1] / 1000), page.address) for page in slow]
        shown += [heading("Slow"), table((number("took"), long("address")), rows)]
        shown += _more(figures.slow - len(slow))
    if figures.not_checked:
        meanings = _NOT_CHECKED | (_EXTERNAL if check.crawl.options.checks_external else {})
        reasons = [
            (n, name.replace("_", " "), meanings.get(name))
            for name, n in figures.not_checked.items()
        ]
        columns = (number("pages"), Column("reason"), long("what it means"))
        shown += [heading("Not checked"), table(columns, reasons)]
    totals = [Text(), Text(figures_line(check.pages)), _summary(figures)]
    return [*shown, *totals, *_limits(check)]


def _given_up(hosts: dict[str, int]) -> list[RenderableType]:
    if not hosts:
        return []
    lines = [
        _headline(host, "bold red", f"stopped answering: {pages(count)} not checked")
        for host, count in list(hosts.items())[:SHOWN_HOSTS]
    ]
    return [heading("Hosts that stopped answering"), *lines, *_more(len(hosts) - len(lines))]


def _limits(check: Check) -> list[RenderableType]:
    """Return the line that names the reached limits, and how many pages were not checked."""
    limits, count = check.crawl.limits_reached, check.figures.not_checked.get(SkipReason.LIMIT, 0)
    if not (limits and count):
        return []
    were = "1 page was" if count == 1 else f"{pages(count)} were"
    reached = " and ".join(_limit(rule, check.crawl.options) for rule in limits)
    return [Text(f"{were} not checked: {reached} was reached", "bold yellow")]


def _limit(rule: str, options: CrawlOptions) -> str:
    match rule:
        case Rule.MAX_PAGES:
            return f"{option_of(rule)} {options.max_pages}"
        case Rule.MAX_TIME:
            return f"{option_of(rule)} {options.max_time_s or 0:g}s"
        case _:
            return option_of(rule)


async def _group(check: Check, targets: list[Target], style: str) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for target in targets:
        sources = await _some(check.links_to(target), SHOWN_SOURCES)
        lines.append(_headline(target.why, style, _name(target)))
        lines += [_below(_link(source, target.page)) for source in sources]
        lines += _others(target.links - len(sources))
        if not target.links:
            lines.append(_below(Text(_unlinked(target.page), "dim")))
    return lines


def _name(target: Target) -> str:
    way = (*target.loop, target.page) if target.loop else (target.page,)
    return " → ".join(short(page.address) for page in way)


def _link(source: LinkSource, target: Page) -> Text:
    text = Text.assemble(("linked from ", "dim"), short(source.page.address))
    text.append(f" “{short(source.anchor)}”" if source.anchor else " (no text)", "dim")
    if source.target.id != target.id:
        text.append(f" through {short(source.target.address)}", "dim")
    return text


def _others(count: int) -> list[RenderableType]:
    text = f"and {count:,} other {'link' if count == 1 else 'links'}"
    return [_below(Text(text, "dim"))] if count > 0 else []


def _unlinked(page: Page) -> str:
    return "listed in a sitemap" if page.found_by is FoundBy.SITEMAP else "the root of the crawl"


async def _redirects(check: Check) -> list[RenderableType]:
    chains = await first(check.redirects(), SHOWN_REDIRECTS)
    if not chains:
        return []
    lines: list[RenderableType] = []
    for chain in chains:
        start, *rest = chain.hops
        sources = await _some(check.links_of(chain), 1)
        lines.append(_headline(str(start.status), "bold yellow", short(start.address)))
        for hops, page in enumerate([*rest, chain.end], 1):
            lines.append(_below(_hop(page, is_update=hops == chain.moved)))
        lines += [_below(_link(source, start)) for source in sources]
        lines += _others(chain.links - len(sources))
    return [heading("Redirects"), *lines, *_more(check.figures.redirects - len(chains))]


def _hop(page: Page | None, *, is_update: bool) -> Text:
    if page is None:
        return Text("→ and so on")
    text = Text(f"→ {short(answer(page) or '')} {short(page.address)}")
    return (
        text.append(" (moved permanently: links can use this address)", "dim")
        if is_update
        else text
    )


def _headline(label: str, style: str, address: str) -> Text:
    return Text.assemble((short(label), style), "  ", (address, "bold"), overflow="fold")


def _below(text: Text) -> Padding:
    text.overflow = "fold"
    return Padding(text, (0, 0, 0, _INDENT))


def _more(count: int) -> list[RenderableType]:
    return [Text(f"and {count:,} more: --json has them all", "dim")] if count > 0 else []


def _summary(figures: Figures) -> Text:
    if not (figures.checked or figures.unsure):
        return Text("nothing could be checked", "bold yellow")
    unreached = sum(figures.given_up.values())
    style = "bold green" if figures.is_sound else "bold red"
    facts = [
        f"{figures.checked:,} checked" + _of_which(figures.external),
        f"{unreached:,} could not be reached" if unreached else None,
        f"{figures.unsure:,} could not be checked" if figures.unsure else None,
        f"{figures.permanent:,} moved permanently" if figures.permanent else None,
        _chains(figures.chains) if figures.chains else None,
        f"{figures.slow:,} slow" if figures.slow else None,
        f"{sum(figures.not_checked.values()):,} not checked" if figures.not_checked else None,
    ]
    return Text.assemble(
        (f"{figures.broken:,} broken" if figures.broken else "nothing broken", style),
        *(f", {fact}" for fact in facts if fact),
    )


def _chains(count: int) -> str:
    return "1 redirect chain" if count == 1 else f"{count:,} redirect chains"


def _of_which(external: int) -> str:
    return f" ({external:,} external)" if external else ""


async def _some(links: AsyncGenerator[list[LinkSource]], limit: int) -> list[LinkSource]:
    return [source for some in await first(links, 1) for source in some][:limit]
