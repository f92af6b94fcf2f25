"""How the pace of external pages is explained."""

import pytest

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import HostPace
from leadline.services.figures.paces import Pace, pace_of


def host(gap_s: float) -> HostPace:
    return HostPace("h", "h", None, None, 1, 0, gap_s, 0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("gap_s", "pace"),
    [
        (0.1, Pace(0.1, "the default")),
        (0.0, Pace(0.0, "--delay-ms")),
        (2.0, Pace(2.0, "another crawl")),
    ],
)
def test_who_has_hosts_of_his_own_asks_others_as_by_default(gap_s: float, pace: Pace) -> None:
    options = CrawlOptions(delay_ms=0, checks_external=True)

    assert pace_of(host(gap_s), options, default_gap_s=0.1) == pace
