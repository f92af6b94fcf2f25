"""How fast a host is asked, and why, for people."""

from leadline.cli.shown import seconds
from leadline.domain.crawls import CrawlOptions, HostPace
from leadline.services.paces import pace_of, rest_of


def pace_line(host: HostPace, options: CrawlOptions, default_gap_s: float) -> str:
    """`1 request / 2 s, because of robots.txt`."""
    if rest := rest_of(host):
        return f"left alone for {seconds(rest.gap_s)}, because {rest.why}"
    pace = pace_of(host, options, default_gap_s)
    if pace.gap_s == 0:
        return f"{options.concurrency} at a time, because of --delay-ms 0"
    return f"1 request / {seconds(pace.gap_s)}, because of {pace.why}"
