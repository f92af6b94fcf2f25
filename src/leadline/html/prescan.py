"""The declared encoding in the first bytes of a page: the prescan of the HTML standard."""

import re
from collections.abc import Callable
from functools import lru_cache

_SPACE = rb"[\t\n\f\r ]"
_META = re.compile(rb"<meta(?=[\t\n\f\r /])", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*"
    rb"([^\t\n\f\r />][^\t\n\f\r />=]*)"
    rb"(?:" + _SPACE + rb"*=" + _SPACE + rb"*"
    rb"(?:\"([^\"]*)(\"?)|'([^']*)('?)|([^\t\n\f\r >\"'][^\t\n\f\r >]*)|(?=>)))?"
)
# All that is skipped at once: text, comments, tags that declare nothing, and text that only looks
# like a tag. It ends before a meta, and before an unfinished tag.
_PASSED = re.compile(
    # `(?>x*)` and not `x*+`, which Python before 3.11.5 gets wrong for groups.
    rb"(?>(?:[^<]++"
    rb"|(?><!(?=--)(?s:.*?)-->)"
    rb"|<(?!" + _META.pattern[1:] + rb")/?[A-Za-z][^\t\n\f\r >]*+"
    rb"(?>(?:" + _ATTRIBUTE.pattern + rb")*)[\t\n\f\r /]*+>"
    rb"|<(?!!--|/?[A-Za-z])[!/?][^>]*+>"
    rb"|<(?![A-Za-z!/?])"
    rb")*)",
    re.IGNORECASE,
)
_TAG = re.compile(_META.pattern + rb"(?>(?:" + _ATTRIBUTE.pattern + rb")*)[^>]*+>", re.IGNORECASE)
_CONTENT_CHARSET = re.compile(
    rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*))",
    re.IGNORECASE,
)
_XML = re.compile(rb"<\?xml[\t\n\f\r ][^>]*?encoding[\t\n\f\r ]*=[\t\n\f\r ]*[\"']([^\"']+)[\"']")

Lookup = Callable[[str | None], str | None]


def prescan(head: bytes, lookup: Lookup) -> str | None:
    """Return the encoding that the start of a page declares, if `lookup` knows it."""
    position = _passed(head, 0)
    while _META.match(head, position) and (tag := _TAG.match(head, position)):
        if found := _declared(tag[0], lookup):
            return found
        position = _passed(head, tag.end())
    xml = _XML.match(head)
    return lookup(_text(xml[1])) if xml else None


def _passed(head: bytes, start: int) -> int:
    passed = _PASSED.match(head, start)
    return passed.end() if passed else start


# Pages of one site mostly declare the same encoding.
@lru_cache(maxsize=256)
def _declared(tag: bytes, lookup: Lookup) -> str | None:
    attributes = _attributes(tag)
    if b"charset" in attributes:
        return lookup(_text(attributes[b"charset"]))
    if attributes.get(b"http-equiv", b"").lower() != b"content-type":
        return None
    match = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
    if match is None:
        return None
    return lookup(_text(next(group for group in match.groups() if group is not None)))


def _attributes(tag: bytes) -> dict[bytes, bytes]:
    """Return the attributes of a meta tag; the first of each name wins."""
    found: dict[bytes, bytes] = {}
    position = len(b"<meta")
    while match := _ATTRIBUTE.match(tag, position):
        name, double, _, single, _, bare = match.groups()
        found.setdefault(name.lower(), double or single or bare or b"")
        position = match.end()
    return found


def _text(label: bytes) -> str:
    return label.decode("ascii", "replace")
