"""The file of a store: readable by its owner alone, and the same one for as long as it is used."""

import contextlib
import os
import stat
from pathlib import Path

from leadline.domain.errors import StoreUnavailable

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_private(path: Path) -> None:
    """Create the file with mode 0600 where there is none; SQLite reports what is in the way.

    It is not opened: closing it would end the locks that other threads hold on it.
    """
    with contextlib.suppress(OSError):
        os.mknod(path, stat.S_IFREG | stat.S_IRUSR | stat.S_IWUSR)


def make_private(path: Path) -> None:
    """Take the file and its logs from other users: credentials of crawls are in them as given.

    Files of another owner stay as they are. SQLite creates logs with the mode of the file.
    """
    real = path.resolve()
    for file in (real, real.with_name(f"{real.name}-wal"), real.with_name(f"{real.name}-shm")):
        with contextlib.suppress(OSError):
            found = file.stat()
            if found.st_uid == os.geteuid() and found.st_mode & _OTHERS:
                file.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


class StoreFile:
    """The file that is at a path now. A file that comes there later is another store."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = _identity_of(path)

    def check(self) -> None:
        """Raise StoreUnavailable when the file was moved, deleted or replaced; it takes 2 µs."""
        if _identity_of(self._path) != self._identity:
            raise StoreUnavailable(
                f"{self._path} was deleted or replaced while it was in use;"
                " put it back, or restart what uses it"
            )


def _identity_of(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 -- at every write: half the time of Path.stat
    except OSError:
        return None
    return found.st_dev, found.st_ino
