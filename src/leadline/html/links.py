"""The links of a page: resolved, in document order, one for each address."""

from selectolax.lexbor import LexborNode

from leadline.domain.addresses import Address
from leadline.domain.documents import Link
from leadline.domain.outcomes import Skipped
from leadline.html.tree import Tree
from leadline.urls.address import Base, normalize

MAX_LINKS = 50_000
MAX_ANCHOR_LENGTH = 256

_MAX_BASE_LENGTH = 2_048
_MAX_TOTAL_LENGTH = 16 * 1024 * 1024

Attributes = dict[str, str | None]

_SPACE = "\t\n\f\r "
_KEPT_REL = frozenset(["nofollow", "ugc", "sponsored"])
# Links can be nested in links (through objects, tables, SVG); reading each one's text is then
# quadratic, so the text that may be read for anchors is bounded.
_ANCHOR_BUDGET = 1_000_000


def base_of(tree: Tree, address: Address) -> Address:
    """What relative links are resolved against: the first base tag if usable, else the address."""
    node = tree.dom.css_first("base[href]:not(svg *,math *)") if tree.named["base"] else None
    if node is None:
        return address
    base = normalize(node.attributes["href"] or "", address)
    # Every link would repeat it: a page of a megabyte could ask for gigabytes.
    return address if isinstance(base, Skipped) or len(base) > _MAX_BASE_LENGTH else base


def links_of(tree: Tree, address: Address, base: Address) -> tuple[list[Link], bool]:
    """Links to http and https addresses, the first anchor of each, and whether there are more.

    A reference to the page itself (empty, or only a fragment) is not a link.
    """
    resolver = Base(base)
    hrefs: set[str] = {""} if base == address else set()
    found: dict[Address, Link] = {}
    budget, length = _ANCHOR_BUDGET, 0
    for node in tree.links:
        written = node.attrs.sget("href") or _drawn_href(node, tree)
        if written is None:
            continue
        href = written.strip(_SPACE).partition("#")[0]
        if href in hrefs:
            continue
        hrefs.add(href)
        target = resolver.join(href)
        if isinstance(target, Skipped) or target in found:
            continue
        text = node.text_lexbor() if budget > 0 else ""
        budget -= len(text)
        attributes = node.attributes
        anchor = _short(text) or _short(_spoken(node, attributes, tree))
        found[target] = Link(target, anchor, _rel(attributes.get("rel")))
        length += len(target)
        if len(found) == MAX_LINKS or length > _MAX_TOTAL_LENGTH:
            return list(found.values()), True
    return list(found.values()), False


def _drawn_href(node: LexborNode, tree: Tree) -> str | None:
    """What a link without href, or with an empty one, has in that of XLink; None if it is none."""
    attributes = node.attributes
    if "href" in attributes:
        return attributes.get("xlink:href") or ""
    if "xlink:href" in attributes and node.mem_id in tree.drawn_links:
        return attributes["xlink:href"] or ""
    return None


def _short(text: str) -> str:
    if len(text) <= MAX_ANCHOR_LENGTH:
        return " ".join(text.split())
    # Cut before collapsing: the text may be megabytes, and what is kept is short.
    return " ".join(text[: 16 * MAX_ANCHOR_LENGTH].split())[:MAX_ANCHOR_LENGTH].rstrip()


def _spoken(node: LexborNode, attributes: Attributes, tree: Tree) -> str:
    """What a screen reader would say of a link without text."""
    return attributes.get("aria-label") or attributes.get("alt") or _pictured(node, tree) or ""


def _pictured(node: LexborNode, tree: Tree) -> str | None:
    image = node.css_first("img[alt]") if tree.named["img"] else None
    return image.attributes["alt"] if image else None


def _rel(value: str | None) -> tuple[str, ...]:
    if not value:
        return ()
    return tuple(token for token in value.lower().split() if token in _KEPT_REL)
