"""What a page says about itself in its head."""

from collections.abc import Iterator
from typing import Any

import msgspec
from selectolax.lexbor import LexborNode

from leadline.domain.addresses import Address
from leadline.domain.documents import Metadata
from leadline.domain.outcomes import Skipped
from leadline.html.tree import Tree
from leadline.urls.address import normalize

# What is nested deeper could not be read again where more of Python's stack is in use.
_MAX_DEPTH = 100


def title_of(tree: Tree) -> str:
    """`<title>`, else the first `<h1>`."""
    return _text(_title(tree)) or _text(tree.dom.css_first("h1"))


def _title(tree: Tree) -> LexborNode | None:
    """The first that is not the name of a drawing."""
    first = next(iter(tree.named["title"]), None)
    if first is None or (first.parent and first.parent.tag == "head"):
        return first
    return tree.dom.css_first("title:not(svg *)")


def _text(node: LexborNode | None) -> str:
    return " ".join(node.text().split()) if node else ""


def metadata_of(tree: Tree, base: Address) -> Metadata:
    """Description, keywords, canonical address, language, robots, OpenGraph and JSON-LD."""
    said = dict(_meta(tree))
    return Metadata(
        description=said.get("description") or None,
        keywords=tuple(
            word.strip() for word in said.get("keywords", "").split(",") if word.strip()
        ),
        canonical=_canonical(tree, base),
        language=_language(tree) or said.get("content-language") or None,
        robots=said.get("robots") or None,
        open_graph={name: value for name, value in said.items() if name.startswith("og:")},
        json_ld=tuple(_json_ld(tree)),
    )


def _meta(tree: Tree) -> Iterator[tuple[str, str]]:
    """Names and contents, last first, so that the first of a name wins in a dict."""
    for node in reversed(tree.named["meta"]):
        attributes = node.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
        if name and "content" in attributes:
            yield name.strip().lower(), " ".join((attributes["content"] or "").split())


def _canonical(tree: Tree, base: Address) -> Address | None:
    links = tree.named["link"]
    if not any("canonical" in (node.attributes.get("rel") or "").lower() for node in links):
        return None
    node = tree.dom.css_first('link[rel~="canonical" i][href]:not(svg *,math *)')
    address = normalize(node.attributes["href"] or "", base) if node else None
    return None if isinstance(address, Skipped) else address


def _language(tree: Tree) -> str | None:
    root = tree.dom.root
    language = root.attributes.get("lang") if root else None
    return language.strip() if language else None


def _json_ld(tree: Tree) -> Iterator[Any]:
    for node in tree.named["script"]:
        if (node.attributes.get("type") or "").lower() != "application/ld+json":
            continue
        text = node.text()
        try:
            value = msgspec.json.decode(text)
            # Integers of more than 64 bits can be read but not written.
            msgspec.msgpack.encode(value)
        except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
            continue
        if text.count("[") + text.count("{") <= _MAX_DEPTH or _is_within(_MAX_DEPTH, value):
            yield value


def _is_within(depth: int, value: Any) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_within(depth - 1, each) for each in inner)
