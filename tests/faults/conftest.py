"""Fixtures of the fault tests, and the figures that they print. `make faults` runs long forms."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from faults.commands import Commands
from faults.figures import Figure
from leadsite import SpawnedSite, spawned_site

IS_LONG = bool(os.environ.get("LEADLINE_LONG_FAULTS"))

_FIGURES = pytest.StashKey[list[tuple[str, str]]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long forms to `make faults`."""
    left_out = [item for item in items if item.get_closest_marker("long") and not IS_LONG]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """The web we crawl, slow enough for something to happen meanwhile."""
    async with spawned_site(tmp_path / "log.jsonl", "--latency-s", "0.05") as site:
        yield site


@pytest.fixture
async def leadline(tmp_path: Path) -> AsyncIterator[Commands]:
    """The command, in a folder of its own."""
    commands = Commands(tmp_path)
    yield commands
    await commands.end()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Note a figure; printed at the end of the run."""

    def note(name: str, value: str) -> None:
        request.config.stash.setdefault(_FIGURES, []).append((name, value))

    return note


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print all figures."""
    if figures := config.stash.get(_FIGURES, []):
        terminalreporter.section("faults")
        for name, value in figures:
            terminalreporter.write_line(f"{name:<44} {value}")
