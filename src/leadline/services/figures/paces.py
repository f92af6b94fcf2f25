"""The pace of a host in a crawl, and the reason for it."""

from dataclasses import asdict
from typing import NamedTuple

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import HostPace
from leadline.domain.json_objects import JsonObject


class Pace(NamedTuple):
    """The delay between two requests to a host, and the reason for it; 0 is no delay."""

    gap_s: float
    why: str


def pace_of(host: HostPace, options: CrawlOptions, default_gap_s: float) -> Pace:
    """Return the longest delay: that of this crawl, of others on the host, or of robots.txt."""
    is_default = options.delay_ms is None
    own_s = default_gap_s if options.delay_ms is None else options.delay_ms / 1000
    own = Pace(own_s, "the default" if is_default else "--delay-ms")
    # External pages have at least the default delay.
    least = Pace(min(default_gap_s, host.gap_s) if options.checks_external else 0.0, "the default")
    robots, others = Pace(host.robots_gap_s, "robots.txt"), Pace(host.gap_s, "another crawl")
    return max(own, least, robots, others, key=lambda pace: pace.gap_s)


def rest_of(host: HostPace) -> Pace | None:
    """Return how long the host gets no requests from now on, and why; None if it gets them."""
    if host.rests_for_s <= 0:
        return None
    why = "it, or its robots.txt, does not answer" if host.failures else "it asked for that"
    return Pace(host.rests_for_s, why)


def host_row(host: HostPace, options: CrawlOptions, default_gap_s: float) -> JsonObject:
    """Return a host and its pace as JSON."""
    pace, rest = pace_of(host, options, default_gap_s), rest_of(host)
    paced = {"gap_s": pace.gap_s, "why": pace.why, "rests_because": rest and rest.why}
    return asdict(host) | paced
