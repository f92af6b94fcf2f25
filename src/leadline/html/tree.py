"""The tree of a page, for selectors."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, in quadratic time.
_OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def tag_ids(names: str) -> list[int]:
    """Return the numbers of tags in the parser."""
    create = LexborHTMLParser("").create_node
    return [create(name).tag_id for name in names.split()]


def parse(html: str | bytes) -> LexborHTMLParser:
    """Return the tree as a browser without scripts builds it. Bytes are UTF-8."""
    return LexborHTMLParser(html, options=_OPTIONS)
