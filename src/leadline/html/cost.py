"""Which pages could take long to parse.

The parser is quadratic in a few constructs: in elements nested or in one list, in the attributes
of one tag, in formatting elements left open, which it opens again in every block with all their
attributes, and in text between tags that it ignores, which it copies at each of them. Real pages
stay far below these limits; a page beyond them is parsed where it can be stopped.

What looks like a tag is taken for one wherever it stands: in a comment or a script it is none,
but whoever believes to be in one can be led past a tag that counts.
"""

import re

import re2

_SMALL_BYTES = 4 * 1024
_LARGE_BYTES = 2 * 1024 * 1024
_MAX_TAGS = 5_000
_MAX_COPIED_BYTES = 1_000_000_000
_MAX_REOPENED = 300_000
_MAX_COMPARED = 100_000_000
# As many attributes as can be compared need so many bytes: they must have different names.
_FEW_ATTRIBUTES_BYTES = 36_000
_MAX_READ_BYTES = 1024 * 1024

_FORMATTING = frozenset(b"b big code em font i nobr s small strike strong tt u".split())
# Tags whose attributes are added to those of the first of the name.
_MERGED = frozenset([b"body", b"html"])

# RE2 reads a page several times faster than `re`, which is left for the attributes. Suspicious is
# a formatting element with attributes (without, the parser keeps three of a kind), `body` and
# `html`, and any tag that is long, or that might be because it is not clear where it ends: with a
# `<` in it, or a `>` in quotes.
_OPTIONS = re2.Options()
_OPTIONS.encoding = re2.Options.Encoding.LATIN1
_AFTER_NAME = rb"[\t\n\f\r /]"
_UNCLEAR = rb"(?:[^<>]*<|[^<>]{300}|[^<>]*=[\t\n\f\r ]*(?:\"[^\"<>]*>|'[^'<>]*>))"
_SUSPECT = re2.compile(
    rb"(?i)<(?:" + b"|".join(sorted(_FORMATTING | _MERGED)) + rb")" + _AFTER_NAME + rb"|"
    rb"</?[a-z]" + _UNCLEAR,
    _OPTIONS,
)
# Where comparing attributes cannot take long, only those count that are opened again.
_SUSPECT_IF_FEW = re2.compile(
    rb"(?i)<(?:" + b"|".join(sorted(_FORMATTING)) + rb")" + _AFTER_NAME + rb"|"
    rb"<a" + _AFTER_NAME + _UNCLEAR,
    _OPTIONS,
)
# Tags that may be ignored where they stand, if they have attributes. Among frames that is any tag.
_IGNORED = re.compile(
    rb"(?i)<(?:!doctype|/[a-z](?![^<>\t\n\f\r /]*+>)"
    rb"|(?:body|caption|col|colgroup|form|frame|head|html|tbody|td|tfoot|th|thead|tr)[\t\n\f\r /])"
)
_FRAMESET = re.compile(rb"(?i)<frameset")
_NAME = re.compile(rb"<(/?[a-zA-Z][^\t\n\f\r />]*+)")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\t\n\f\r >\"'][^\t\n\f\r >]*+)?)?"
)


def could_be_slow(body: bytes) -> bool:
    """Whether parsing `body` might take more than a second."""
    if len(body) <= _SMALL_BYTES:
        return False
    if len(body) > _LARGE_BYTES or _hides_tags(body):
        return True
    tags = body.count(b"<")
    return tags > _MAX_TAGS or _is_copied_often(body, tags) or _has_costly_tags(body, tags)


def _hides_tags(body: bytes) -> bool:
    """Whether its tags might be spelt in other bytes: in UTF-16 or ISO-2022-JP."""
    return b"\0" in body or b"\x1b" in body


def _is_copied_often(body: bytes, tags: int) -> bool:
    if tags * len(body) <= _MAX_COPIED_BYTES:
        return False
    ignored = tags if _FRAMESET.search(body) else len(_IGNORED.findall(body))
    return ignored * len(body) > _MAX_COPIED_BYTES


def _has_costly_tags(body: bytes, tags: int) -> bool:
    reopened = widest_link = merged = compared = read_bytes = 0
    suspects = _SUSPECT_IF_FEW if len(body) <= _FEW_ATTRIBUTES_BYTES else _SUSPECT
    suspect = suspects.search(body)
    while suspect:
        start = suspect.start()
        name, attributes, end = _tag(body, start, _MAX_READ_BYTES - read_bytes)
        read_bytes += end - start
        compared += attributes * attributes
        if name in _FORMATTING:
            reopened += max(1, attributes)
        elif name in _MERGED:
            merged += attributes
        elif name == b"a":
            # Unlike the others, only the last one stays open.
            widest_link = max(widest_link, attributes)
        if (
            read_bytes >= _MAX_READ_BYTES
            or compared + merged * merged > _MAX_COMPARED
            or (reopened + widest_link) * tags > _MAX_REOPENED
        ):
            return True
        suspect = suspects.search(body, start + 1)
    return False


def _tag(body: bytes, start: int, within_bytes: int) -> tuple[bytes, int, int]:
    """Name and number of attributes of a tag as the tokenizer reads it, and where they end."""
    limit = start + within_bytes
    name = _NAME.match(body, start, limit)
    if name is None:
        return b"", 0, limit
    attributes, end = 0, name.end()
    while attribute := _ATTRIBUTE.match(body, end, limit):
        attributes, end = attributes + 1, attribute.end()
    return name[1].lower(), attributes, end
