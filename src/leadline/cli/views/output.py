"""Files that commands write: complete, or not created."""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from leadline.domain.errors import InvalidInput

# Without a buffer, closing does not block on a pipe without a reader.
_UNBUFFERED = 0


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Yield stdout for bytes."""
    with open(sys.stdout.fileno(), "wb", _UNBUFFERED, closefd=False) as file:
        yield file


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write all data, also to a file that accepts only a part at a time."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def write_failure(path: Path | None, exc: OSError) -> str:
    """Return the message of a failed write, with a remedy; a path of None is stdout."""
    if path is not None and not path.parent.exists():
        return f"cannot write {path}: there is no folder {path.parent}; create it, or name another"
    return f"cannot write {path or 'stdout'}: {exc.strerror}"


@contextmanager
def complete_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that gets its name when the block succeeds; until then an old file stays.

    Devices and pipes are written directly. Raises InvalidInput for a folder, and OSError.
    """
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; name a file in it")
    if path.exists() and not path.is_file():
        with path.open("wb", _UNBUFFERED) as file:
            yield file
        return
    # Beside the target of a symbolic link: a rename has to stay on one file system.
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    partial = target.with_name(f".leadline-{secrets.token_hex(8)}.part")
    try:
        with open(partial, "xb", opener=_open_private) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.chmod(_mode_of(target))
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _open_private(path: str, flags: int) -> int:
    """Open a new file that only its owner can read: it may replace one that others cannot."""
    return os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)


def _mode_of(target: Path) -> int:
    """Return the mode of a file, or the mode of a new one if there is none."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0o077)
    os.umask(umask)
    return 0o666 & ~umask
