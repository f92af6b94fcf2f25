"""What a page says: its text from bytes, its base, its links with their anchors."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from justhtml import JustHTML
from justhtml.dom import Element, Node, Text

from oracle.addresses import parsed

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)
META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([^\s;\"'/>]+)", re.IGNORECASE)
XML_ENCODING = re.compile(rb"<\?xml[^>]+encoding\s*=\s*[\"']([^\"']+)")
COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
PRESCAN_BYTES = 1024
MEANT = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949", "iso8859-9": "cp1254",
}  # fmt: skip
"""Labels that the Encoding standard reads as a larger encoding, by Python's names."""

HTML_TYPES = {"text/html", "application/xhtml+xml"}
SPACE = "\t\n\f\r "
ANCHOR_LENGTH = 256


@dataclass(frozen=True, slots=True)
class Link:
    """An address that a page links to, and the words of the link."""

    address: str
    anchor: str


Nodes: TypeAlias = list[Node | Text]


def is_html(content_type: str, body: bytes) -> bool:
    """By its type; by its look when it has none."""
    media_type = content_type.split(";", maxsplit=1)[0].strip().lower()
    if media_type:
        return media_type in HTML_TYPES
    return body.removeprefix(codecs.BOM_UTF8).lstrip(SPACE.encode()).startswith(b"<")


def links_of(body: bytes, content_type: str, address: str) -> list[Link]:
    """One link for each address, the first in the document, in its order."""
    tree = JustHTML(decoded(body, content_type), sanitize=False, scripting_enabled=False)
    elements = [node for node in _descendants(tree.root) if isinstance(node, Element)]
    base = _base(elements, address)
    found: dict[str, Link] = {}
    hrefs: set[str] = set()
    for element in elements:
        href = _href(element)
        if href is None or href in hrefs:
            continue
        hrefs.add(href)
        target = parsed(href, base)
        if target is not None and target not in found:
            found[target] = Link(target, _anchor(element))
    return list(found.values())


def decoded(body: bytes, content_type: str) -> str:
    """Text by byte order mark, header, markup, and for the rest UTF-8 if that is possible."""
    for mark, encoding in BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    in_header = HEADER_CHARSET.search(content_type)
    encoding = _python_name(in_header[1] if in_header else "") or _declared(body)
    if encoding:
        return body.decode(encoding, "replace")
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _declared(body: bytes) -> str:
    head = COMMENT.sub(b"", body[:PRESCAN_BYTES])
    declared = META_CHARSET.search(head) or XML_ENCODING.match(head)
    encoding = _python_name(declared[1].decode("latin-1")) if declared else ""
    # What could be read up to here is not in UTF-16.
    return "utf-8" if encoding.startswith("utf-16") else encoding


def _python_name(label: str) -> str:
    try:
        name = codecs.lookup(label).name if label else ""
    except LookupError:
        return ""
    return "" if name == "utf-7" else MEANT.get(name, name)


def _descendants(root: Node) -> Iterator[Node | Text]:
    """In document order. What is inside of a template is not in the document."""
    waiting: Nodes = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Node):
            waiting += reversed(node.children or [])


def _base(elements: list[Element], address: str) -> str:
    for element in elements:
        if element.name == "base" and element.namespace == "html" and "href" in element.attrs:
            return parsed(element.attrs["href"] or "", address) or address
    return address


def _href(element: Element) -> str | None:
    if element.name == "a" or (element.name == "area" and element.namespace == "html"):
        attributes = element.attrs
        if "href" in attributes:
            return attributes["href"] or ""
        return attributes.get("xlink:href") if element.namespace == "svg" else None
    return None


def _anchor(element: Element) -> str:
    text = "".join(node.data or "" for node in _descendants(element) if isinstance(node, Text))
    return _short(text) or _short(_spoken(element))


def _short(text: str) -> str:
    return " ".join(text.split())[:ANCHOR_LENGTH].rstrip()


def _spoken(element: Element) -> str:
    """What is read aloud where there is no text."""
    own = element.attrs.get("aria-label") or element.attrs.get("alt")
    images = (
        node.attrs["alt"]
        for node in _descendants(element)
        if isinstance(node, Element) and node.name == "img" and "alt" in node.attrs
    )
    return own or next(images, "") or ""
