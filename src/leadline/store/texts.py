"""Texts as they are stored: with the description and keywords of their pages, compressed together.

A body is the text; where a page has a description or keywords, a NUL and JSON follow. Together
they take little more room than the text alone: pages describe themselves in their own words.
"""

import msgspec
import zstandard

MAX_CHARACTERS = 1_000
"""The characters that are kept of a description, and of all keywords together."""

_NUL = b"\0"


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """The description and keywords that a page gives of itself, as far as they are kept."""

    description: str | None = None
    keywords: tuple[str, ...] = ()


_NOTHING = About()
_compress = zstandard.ZstdCompressor(level=1).compress
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(About).decode


def packed_text(text: bytes, description: str | None, keywords: tuple[str, ...]) -> bytes | None:
    """Return the body for a text in UTF-8, or None when there is nothing to keep."""
    if description or keywords:
        return _compress(text + _NUL + _encode(_bounded(description, keywords)))
    if not text:
        return None
    # With this NUL, the last NUL of a body is never one of its text.
    return _compress(text + _NUL if _NUL in text else text)


def unpacked_text(body: bytes) -> tuple[str, About]:
    """Return the text and the facts that were packed."""
    raw = zstandard.decompress(body)
    text, nul, about = raw.rpartition(_NUL)
    if not nul:
        return raw.decode(), _NOTHING
    try:
        return text.decode(), _decode(about) if about else _NOTHING
    except msgspec.DecodeError:
        # The body is from an earlier version, which stored texts alone.
        return raw.decode(), _NOTHING


def _bounded(description: str | None, keywords: tuple[str, ...]) -> About:
    kept, room = [], MAX_CHARACTERS
    for word in keywords:
        room -= len(word)
        if room < 0:
            break
        kept.append(word)
    return About(description[:MAX_CHARACTERS] if description else None, tuple(kept))
