"""Fixtures of the fault tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from backing import Backing, OnFile
from faults.commands import Commands
from leadsite import SpawnedSite, spawned_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """The web we crawl, slow enough for something to happen meanwhile."""
    async with spawned_site(tmp_path / "log.jsonl", "--latency-s", "0.05") as site:
        yield site


@pytest.fixture
def backing(tmp_path: Path) -> Backing:
    """The store."""
    return OnFile(tmp_path / "leadline.db")


@pytest.fixture
async def leadline(tmp_path: Path, backing: Backing) -> AsyncIterator[Commands]:
    """The command, in a folder of its own."""
    commands = Commands(tmp_path, backing)
    yield commands
    await commands.end()
