"""What a crawl came to, for people."""

from leadline.cli.shown import Cell, pages, seconds, size
from leadline.domain.crawls import Crawl
from leadline.services.crawls import summary

_SITEMAPS_SKIPPED = "closed to us, or beyond LEADLINE_MAX_SITEMAPS"


def summary_lines(crawl: Crawl) -> list[tuple[str, Cell]]:
    """Names and values; what there is nothing to say about is None."""
    figures, counts = summary(crawl), crawl.counts
    rate = f"{figures['pages_per_s']:,} a second"
    left = counts.pending + counts.in_progress
    return [
        ("crawl", crawl.id),
        ("root", crawl.root_url),
        ("status", f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status),
        ("fetched", f"{pages(crawl.fetched)}, {size(crawl.bytes)}"),
        ("in", f"{seconds(figures['duration_s'])}, {rate}"),
        ("found", f"{pages(counts.total + 1)}, {crawl.leads:,} leads between them"),
        ("sitemaps", sitemaps_line(crawl)),
        ("to go", f"{left:,}" if left else None),
        ("failed", f"{counts.failed:,}" if counts.failed else None),
        ("cancelled", f"{counts.cancelled:,}" if counts.cancelled else None),
        ("skipped", _by(figures["skipped_by"])),
    ]


def sitemaps_line(crawl: Crawl) -> str | None:
    """`read 3, skipped 9 (…)`: what became of the sitemaps; None where none was asked for."""
    line = _by(summary(crawl)["sitemaps"])
    return f"{line} ({_SITEMAPS_SKIPPED})" if crawl.sitemaps.skipped else line


def _by(counts: dict[str, int]) -> str | None:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or None
