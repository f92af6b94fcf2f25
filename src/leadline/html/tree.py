"""The tree of a page."""

from functools import cached_property

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, and quadratic.
_OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def tag_ids(names: str) -> frozenset[int]:
    """What the parser calls these tags: numbers are compared faster than names are read."""
    create = LexborHTMLParser("").create_node
    return frozenset(create(name).tag_id for name in names.split())


def _comment_id() -> int:
    [paragraph] = LexborHTMLParser("<p><!---->").css("p")
    return next(paragraph.iter()).tag_id


COMMENT = _comment_id()
LINKS = tag_ids("a area")
HEAD = tag_ids("base link meta script title")
# Elements that do not interrupt a line.
INLINE = tag_ids(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s "
    "samp small span strike strong sub sup time tt u var wbr"
)
# What is never seen, whatever its attributes.
UNSEEN = tag_ids("script style template noscript iframe") | {COMMENT}
_FOUND = LINKS | HEAD | INLINE | UNSEEN


class Tree:
    """A tree that is walked once for all: a walk costs as much as a third of the parse."""

    # Beside the parser's tree and not in it, since each node knows its tree: a cycle would keep
    # every page in memory until garbage is collected.
    def __init__(self, dom: LexborHTMLParser) -> None:
        self.dom = dom

    @cached_property
    def found(self) -> list[LexborNode]:
        """The nodes of the kinds above, in document order."""
        root = self.dom.root
        return [node for node in root.traverse() if node.tag_id in _FOUND] if root else []

    @cached_property
    def links(self) -> list[LexborNode]:
        """All of `a` and `area`, with and without href."""
        return [node for node in self.found if node.tag_id in LINKS]

    @cached_property
    def drawn_links(self) -> frozenset[int]:
        """Links as a selector knows them: it can tell XLink in SVG from a name with a colon."""
        return frozenset(node.mem_id for node in self.dom.css("a[href],area[href]"))

    @cached_property
    def in_head(self) -> dict[str, list[LexborNode]]:
        """By name what belongs into the head, wherever it is."""
        by_name: dict[str, list[LexborNode]] = {}
        for node in self.found:
            if node.tag_id in HEAD:
                by_name.setdefault(node.tag or "", []).append(node)
        return by_name


def parse(html: str | bytes) -> Tree:
    """The tree as a browser without scripts would build it. Bytes are UTF-8."""
    return Tree(LexborHTMLParser(html, options=_OPTIONS))
