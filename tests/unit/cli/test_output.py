"""Files that are complete, or not there."""

import os
import stat
import threading
from pathlib import Path

import pytest

from leadline.cli.views.output import complete_file
from leadline.domain.errors import InvalidInput

needs_permissions = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def test_what_had_the_name_stays_until_the_file_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.write_text("before")

    with complete_file(path) as file:
        file.write(b"after")
        file.flush()
        between = path.read_text()

    assert (between, path.read_text()) == ("before", "after")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_a_file_that_did_not_end_well_was_never_there(
    tmp_path: Path, error: type[BaseException]
) -> None:
    def write() -> None:
        with complete_file(tmp_path / "pages.csv") as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        write()

    assert list(tmp_path.iterdir()) == []


def test_a_new_file_is_as_readable_as_others(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    with complete_file(tmp_path / "pages.csv"):
        pass

    assert (tmp_path / "pages.csv").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_that_is_replaced_stays_as_private_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.touch(0o600)

    with complete_file(path):
        pass

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_being_written_is_private(tmp_path: Path) -> None:
    with complete_file(tmp_path / "new.txt"):
        [partial] = tmp_path.iterdir()

        assert stat.S_IMODE(partial.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "latest.csv"
    link.symlink_to(tmp_path / "elsewhere" / "pages.csv")

    with complete_file(link) as file:
        file.write(b"rows")

    assert link.is_symlink()
    assert (tmp_path / "elsewhere" / "pages.csv").read_bytes() == b"rows"


def test_a_pipe_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()

    with complete_file(pipe) as file:
        file.write(b"rows")
    reader.join(timeout=10)

    assert read == [b"rows"]
    assert pipe.is_fifo()


def test_a_name_may_be_as_long_as_names_may_be(tmp_path: Path) -> None:
    with complete_file(tmp_path / ("x" * 255)) as file:
        file.write(b"rows")

    assert (tmp_path / ("x" * 255)).read_bytes() == b"rows"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is a folder"), complete_file(tmp_path):
        pass


@needs_permissions
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.touch(0o400)

    with pytest.raises(PermissionError), complete_file(path):
        pass
