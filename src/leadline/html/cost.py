"""Which pages could take long to parse: see cost.c."""

import ctypes

from leadline.html.library import library

_could_be_slow = library.reader_could_be_slow
_could_be_slow.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def could_be_slow(body: bytes) -> bool:
    """Whether parsing `body` might take more than a second."""
    return bool(_could_be_slow(body, len(body)))
