"""What a page says about itself in its head."""

from collections.abc import Iterator
from typing import Any

import msgspec
from selectolax.lexbor import LexborHTMLParser

from leadline.domain.addresses import Address
from leadline.domain.documents import Metadata
from leadline.domain.outcomes import Skipped
from leadline.urls.address import normalize


def title_of(tree: LexborHTMLParser) -> str:
    """`<title>`, else the first `<h1>`."""
    for node in tree.css("title"):
        if node.parent is None or node.parent.tag != "svg":
            return " ".join(node.text().split())
    heading = tree.css_first("h1")
    return " ".join(heading.text().split()) if heading else ""


def metadata_of(tree: LexborHTMLParser, base: Address) -> Metadata:
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


def _meta(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """Names and contents, last first, so that the first of a name wins in a dict."""
    for node in reversed(tree.css("meta[content]")):
        attributes = node.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
        if name:
            yield name.strip().lower(), " ".join((attributes["content"] or "").split())


def _canonical(tree: LexborHTMLParser, base: Address) -> Address | None:
    node = tree.css_first('link[rel~="canonical" i][href]')
    address = normalize(node.attributes["href"] or "", base) if node else None
    return None if isinstance(address, Skipped) else address


def _language(tree: LexborHTMLParser) -> str | None:
    root = tree.root
    language = root.attributes.get("lang") if root else None
    return language.strip() if language else None


def _json_ld(tree: LexborHTMLParser) -> Iterator[Any]:
    for node in tree.css('script[type="application/ld+json" i]'):
        try:
            yield msgspec.json.decode(node.text())
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            continue
