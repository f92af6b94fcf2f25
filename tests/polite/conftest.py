"""Fixtures of the tests of politeness."""

from pathlib import Path

import pytest

from backing import Backing, OnFile


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=pytest.mark.long)])
def backing(request: pytest.FixtureRequest, tmp_path: Path) -> Backing:
    """The store that all processes of a test share."""
    if request.param == "sqlite":
        return OnFile(tmp_path / "leadline.db")
    found: Backing = request.getfixturevalue("on_server")
    return found
