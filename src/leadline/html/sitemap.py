"""Sitemaps: XML of pages or of other sitemaps, RSS, Atom, or a line of text for each page."""

import io
from xml.parsers import expat

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Listing, Source
from leadline.html.encoding import to_utf8
from leadline.urls.address import normalize

MAX_LISTED = 50_000
_MAX_LENGTH = 2_048

_SPACE = b"\t\n\r "
_ROOTS = frozenset(["urlset", "sitemapindex", "rss", "RDF", "feed"])
_PAGES = frozenset([("url", "loc"), ("item", "link")])
_SITEMAPS = ("sitemap", "loc")
_ENTRY = ("entry", "link")


class _End(Exception):
    """The end of reading."""


def listing_of(source: Source) -> Listing:
    """Read a sitemap. Never fails on any bytes; entries before a broken part are listed."""
    text, _ = to_utf8(source.body, source.content_type)
    text = text.lstrip(_SPACE)
    return _Elements().read(text) if text.startswith(b"<") else _lines(text)


class _Collected:
    """The addresses of a sitemap, each once, as many as it may list."""

    def __init__(self) -> None:
        self.pages: dict[Address, None] = {}
        self.sitemaps: dict[Address, None] = {}

    def add(self, written: str, to: dict[Address, None]) -> None:
        """Note an address if it is absolute. Raises _End when there are too many."""
        written = written.strip()
        address = normalize(written) if 0 < len(written) <= _MAX_LENGTH else None
        if address is None or isinstance(address, Skipped) or address in to:
            return
        if len(self.pages) + len(self.sitemaps) == MAX_LISTED:
            raise _End("links cut")
        to[address] = None

    def listing(self, parse: str | None) -> Listing:
        """Return all addresses, and why some are missing."""
        return Listing(tuple(self.pages), tuple(self.sitemaps), parse)


class _Elements(_Collected):
    """A reader of XML in one pass. A DTD ends it: without one there are no entities."""

    def __init__(self) -> None:
        super().__init__()
        self._has_begun = False
        self._path: list[str] = []
        self._text: list[str] | None = None

    def read(self, text: bytes) -> Listing:
        """Return the entries up to the end, or up to a broken part."""
        # The encoding in the declaration is no longer true.
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._on_doctype
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        try:
            parser.Parse(text, True)  # noqa: FBT003 -- takes no keywords
        except _End as end:
            return self.listing(str(end))
        except expat.ExpatError:
            return self.listing("broken" if self._has_begun else "not a sitemap")
        return self.listing(None)

    def _on_doctype(self, *_: object) -> None:
        raise _End("not a sitemap")

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if not self._has_begun and local not in _ROOTS:
            raise _End("not a sitemap")
        self._has_begun = True
        self._path.append(local)
        self._text = []
        if self._place() == _ENTRY and attributes.get("rel", "alternate") == "alternate":
            self.add(attributes.get("href", ""), self.pages)

    def _on_text(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _on_end(self, _name: str) -> None:
        place, text = self._place(), "".join(self._text or ())
        self._path.pop()
        self._text = None
        if place in _PAGES:
            self.add(text, self.pages)
        elif place == _SITEMAPS:
            self.add(text, self.sitemaps)

    def _place(self) -> tuple[str, ...]:
        return tuple(self._path[-2:])


def _lines(text: bytes) -> Listing:
    found = _Collected()
    try:
        for line in io.TextIOWrapper(io.BytesIO(text), "utf-8"):
            found.add(line, found.pages)
    except _End as end:
        return found.listing(str(end))
    return found.listing(None if found.pages else "not a sitemap")
