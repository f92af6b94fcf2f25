"""How fast a host is asked in a crawl, and who wants it so."""

from dataclasses import asdict
from typing import NamedTuple

from leadline.domain.crawls import CrawlOptions, HostPace
from leadline.services.export_formats.table import Row


class Pace(NamedTuple):
    """The gap between two requests to a host, and why it is as long; 0 is no gap."""

    gap_s: float
    why: str


def pace_of(host: HostPace, options: CrawlOptions, default_gap_s: float) -> Pace:
    """The strictest wish decides: of this crawl, of others on the host, or of robots.txt."""
    is_default = options.delay_ms is None
    own_s = default_gap_s if options.delay_ms is None else options.delay_ms / 1000
    own = Pace(own_s, "the default" if is_default else "--delay-ms")
    # An external page is asked for no faster than that.
    least = Pace(min(default_gap_s, host.gap_s) if options.checks_external else 0.0, "the default")
    robots, others = Pace(host.robots_gap_s, "robots.txt"), Pace(host.gap_s, "another crawl")
    return max(own, least, robots, others, key=lambda pace: pace.gap_s)


def rest_of(host: HostPace) -> Pace | None:
    """How long the host is left alone from now on, and why, if it is."""
    if host.rests_for_s <= 0:
        return None
    why = "it, or its robots.txt, does not answer" if host.failures else "it asked for that"
    return Pace(host.rests_for_s, why)


def host_row(host: HostPace, options: CrawlOptions, default_gap_s: float) -> Row:
    """A host and its pace as programs receive them."""
    pace, rest = pace_of(host, options, default_gap_s), rest_of(host)
    paced = {"gap_s": pace.gap_s, "why": pace.why, "rests_because": rest and rest.why}
    return asdict(host) | paced
