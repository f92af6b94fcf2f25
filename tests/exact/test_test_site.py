"""The web under test, crawled exactly, whoever was faster."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from exact.commands import Stored, crawled, is_accounted_for
from exact.differences import differences, table
from leadsite import SpawnedSite, spawned_site
from leadsite.asking import ask
from oracle import Library, Map, Survey, surveyed
from oracle.reading import Manner

FAST = ("--delay-ms", "0", "--concurrency", "16")
FOUR = (*FAST, "--workers", "4")

NOT_EXACT = (
    # Endless by design; what is fetched of a trap depends on who was faster.
    "/traps/*",
    # A body without end is cut by size or by time, whichever is first.
    "/bombs/endless*",
    # By the rules these wait as long as they are told to come later, which is for ever.
    "re:/status/429(-seconds|-date|-garbage)?$",
    "re:/status/503-(after|date)$",
    # By the rules the pages of these hosts wait for their robots.txt for an hour.
    r"re:^http://robots-(500|503|hang|reset)\.",
    # Clients disagree whether this is HTTP: here Python's own reads on where libcurl refuses.
    "re:/broken/(chunk-size|length-negative|length-words|lengths-differ|no-colon|nul-header)",
    "/redirects/two",
    # Python's own client takes a 103 for the answer.
    "/status/early-hints",
    # 5,000 leaves without anything of their own.
    "/hostile/leaf/*",
)
NEVER_THERE = "re:/slow/(silent|stalled)"
"""Three time-outs each, and what comes between them: they have a test of their own."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SpawnedSite]:
    log_path = tmp_path_factory.mktemp("site") / "log.jsonl"
    slow = ("--slow-s", "0.2", "--drip-s", "0.0005", "--retry-after-s", "1", "--late-s", "0.3")
    async with spawned_site(log_path, *slow, "--bomb-bytes", "1000000") as site:
        yield site


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with Library() as library:
        yield library


def assert_exact(stored: Stored, expected: Map) -> None:
    found = differences(stored, expected)

    assert found == [], table(found)
    assert all(map(is_accounted_for, [*stored.looks, stored.figures]))


@pytest.mark.parametrize(("depth", "workers"), [(20, 1), (20, 4), (1, 4), (2, 4), (3, 4)])
async def test_the_tree(
    site: SpawnedSite, library: Library, tmp_path: Path, depth: int, workers: int
) -> None:
    survey = Survey(site.address("/tree/"), depth, scope="subpath")

    stored = await crawled(survey, tmp_path, *FAST, "--workers", str(workers))

    assert_exact(stored, surveyed(survey, library))


async def test_a_root_that_is_elsewhere(
    site: SpawnedSite, library: Library, tmp_path: Path
) -> None:
    survey = Survey(site.address("/tree/moved/twice"), depth=1, scope="subpath")

    stored = await crawled(survey, tmp_path, *FOUR)

    assert_exact(stored, surveyed(survey, library))


async def test_every_section_that_can_be_exact(
    site: SpawnedSite, library: Library, tmp_path: Path
) -> None:
    survey = Survey(site.address("/"), depth=20, exclude=(*NOT_EXACT, NEVER_THERE))

    stored = await crawled(survey, tmp_path, *FOUR)

    # Some pages fail until they were asked for often enough.
    await ask(site.port, "/control/reset")
    assert_exact(stored, surveyed(survey, library))


@pytest.mark.long
async def test_pages_that_never_come(site: SpawnedSite, tmp_path: Path) -> None:
    survey = Survey(site.address("/slow/"), depth=2)

    stored = await crawled(survey, tmp_path, *FOUR, LEADLINE_TIMEOUT_MS="2000")

    with Library(Manner(timeout_s=2.0)) as library:
        assert_exact(stored, surveyed(survey, library))
