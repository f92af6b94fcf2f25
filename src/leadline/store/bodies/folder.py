"""Objects as files of a folder, with a folder for each group. Only their owner can read them."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from leadline.store.bodies.contract import Span
from leadline.store.bodies.objects import Objects

_FILE_MODE = 0o600
_FOLDER_MODE = 0o700
_MOST_KNOWN = 10_000


class FolderObjects(Objects):
    """Files, written under another name, synchronised and then renamed.

    A killed writer leaves at most a file that no reader looks for; it goes with its group.
    """

    failures = (OSError,)

    def __init__(self, folder: Path) -> None:
        self.url = str(folder)
        self._folder = folder
        self._known: set[str] = set()

    async def put(self, group: str, name: str, data: bytes) -> None:
        """Store an object; the thread waits for the disk instead of the event loop."""
        await asyncio.to_thread(self._put, group, name, data)

    async def read(self, group: str, name: str, spans: Sequence[Span]) -> list[bytes] | None:
        """Return parts of an object; None if missing."""
        return await asyncio.to_thread(_read, self._folder / group / name, spans)

    async def delete(self, group: str, limit: int) -> int:
        """Remove objects of a group, also files of killed writers."""
        return await asyncio.to_thread(self._delete, group, limit)

    async def put_first(self, name: str, data: bytes) -> None:
        """Store an object of the folder itself, unless there is one; create the folder first."""
        await asyncio.to_thread(self._put_first, name, data)

    async def read_first(self, name: str) -> bytes | None:
        """Return an object of the folder itself; None if missing."""
        with suppress(FileNotFoundError):
            return await asyncio.to_thread((self._folder / name).read_bytes)
        return None

    def _put(self, group: str, name: str, data: bytes) -> None:
        folder = self._folder / group
        self._make(folder)
        target = folder / name
        if not (target.is_file() and target.stat().st_size == len(data)):
            _write(target.with_name(f".{name}.{secrets.token_hex(4)}"), data).rename(target)
        # Also for a file that was there: its writer may have died before it came to this.
        _synchronise(folder)

    def _make(self, folder: Path) -> None:
        """Create the folder of a group, durably; the folder of all groups has to exist."""
        if folder.name in self._known and folder.is_dir():
            return
        with suppress(FileExistsError):
            folder.mkdir(mode=_FOLDER_MODE)
        # Another process may have created it just now.
        _synchronise(self._folder)
        if len(self._known) == _MOST_KNOWN:
            self._known.clear()
        self._known.add(folder.name)

    def _delete(self, group: str, limit: int) -> int:
        folder = self._folder / group
        try:
            with os.scandir(folder) as entries:
                found = [Path(entry) for entry in islice(entries, limit)]
        except FileNotFoundError:
            return 0
        for file in found:
            file.unlink(missing_ok=True)
        if found:
            _synchronise(folder)
        else:
            # A writer that has not noticed the end of the crawl may just have come back.
            with suppress(OSError):
                folder.rmdir()
        return len(found)

    def _put_first(self, name: str, data: bytes) -> None:
        _make_all(self._folder)
        written = _write(self._folder / f".{name}.{secrets.token_hex(4)}", data)
        try:
            with suppress(FileExistsError):
                (self._folder / name).hardlink_to(written)
        finally:
            written.unlink()
        _synchronise(self._folder)


def _make_all(folder: Path) -> None:
    """Create a folder, and those that it is in, durably."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        _synchronise(each.parent)


def _read(file: Path, spans: Sequence[Span]) -> list[bytes] | None:
    try:
        opened = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        return [os.pread(opened, span.length, span.offset) for span in spans]
    finally:
        os.close(opened)


def _write(file: Path, data: bytes) -> Path:
    """Write a file that no other process writes, and wait until it is on the disk."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with open(os.open(file, flags, _FILE_MODE), "wb", buffering=0) as opened:  # noqa: PTH123
            left = memoryview(data)
            while left:
                left = left[opened.write(left) :]
            os.fsync(opened)
    except OSError:
        file.unlink(missing_ok=True)
        raise
    return file


def _synchronise(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
