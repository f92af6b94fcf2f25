"""The compiled reader: one parse and one walk find everything that a crawl asks of a page.

In Python the walk took three times as long as the parse. `reader.c` uses the parser of selectolax;
when that changes, the structures there have to change with it.
"""

import ctypes
from collections.abc import Callable
from itertools import accumulate, count
from pathlib import Path

from selectolax import lexbor

from leadline.html.tree import tag_ids

MAX_ANCHOR_LENGTH = 256
MAX_TITLE_LENGTH = 4_096

# Elements that do not interrupt a line, and elements that are never visible.
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
_TEXT, _LINKS, _TITLE, _HEADING, _META, _CANONICAL, _BASE, _LANGUAGE, _JSON_LD = range(9)
_Lengths = ctypes.c_size_t * 9
# The result of the library, for one page at a time.
_lengths, _found = _Lengths(), ctypes.c_void_p()


class Reading:
    """The content of a page as it is written; None for parts that are missing.

    Each part is decoded when it is asked for: few callers need all of them.
    """

    __slots__ = ("_ends", "_found")

    def __init__(self, found: bytes, ends: tuple[int, ...]) -> None:
        self._found = found
        self._ends = ends

    def _section(self, number: int) -> bytes:
        start = self._ends[number - 1] if number else 0
        return self._found[start : self._ends[number]]

    def _texts(self, number: int) -> list[str]:
        return _texts(self._section(number))

    def _first(self, number: int) -> str | None:
        return next(iter(self._texts(number)), None)

    @property
    def text(self) -> bytes:
        """Return the visible text, a line for each block."""
        end = self._ends[_TEXT]
        return self._found[: end - self._found.endswith(b"\n", 0, end)]

    @property
    def title(self) -> str | None:
        """Return the text of the first `<title>`."""
        return self._first(_TITLE)

    @property
    def heading(self) -> str | None:
        """Return the text of the first `<h1>`."""
        return self._first(_HEADING)

    @property
    def meta(self) -> list[tuple[str, str]]:
        """Return the names and contents of meta tags."""
        texts = iter(self._texts(_META))
        return list(zip(texts, texts, strict=True))

    def meta_within(self, size: int) -> bytes:
        """Return names and contents up to a number of bytes, each ended by a NUL."""
        start = self._ends[_META - 1]
        return self._found[start : min(self._ends[_META], start + size)]

    @property
    def canonical(self) -> list[tuple[str, str]]:
        """Return the rel and href of links that may be the canonical address."""
        texts = iter(self._texts(_CANONICAL))
        return list(zip(texts, texts, strict=True))

    @property
    def base(self) -> str | None:
        """Return the href of the first `<base>`."""
        return self._first(_BASE)

    @property
    def language(self) -> str | None:
        """Return the language of the root element."""
        return self._first(_LANGUAGE)

    @property
    def json_ld(self) -> list[str]:
        """Return all JSON-LD."""
        return self._texts(_JSON_LD)

    @property
    def links(self) -> bytes:
        """Return href without fragment, anchor and rel of each link; each text ends with a NUL."""
        return self._section(_LINKS)


def _kinds_of_tags() -> bytes:
    kinds = bytearray(_TAGS)
    for kind, names in enumerate(_KINDS, start=1):
        for tag in tag_ids(names):
            kinds[tag] = kind
    return bytes(kinds)


def _load() -> ctypes.PyDLL:
    if not _PATH.exists():
        raise ImportError(f"{_PATH.name} is not compiled; install leadline again, or: make setup")
    # Calls keep the GIL: the reader does one page at a time.
    return ctypes.PyDLL(str(_PATH))


library = _load()


def _open() -> Callable[..., int]:
    """Return the function that reads, set up with the parser."""
    parser = ctypes.PyDLL(lexbor.__file__)
    library.reader_open.restype = library.plain_tags.restype = ctypes.c_char_p
    places = count()
    numbers = tag_ids(b" ".join(iter(lambda: library.plain_tags(next(places)), None)).decode())
    missing = library.reader_open(
        ctypes.c_void_p(parser._handle),  # noqa: SLF001 -- as dlsym wants it
        _kinds_of_tags(),
        ctypes.c_size_t(_TAGS),
        (ctypes.c_uint16 * len(numbers))(*numbers),
        ctypes.c_size_t(MAX_ANCHOR_LENGTH),
        ctypes.c_size_t(MAX_TITLE_LENGTH),
    )
    if missing:
        raise ImportError(f"the parser in selectolax has no {missing.decode()}")
    size, text, out = ctypes.c_size_t, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)
    library.reader_read.argtypes = [text, size, ctypes.c_double, ctypes.c_int, _Lengths, out]
    read: Callable[..., int] = library.reader_read
    return read


_read = _open()


def read(html: bytes) -> Reading:
    """Read a page in UTF-8, as a browser without scripts would."""
    page = read_within(html, _NO_LIMIT)
    assert page is not None  # noqa: S101 -- only a limit is exceeded
    return page


def read_within(html: bytes, within_s: float) -> Reading | None:
    """Read a page as `read` does; return None when parsing takes more CPU than that."""
    return _reading(html, within_s, is_plain_tried=True)


def read_as_any(html: bytes) -> Reading:
    """Read a page as `read` does, but always by lexbor."""
    page = _reading(html, _NO_LIMIT, is_plain_tried=False)
    assert page is not None  # noqa: S101 -- only a limit is exceeded
    return page


def _reading(html: bytes, within_s: float, *, is_plain_tried: bool) -> Reading | None:
    result = _read(html, len(html), within_s, is_plain_tried, _lengths, _found)
    if result == _TOO_SLOW:
        return None
    if result:
        raise MemoryError
    ends = tuple(accumulate(_lengths))
    return Reading(_bytes(_found, ends[-1]), ends)


def _bytes(found: ctypes.c_void_p, length: int) -> bytes:
    """Return a copy of the bytes: the next page overwrites them."""
    return ctypes.string_at(found, length) if length else b""


def _texts(section: bytes) -> list[str]:
    """Return the texts of a section: each ends with a NUL."""
    return section.decode(errors="replace").split("\0")[:-1]


def _check() -> None:
    """Check that the tree of lexbor is as in tree.h: reader.c would read any memory otherwise."""
    page = b"<html lang=a><title>b</title><base href=c><meta name=d content=e>\
<link rel=canonical href=f><p>g <b>h</b><svg><a xlink:href=i rel=j>k</a></svg><h1>l"
    said = read_as_any(page)
    head = (said.title, said.base, said.meta, said.canonical, said.language, said.json_ld)
    if (said.text, said.heading, said.links, head) != (
        b"g h\nk\nl",
        "l",
        b"i\0k\0j\0",
        ("b", "c", [("d", "e")], [("canonical", "f")], "a", []),
    ):
        raise ImportError("the parser in selectolax is not the one that reader.c was written for")


_check()
