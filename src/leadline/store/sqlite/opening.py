"""The file of a store as a place."""

from collections.abc import Callable
from pathlib import Path

from leadline.store.contract import HostPolicy
from leadline.store.places import StorePlace
from leadline.store.sqlite.database.connection import check_kept
from leadline.store.sqlite.database.file import StoreFile
from leadline.store.sqlite.reader import SqliteReader
from leadline.store.sqlite.store import SqliteStore


class SqlitePlace(StorePlace):
    """A file."""

    def __init__(self, path: Path, policy: HostPolicy) -> None:
        self._path = path
        self._policy = policy

    def create(self) -> SqliteStore:
        """See the contract."""
        return SqliteStore(self._path, self._policy)

    def open(self) -> SqliteStore:
        """See the contract."""
        check_kept(self._path)
        return self.create()

    def open_reader(self) -> SqliteReader:
        """See the contract."""
        return SqliteReader.open(self._path)

    def exists(self) -> bool:
        """See the contract."""
        if not self._path.parent.exists():
            check_kept(self._path)
        return self._path.exists()

    def remember(self) -> Callable[[], None]:
        """See the contract."""
        return StoreFile(self._path).check
