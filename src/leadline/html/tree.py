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


_COMMENT = _comment_id()
_LINKS = tag_ids("a area")
_NAMED = tag_ids("base img link meta script title")
# Elements that do not interrupt a line.
_INLINE = tag_ids(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s "
    "samp small span strike strong sub sup time tt u var wbr"
)
# What is never seen, whatever its attributes.
UNSEEN = tag_ids("script style template noscript iframe") | {_COMMENT}
_WITHIN_LINES = _INLINE | UNSEEN
_OTHERS = _LINKS | _NAMED


class Tree:
    """A tree that is walked once for all: a walk costs as much as a quarter of the parse."""

    # Nodes are kept beside the parser's tree and not in it, since each of them knows its tree: a
    # cycle would keep every page in memory until garbage is collected.
    def __init__(self, dom: LexborHTMLParser) -> None:
        self.dom = dom
        self.links: list[LexborNode] = []
        """All of `a` and `area`, with and without href, in document order as all of these."""
        self.named: dict[str, list[LexborNode]] = {}
        """By name: images, and what belongs into the head, wherever it is."""
        self.within_lines: list[LexborNode] = []
        """What does not interrupt a line: inline elements, and what is not seen."""
        self._walk()

    def _walk(self) -> None:
        links, within_lines = self.links, self.within_lines
        for node in self.dom.root.traverse() if self.dom.root else ():
            tag = node.tag_id
            if tag in _WITHIN_LINES:
                within_lines.append(node)
            if tag in _OTHERS:
                if tag in _LINKS:
                    links.append(node)
                else:
                    self.named.setdefault(node.tag or "", []).append(node)

    @cached_property
    def drawn_links(self) -> frozenset[int]:
        """Links as a selector knows them: it can tell XLink in SVG from a name with a colon."""
        return frozenset(node.mem_id for node in self.dom.css("a[href],area[href]"))


def parse(html: str | bytes) -> Tree:
    """The tree as a browser without scripts would build it. Bytes are UTF-8."""
    return Tree(LexborHTMLParser(html, options=_OPTIONS))
