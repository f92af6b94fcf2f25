"""The declared encoding in the first bytes of a page: the prescan of the HTML standard."""

import re
from collections.abc import Callable

_SPACE = rb"[\t\n\f\r ]"
_META = re.compile(rb"<meta(?=[\t\n\f\r /])", re.IGNORECASE)
_TAG = re.compile(rb"</?[A-Za-z][^\t\n\f\r >]*")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*"
    rb"([^\t\n\f\r />][^\t\n\f\r />=]*)"
    rb"(?:" + _SPACE + rb"*=" + _SPACE + rb"*"
    rb"(?:\"([^\"]*)(\"?)|'([^']*)('?)|([^\t\n\f\r >\"'][^\t\n\f\r >]*)|(?=>)))?"
)
_CONTENT_CHARSET = re.compile(
    rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*))",
    re.IGNORECASE,
)
_XML = re.compile(rb"<\?xml[\t\n\f\r ][^>]*?encoding[\t\n\f\r ]*=[\t\n\f\r ]*[\"']([^\"']+)[\"']")

Lookup = Callable[[str | None], str | None]


def prescan(head: bytes, lookup: Lookup) -> str | None:
    """The encoding that the start of a page declares, if `lookup` knows it."""
    position = 0
    while (position := head.find(b"<", position)) >= 0:
        if head.startswith(b"<!--", position):
            end = head.find(b"-->", position + 2)
            if end < 0:
                break
            position = end + 3
        elif _META.match(head, position):
            attributes, position = _attributes(head, position + 5)
            if found := _declared(attributes, lookup):
                return found
        elif tag := _TAG.match(head, position):
            _, position = _attributes(head, tag.end())
        elif head[position + 1 : position + 2] in (b"!", b"/", b"?"):
            end = head.find(b">", position)
            if end < 0:
                break
            position = end + 1
        else:
            position += 1
    xml = _XML.match(head)
    return lookup(_text(xml[1])) if xml else None


def _attributes(head: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """The attributes of a tag, first of each name, and where the tag ends."""
    found: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, position):
        name, *values = match.groups()
        if _is_cut_off(match):
            return {}, len(head)
        value = next((v for v in (values[0], values[2], values[4]) if v is not None), b"")
        found.setdefault(name.lower(), value)
        position = match.end()
    end = head.find(b">", position)
    return (found, end) if end >= 0 else ({}, len(head))


def _is_cut_off(match: re.Match[bytes]) -> bool:
    return match[3] == b"" or match[5] == b""


def _declared(attributes: dict[bytes, bytes], lookup: Lookup) -> str | None:
    if b"charset" in attributes:
        return lookup(_text(attributes[b"charset"]))
    if attributes.get(b"http-equiv", b"").lower() != b"content-type":
        return None
    match = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
    if match is None:
        return None
    return lookup(_text(next(group for group in match.groups() if group is not None)))


def _text(label: bytes) -> str:
    return label.decode("ascii", "replace")
