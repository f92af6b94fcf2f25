"""Fixtures for all tests, and the score table that the vector tests fill."""

import pytest

from figures import Figure
from scores import Score

_FIGURES = pytest.StashKey[list[tuple[str, str]]]()
_SCORES = pytest.StashKey[dict[str, tuple[int, int]]]()

pytest_plugins = ("neo4j_server.fixtures", "reruns")


@pytest.fixture
def score(request: pytest.FixtureRequest) -> Score:
    """Report how many vectors of a corpus hold; printed at the end of the run."""

    def report(name: str, passed: int, total: int) -> None:
        request.config.stash.setdefault(_SCORES, {})[name] = (passed, total)

    return report


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Note a figure; printed at the end of the run."""

    def note(name: str, value: str) -> None:
        request.config.stash.setdefault(_FIGURES, []).append((name, value))

    return note


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if figures := config.stash.get(_FIGURES, []):
        terminalreporter.section("figures")
        for name, value in figures:
            terminalreporter.write_line(f"{name:<44} {value}")
    scores = config.stash.get(_SCORES, {})
    if scores:
        terminalreporter.section("vectors")
        for name, (passed, total) in sorted(scores.items()):
            terminalreporter.write_line(f"{name:<40} {passed:>5} / {total}")
    without_data = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if "corpora" in report.keywords
    ]
    if without_data:
        terminalreporter.write_line(
            f"{len(without_data)} vector tests skipped: their data is not here (LEADLINE_CORPORA)"
        )
