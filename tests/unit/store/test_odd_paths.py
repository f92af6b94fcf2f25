"""Stores whose names mean something in a URI."""

from pathlib import Path

import pytest

from leadline.store.sqlite.database.connection import APPLICATION_ID, connect, connect_for_reading


@pytest.mark.parametrize("name", ["a b", "a?b", "a%41b", "a#b", "ä", "a&mode=rw"])
def test_the_file_that_was_written_is_read(tmp_path: Path, name: str) -> None:
    written = connect(tmp_path / name)

    read = connect_for_reading(tmp_path / name)

    assert read.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    read.close()
    written.close()
    assert [file.name for file in tmp_path.iterdir()] == [name]
