"""The compiled reader: one parse and one walk give everything that a crawl asks of a page.

In Python the walk took three times as long as the parse. `reader.c` uses the parser that comes with
selectolax; where that changes, so must the structures there.
"""

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from selectolax import lexbor

from leadline.html.tree import tag_ids

MAX_ANCHOR_LENGTH = 256
MAX_TITLE_LENGTH = 4_096

# Elements that do not interrupt a line, and what is never seen, whatever its attributes.
_INLINE = (
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp "
    "small span strike strong sub sup time tt u var wbr"
)
_UNSEEN = "style template noscript iframe"
# In the order of the kinds in reader.c, the first after `BLOCK`, which is any other tag.
_KINDS = (
    *(_INLINE, _UNSEEN),
    *("a", "area", "base", "body", "h1", "img", "link", "meta", "script", "title"),
)
_PATH = Path(__file__).with_name("libreader.so")
_TAGS = 1_024
_TOO_SLOW = 1
_NO_LIMIT = 0.0
_Lengths = ctypes.c_size_t * 9


class Reading(NamedTuple):
    """What a page says, as it is written there; None where it says nothing.

    `text` has a line for each block. Links are href (without its fragment), anchor and rel; `meta`
    are names and contents, `canonical` rels and hrefs.
    """

    text: str
    links: list[tuple[str, str, str]]
    title: str | None
    heading: str | None
    meta: list[tuple[str, str]]
    canonical: list[tuple[str, str]]
    base: str | None
    language: str | None
    json_ld: list[str]


def _kinds_of_tags() -> bytes:
    kinds = bytearray(_TAGS)
    for kind, names in enumerate(_KINDS, start=1):
        for tag in tag_ids(names):
            kinds[tag] = kind
    return bytes(kinds)


def _library() -> ctypes.PyDLL:
    if not _PATH.exists():
        raise ImportError(f"{_PATH.name} is not compiled; install leadline again, or: make setup")
    # Calls keep the GIL: the reader does one page at a time.
    return ctypes.PyDLL(str(_PATH))


def _open() -> Callable[..., int]:
    """The function that reads, with the parser it uses."""
    library = _library()
    parser = ctypes.PyDLL(lexbor.__file__)
    library.reader_open.restype = ctypes.c_char_p
    missing = library.reader_open(
        ctypes.c_void_p(parser._handle),  # noqa: SLF001 -- as dlsym wants it
        _kinds_of_tags(),
        ctypes.c_size_t(_TAGS),
        ctypes.c_size_t(MAX_ANCHOR_LENGTH),
        ctypes.c_size_t(MAX_TITLE_LENGTH),
    )
    if missing:
        raise ImportError(f"the parser in selectolax has no {missing.decode()}")
    read_ = library.reader_read
    read_.argtypes = [
        *(ctypes.c_char_p, ctypes.c_size_t, ctypes.c_double),
        *(_Lengths, ctypes.POINTER(ctypes.c_void_p)),
    ]
    return read_


_read = _open()


def read(html: bytes) -> Reading:
    """Read a page in UTF-8, as a browser without scripts would."""
    page = read_within(html, _NO_LIMIT)
    assert page is not None  # noqa: S101 -- only a limit is exceeded
    return page


def read_within(html: bytes, within_s: float) -> Reading | None:
    """The same, or None when parsing has taken more CPU than that."""
    lengths, found = _Lengths(), ctypes.c_void_p()
    result = _read(html, len(html), within_s, lengths, ctypes.byref(found))
    if result == _TOO_SLOW:
        return None
    if result or found.value is None:
        raise MemoryError
    sections, start = [], found.value
    for length in lengths:
        sections.append(ctypes.string_at(start, length).decode(errors="replace") if length else "")
        start += length
    text, links, title, heading, meta, canonical, base, language, json_ld = sections
    link, named, related = iter(_texts(links)), iter(_texts(meta)), iter(_texts(canonical))
    return Reading(
        text=text.removesuffix("\n"),
        links=list(zip(link, link, link, strict=True)),
        title=_text(title),
        heading=_text(heading),
        meta=list(zip(named, named, strict=True)),
        canonical=list(zip(related, related, strict=True)),
        base=_text(base),
        language=_text(language),
        json_ld=_texts(json_ld),
    )


def _texts(section: str) -> list[str]:
    """Each ends with a NUL."""
    return section.split("\0")[:-1]


def _text(section: str) -> str | None:
    return section[:-1] if section else None


def _check() -> None:
    """That the tree is as reader.c takes it to be: it would read whatever memory is there."""
    page = b"<html lang=a><title>b</title><base href=c><meta name=d content=e>\
<link rel=canonical href=f><p>g <b>h</b><svg><a xlink:href=i rel=j>k</a></svg><h1>l"
    if read(page) != Reading(
        text="g h\nk\nl",
        links=[("i", "k", "j")],
        title="b",
        heading="l",
        meta=[("d", "e")],
        canonical=[("canonical", "f")],
        base="c",
        language="a",
        json_ld=[],
    ):
        raise ImportError("the parser in selectolax is not the one that reader.c was written for")


_check()
