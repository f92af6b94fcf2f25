"""The tree of a page."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, and quadratic.
_OPTIONS = LexborDocumentOptions.WO_EVENTS


class Tree(LexborHTMLParser):
    """A tree that remembers its source: looking for a word there is cheaper than a walk."""

    _lowered = b""

    def mentions(self, word: str) -> bool:
        """Whether a lower-case word is in the source, wherever."""
        return word.encode() in self._lowered

    def count(self, word: str) -> int:
        """How often a lower-case word is in the source."""
        return self._lowered.count(word.encode())


def parse(html: str) -> Tree:
    """The tree as a browser without scripts would build it."""
    tree = Tree(html, options=_OPTIONS)
    # Bytes, since only they have a fast `lower` where a page is not all ASCII.
    tree._lowered = tree.raw_html.lower()  # noqa: SLF001 -- its maker
    return tree
