"""The summary of a crawl, in words."""

from collections.abc import Sequence

from leadline.cli.views.tables import Cell, links, pages, size, took
from leadline.domain.crawls import Crawl
from leadline.services.crawling.crawls import summary

_SITEMAPS_SKIPPED = "disallowed, refused, or beyond LEADLINE_MAX_SITEMAPS"


def summary_lines(crawl: Crawl) -> list[tuple[str, Cell]]:
    """Return names and values; a value of None is not shown."""
    counts, figures = summary(crawl), crawl.figures
    rate = f"{counts['pages_per_s']:,} a second"
    return [
        ("crawl", crawl.id),
        ("root", crawl.root_url),
        ("status", f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status),
        ("fetched", f"{pages(figures.fetched)}, {size(crawl.bytes)}"),
        ("took", took(counts["duration_s"], rate)),
        ("failed", figures.failed or None),
        ("skipped", skipped_line(crawl)),
        ("too deep", figures.too_deep or None),
        ("cancelled", figures.cancelled or None),
        ("queued", figures.queued or None),
        ("fetching", figures.fetching or None),
        ("found", f"{pages(figures.found)}, {links(crawl.leads)}"),
        ("limit reached", ", ".join(map(option_of, crawl.limits_reached)) or None),
        ("sitemaps", sitemaps_line(crawl)),
    ]


def skipped_line(crawl: Crawl) -> str | None:
    """Return `12 (scope 9, robots 3)`: skipped pages by reason; None if there are none."""
    by = _by(summary(crawl)["skipped_by"])
    return f"{crawl.figures.skipped:,} ({by})" if by else None


def limit_line(rules: Sequence[str]) -> str:
    """Return `limit reached: --max-pages`."""
    return f"limit reached: {', '.join(map(option_of, rules))}"


def option_of(rule: str) -> str:
    """Return the option that sets a limit, as it is typed."""
    return f"--{rule.replace('_', '-')}"


def sitemaps_line(crawl: Crawl) -> str | None:
    """Return `read 3, skipped 9 (…)`: sitemaps by state; None if there are none."""
    line = _by(summary(crawl)["sitemaps"])
    return f"{line} ({_SITEMAPS_SKIPPED})" if crawl.sitemaps.skipped else line


def _by(counts: dict[str, int]) -> str | None:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or None
