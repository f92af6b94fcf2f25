"""The pace of a host and the reason for it, in words."""

from leadline.cli.views.tables import seconds
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import HostPace
from leadline.services.figures.paces import pace_of, rest_of


def silence_line(host: HostPace, options: CrawlOptions, outage_max_s: float) -> str | None:
    """Return how long a host has not answered, and when it is given up; None if it answers."""
    if host.failing_for_s is None or host.rests_for_s <= 0:
        return None
    most_s = outage_max_s if options.host_outage_max_s is None else options.host_outage_max_s
    silent, most = seconds(host.failing_for_s), seconds(most_s)
    return (
        f"{host.host} has not answered for {silent}, next try in {seconds(host.rests_for_s)}, "
        f"given up after {most}"
    )


def pace_line(host: HostPace, options: CrawlOptions, default_gap_s: float) -> str:
    """Return `1 request / 2 s, because of robots.txt`."""
    if rest := rest_of(host):
        return f"no requests for {seconds(rest.gap_s)}, because {rest.why}"
    pace = pace_of(host, options, default_gap_s)
    if pace.gap_s == 0:
        return f"{options.concurrency} at once, because of --delay-ms 0"
    return f"1 request / {seconds(pace.gap_s)}, because of {pace.why}"
