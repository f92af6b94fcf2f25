"""What is compiled when the package is installed: reader.c and cost.c."""

import ctypes
from pathlib import Path

_PATH = Path(__file__).with_name("libreader.so")


def _library() -> ctypes.PyDLL:
    if not _PATH.exists():
        raise ImportError(f"{_PATH.name} is not compiled; install leadline again, or: make setup")
    # Calls keep the GIL: the reader does one page at a time.
    return ctypes.PyDLL(str(_PATH))


library = _library()
