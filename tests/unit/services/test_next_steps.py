"""The next step after a page was not fetched, in each face."""

import pytest

from leadline.domain.crawl_options import Face
from leadline.domain.skips import SkipReason
from leadline.services.next_steps import step_after_failure, step_after_skip

ADDRESS = "http://a.example/"


@pytest.mark.parametrize(
    ("face", "robots", "time"),
    [
        (Face.TERMINAL, "--no-robots", "--timeout-ms"),
        (Face.CRAWL_API, "`respect_robots: false`", "a larger `timeout_ms`"),
        (Face.JOB_API, "`respectRobots: false`", "a larger `timeout`"),
    ],
)
def test_a_step_names_the_option_of_its_face(face: Face, robots: str, time: str) -> None:
    anyway = f"fetch it anyway with {robots}"

    assert step_after_failure(ADDRESS, "RobotsUnreachable", "HTTP 500", face) == anyway
    assert step_after_skip(ADDRESS, SkipReason.ROBOTS, "disallowed", face) == anyway
    assert step_after_failure("", "TimedOut", "slow", face) == f"allow more time with {time}"


@pytest.mark.parametrize("face", Face)
def test_a_step_without_an_option_is_the_same_everywhere(face: Face) -> None:
    assert step_after_failure("", "DnsFailed", "no such name", face) == "check the host name"
    assert step_after_failure("", "FetchError", "HTTP 404", face) == "check the address"
    assert step_after_skip(ADDRESS, SkipReason.ADDRESS, "loopback", face) == ""
