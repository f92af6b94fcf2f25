"""Bytes to text, as the Encoding and HTML standards say: BOM, header, meta, then a guess."""

import codecs
import re
from functools import cache, lru_cache
from typing import Any

import webencodings
from chardetng_py import detect

from leadline.html.prescan import prescan

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_UNICODE = frozenset(["utf-8", "utf-16be", "utf-16le"])
_EAST_ASIAN = frozenset(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis"])
# Encodings in which ASCII bytes can be part of other characters.
_NOT_OVER_ASCII = frozenset(["iso-2022-jp", "replacement", "utf-16be", "utf-16le"])
_CHARSET = re.compile(r"charset\s*=\s*(?:\"([^\"]*)\"?|'([^']*)'?|([^\s;\"']+))", re.IGNORECASE)
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_FIRST_PRINTABLE = 0xA0
_PRESCAN_BYTES = 1024
_LATE_META_BYTES = 16 * 1024
_GUESS_BYTES = 64 * 1024
_MAX_UTF16_BYTES = 1024 * 1024


def decode(body: bytes, content_type: str) -> tuple[str, str]:
    """Return the text of `body` and the name of its encoding; broken bytes become U+FFFD."""
    text, name = to_utf8(body, content_type)
    return text.decode(), name


def to_utf8(body: bytes, content_type: str) -> tuple[bytes, str]:
    """Return `body` in UTF-8, and the name of its encoding. Most pages stay as they are."""
    name = encoding_of(body, content_type)
    for bom, of in _BOMS:
        if of == name and body.startswith(bom):
            body = body[len(bom) :]
    is_same = is_utf8(body) if name == "utf-8" else name not in _NOT_OVER_ASCII and body.isascii()
    return (body if is_same else _text(body, name).encode()), name


def is_slow(body: bytes, content_type: str) -> bool:
    """Return whether a body may take long to decode: broken UTF-16 takes 0.2 s per MiB."""
    return len(body) > _MAX_UTF16_BYTES and encoding_of(body, content_type).startswith("utf-16")


def is_utf8(body: bytes) -> bool:
    """Return whether bytes are text in UTF-8."""
    if body.isascii():
        return True
    try:
        codecs.utf_8_decode(body, "strict", True)  # noqa: FBT003 -- takes no keywords
    except UnicodeDecodeError:
        return False
    return True


def sound(text: bytes) -> bytes:
    """Return text in UTF-8; broken bytes become U+FFFD."""
    return text if is_utf8(text) else text.decode(errors="replace").encode()


def encoding_of(body: bytes, content_type: str) -> str:
    """Return the name of the encoding, by the first of BOM, header, meta and guess that has one."""
    return _by_bom(body) or label(charset_of(content_type)) or _by_meta(body) or _by_guess(body)


@lru_cache(maxsize=256)
def label(text: str | None) -> str | None:
    """Return the encoding that a label stands for in the WHATWG table, or None."""
    encoding: Any = webencodings.lookup(text) if text and text.isascii() else None
    return encoding.name if encoding else None


def charset_of(content_type: str) -> str | None:
    """Return the charset parameter of a Content-Type."""
    match = _CHARSET.search(content_type)
    return next((group for group in match.groups() if group), None) if match else None


def _text(body: bytes, name: str) -> str:
    if name == "replacement":
        return "\ufffd"
    if name not in _UNICODE | _EAST_ASIAN:
        return codecs.charmap_decode(body, "strict", _characters(name))[0]
    text: str = webencodings.lookup(name).codec_info.decode(body, "replace")[0]
    return text


@cache
def _characters(name: str) -> str:
    """Return the character of each byte, without gaps: Python is slow to replace missing ones.

    The standard fills the gaps among the control characters of Python's tables.
    """
    decoded = webencodings.lookup(name).codec_info.decode
    found = [decoded(bytes([code]), "replace")[0] for code in range(256)]
    return "".join(
        chr(code) if character == "\ufffd" and code < _FIRST_PRINTABLE else character
        for code, character in enumerate(found)
    )


def _by_bom(body: bytes) -> str | None:
    return next((name for bom, name in _BOMS if body.startswith(bom)), None)


def _by_meta(body: bytes, within_bytes: int = _PRESCAN_BYTES) -> str | None:
    found = prescan(body[:within_bytes], label)
    # A meta in UTF-16 could not have been read; x-user-defined is a known mistake.
    return {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}.get(
        found or "", found
    )


def _by_guess(body: bytes) -> str:
    if body.isascii():
        return "windows-1252"
    try:
        # Not final: a character that is truncated at the very end is still UTF-8.
        codecs.utf_8_decode(body, "strict", False)  # noqa: FBT003 -- takes no keywords
    except UnicodeDecodeError:
        return _by_meta(body, _LATE_META_BYTES) or _by_statistics(body)
    return "utf-8"


def _by_statistics(body: bytes) -> str:
    first = _NOT_ASCII.search(body)
    start = max(0, first.start() - 64) if first else 0
    return label(detect(body[start : start + _GUESS_BYTES])) or "windows-1252"
