"""Whether a page is written plainly, and what both parsers read in it."""

import ctypes
from typing import Any

from leadline.html import reader
from leadline.html.reader import Reading

_library = ctypes.PyDLL(str(reader._PATH))
_library.plain_parse.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
_library.plain_parse.restype = ctypes.c_void_p


def is_plain(html: bytes) -> bool:
    return _library.plain_parse(html, len(html)) is not None


def read_twice(html: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """By the parser for plain pages, if it is one, and by the one for all pages."""
    return _said(reader.read(html)), _said(reader.read_as_any(html))


def _said(page: Reading) -> dict[str, Any]:
    said = {name: getattr(page, name) for name in ("text", "title", "heading", "meta", "canonical")}
    return said | {name: getattr(page, name) for name in ("base", "language", "json_ld", "links")}
