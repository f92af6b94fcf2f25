"""The tree of a page."""

from functools import cached_property

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

# Events would copy the chosen option of a `<select>` into each of its `<selectedcontent>`: text
# that is not in the page, and quadratic.
_OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def tag_ids(names: str) -> list[int]:
    """What the parser calls these tags: numbers are compared faster than names are read."""
    create = LexborHTMLParser("").create_node
    return [create(name).tag_id for name in names.split()]


def _comment_id() -> int:
    [paragraph] = LexborHTMLParser("<p><!---->").css("p")
    return next(paragraph.iter()).tag_id


_LINKS = tag_ids("a area")
# Elements that do not interrupt a line.
_INLINE = tag_ids(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp "
    "small span strike strong sub sup time tt u var wbr"
)
# What is never seen, whatever its attributes.
_UNSEEN = [*tag_ids("style template noscript iframe"), _comment_id()]
_NAMED = "base img link meta script title"
_NAMED_IDS = tag_ids(_NAMED)


class Tree:
    """A tree that is walked once for all: a walk costs as much as a quarter of the parse."""

    # Nodes are kept beside the parser's tree and not in it, since each of them knows its tree: a
    # cycle would keep every page in memory until garbage is collected.
    def __init__(self, dom: LexborHTMLParser) -> None:
        self.dom = dom
        self.links: list[LexborNode] = []
        """All of `a` and `area`, with and without href, in document order as all of these."""
        self.inline: list[LexborNode] = []
        """Other elements that do not interrupt a line."""
        self.unseen: list[LexborNode] = []
        """What is never seen, except scripts."""
        self.named: dict[str, list[LexborNode]] = {name: [] for name in _NAMED.split()}
        """By name: images, and what belongs into the head, wherever it is."""
        self._walk()

    def _walk(self) -> None:
        found = dict.fromkeys(_INLINE, self.inline)
        found |= dict.fromkeys(_LINKS, self.links)
        found |= dict.fromkeys(_UNSEEN, self.unseen)
        found |= zip(_NAMED_IDS, self.named.values(), strict=True)
        for node in self.dom.root.traverse() if self.dom.root else ():
            nodes = found.get(node.tag_id)
            if nodes is not None:
                nodes.append(node)

    @cached_property
    def drawn_links(self) -> frozenset[int]:
        """Links as a selector knows them: it can tell XLink in SVG from a name with a colon."""
        return frozenset(node.mem_id for node in self.dom.css("a[href],area[href]"))


def parse(html: str | bytes) -> Tree:
    """The tree as a browser without scripts would build it. Bytes are UTF-8."""
    return Tree(LexborHTMLParser(html, options=_OPTIONS))
