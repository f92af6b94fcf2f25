"""The tree of a page, for selectors."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, and quadratic.
_OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def tag_ids(names: str) -> list[int]:
    """What the parser calls these tags."""
    create = LexborHTMLParser("").create_node
    return [create(name).tag_id for name in names.split()]


def parse(html: str | bytes) -> LexborHTMLParser:
    """The tree as a browser without scripts would build it. Bytes are UTF-8."""
    return LexborHTMLParser(html, options=_OPTIONS)
