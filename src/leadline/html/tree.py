"""The tree of a page."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, and quadratic.
_OPTIONS = LexborDocumentOptions.WO_EVENTS


def parse(html: str) -> LexborHTMLParser:
    """The tree as a browser without scripts would build it."""
    return LexborHTMLParser(html, options=_OPTIONS)
