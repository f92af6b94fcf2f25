"""The facts that a page states about itself in its head."""

from collections.abc import Iterator
from typing import Any

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Metadata
from leadline.html.reader import Reading
from leadline.urls.address import normalize

# Deeper JSON could not be read again where more of Python's stack is in use.
_MAX_DEPTH = 100
# More bytes are not read: the event loop waits for them, whatever a page has there.
_DESCRIBING_BYTES = 16 * 1024
_NOTHING = Metadata()


def title_of(page: Reading) -> str:
    """Return the text of `<title>`, or else of the first `<h1>`."""
    return page.title or page.heading or ""


def metadata_of(page: Reading, base: Address) -> Metadata:
    """Return description, keywords, canonical address, language, robots, OpenGraph and JSON-LD."""
    meta = [(name.strip().lower(), " ".join(text.split())) for name, text in page.meta]
    # The last comes first, so that the first of a name wins.
    said = dict(reversed(meta))
    return Metadata(
        description=said.get("description") or None,
        keywords=_words(said.get("keywords", "")),
        canonical=_canonical(page, base),
        language=(page.language or "").strip() or said.get("content-language") or None,
        # All of them count: each may forbid something else.
        robots=", ".join(text for name, text in meta if name == "robots" and text) or None,
        open_graph={name: value for name, value in said.items() if name.startswith("og:")},
        json_ld=tuple(_json_ld(page)),
    )


def description_of(page: Reading) -> Metadata:
    """Return only description and keywords: crawls keep these of every page."""
    section = page.meta_within(_DESCRIBING_BYTES)
    folded = section.lower()
    if b"description" not in folded and b"keywords" not in folded:
        return _NOTHING
    names = [name.strip() for name in folded.split(b"\0")[:-1:2]]
    texts = section.split(b"\0")[1::2]
    description = _text_of(b"description", names, texts)
    return Metadata(description or None, _words(_text_of(b"keywords", names, texts)))


def _text_of(name: bytes, names: list[bytes], texts: list[bytes]) -> str:
    """Return the content of the first meta of a name, in one line; empty without one."""
    if name not in names:
        return ""
    return " ".join(texts[names.index(name)].decode(errors="replace").split())


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _canonical(page: Reading, base: Address) -> Address | None:
    for rel, href in page.canonical:
        if "canonical" in rel.lower().split():
            address = normalize(href, base)
            return None if isinstance(address, Skipped) else address
    return None


def _json_ld(page: Reading) -> Iterator[Any]:
    for text in page.json_ld:
        try:
            value = msgspec.json.decode(text)
            # Integers of more than 64 bits can be read but not written.
            msgspec.msgpack.encode(value)
        except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
            continue
        if text.count("[") + text.count("{") <= _MAX_DEPTH or _is_within(_MAX_DEPTH, value):
            yield value


def _is_within(depth: int, value: Any) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_within(depth - 1, each) for each in inner)
