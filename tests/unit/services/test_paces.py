"""How fast a host is asked, and why."""

from dataclasses import replace

import pytest

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import HostPace
from leadline.services.figures.paces import pace_of, rest_of

HOST = HostPace("x", "x", None, None, 0, 0, 0.0, 0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("delay_ms", "robots_gap_s", "gap_s", "expected"),
    [
        (None, 0.0, 0.1, (0.1, "the default")),
        (None, 2.0, 2.0, (2.0, "robots.txt")),
        (500, 0.0, 0.5, (0.5, "--delay-ms")),
        (500, 0.0, 3.0, (3.0, "another crawl")),
        (0, 0.0, 0.0, (0.0, "--delay-ms")),
        (None, 0.0, 0.0, (0.1, "the default")),
    ],
)
def test_the_strictest_decides(
    delay_ms: int | None, robots_gap_s: float, gap_s: float, expected: tuple[float, str]
) -> None:
    host = replace(HOST, robots_gap_s=robots_gap_s, gap_s=gap_s)

    assert pace_of(host, CrawlOptions(delay_ms=delay_ms), 0.1) == expected


def test_a_host_is_left_alone_for_a_reason() -> None:
    assert rest_of(HOST) is None
    assert rest_of(replace(HOST, rests_for_s=5.0)) == (5.0, "it asked for that")
    silent = rest_of(replace(HOST, rests_for_s=5.0, failures=3))
    assert silent == (5.0, "it, or its robots.txt, does not answer")
