from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leadline.store.contract import Store
from leadline.store.sqlite.store import SqliteStore


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(tmp_path / "store.db")
    yield store
    await store.aclose()
