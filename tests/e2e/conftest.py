from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leadsite import SpawnedSite, spawned_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """The test web in a process of its own."""
    async with spawned_site(tmp_path / "log.jsonl") as site:
        yield site
