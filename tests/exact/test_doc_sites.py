"""Real sites, crawled exactly by four feeders while one address in twenty is late."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from backing import OnServer
from exact.commands import Stored, crawled, is_accounted_for
from exact.differences import differences, table
from exact.doc_sites import APACHE, OPENJDK, doc_site
from graph_model import check_counts, rows
from oracle import Library, Survey, surveyed

OPTIONS = ("--delay-ms", "0", "--concurrency", "32", "--workers", "4")
WHOLE = 100


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    """One for all tests: what was read for one depth need not be read for the next."""
    with Library() as library:
        yield library


@pytest.fixture(scope="module")
def apache() -> Iterator[str]:
    with doc_site(APACHE) as origin:
        yield f"{origin}/en/index.html"


@pytest.fixture(scope="module")
def openjdk() -> Iterator[str]:
    with doc_site(OPENJDK) as origin:
        yield f"{origin}/index.html"


async def is_exact(survey: Survey, library: Library, folder: Path, **settings: str) -> Stored:
    stored = await crawled(survey, folder, *OPTIONS, **settings)
    expected = surveyed(survey, library)

    found = differences(stored, expected)
    print(  # noqa: T201 -- the figures are what this test is for
        f"\n{survey.root} to depth {survey.depth}: {len(expected.pages)} pages,"
        f" {len(expected.leads)} leads, {len(stored.looks)} looks,"
        f" {stored.figures['duration_s']} s\n{table(found)}"
    )
    assert found == []
    assert all(map(is_accounted_for, [*stored.looks, stored.figures]))
    assert "trap" not in stored.figures["skipped_by"]
    return stored


async def test_apache_in_english(apache: str, library: Library, tmp_path: Path) -> None:
    await is_exact(Survey(apache, depth=2, scope="subpath"), library, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("depth", [1, 2, 3, WHOLE])
async def test_apache(apache: str, library: Library, tmp_path: Path, depth: int) -> None:
    await is_exact(Survey(apache, depth), library, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("depth", [1, 2, 3, WHOLE])
async def test_openjdk(openjdk: str, library: Library, tmp_path: Path, depth: int) -> None:
    await is_exact(Survey(openjdk, depth), library, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_apache_on_neo4j(
    apache: str, library: Library, tmp_path: Path, on_server: OnServer
) -> None:
    survey = Survey(apache, depth=3, scope="subpath")
    stored = await is_exact(survey, library, tmp_path, **on_server.environment)

    with on_server.driver() as driver:
        check_counts(driver, stored.figures)
        [[leads]] = rows(driver, "MATCH (:Page)-[l:Lead]->(:Page) RETURN count(l)")
    assert leads == len(stored.leads)
