"""Which pages could take long to parse.

The parser is quadratic in a few constructs: in elements nested or in one list, in the attributes
of one tag, and in formatting elements left open, which it opens again in every block. Real pages
stay far below these limits; a page beyond them is parsed where it can be stopped.
"""

import re

import re2

_SMALL_BYTES = 8 * 1024
_MAX_TAGS = 5_000
_MAX_REOPENED = 300_000
_LONG_TAG_BYTES = 1024
_MAX_TAG_BYTES = 16 * 1024
_MAX_LONG_TAGS_BYTES = 64 * 1024

# RE2 reads a page several times faster than `re`, which is left for exact tag ends. Suspicious
# is a formatting element with attributes (without, the parser keeps three of a kind), a tag in
# which another `<` comes before its end, and one that is followed by a lot without any `<`.
_OPTIONS = re2.Options()
_OPTIONS.encoding = re2.Options.Encoding.LATIN1
_SUSPECT = re2.compile(
    rb"(?i)<(b|big|code|em|font|i|s|small|strike|strong|tt|u)[\s/]"
    rb"|</?[a-z](?:[^<>]*<|[^<]{1000})",
    _OPTIONS,
)
# A tag as the tokenizer reads it; every attribute has two bytes or more, so the bound on their
# number is beyond the bound on the length.
_TAG = re.compile(
    rb"</?[a-zA-Z][^\s/>]*+"
    rb"(?>[\s/]*+[^\s/>][^\s/>=]*+"
    rb"(?:\s*+=\s*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\s>\"'][^\s>]*+)?)?){0,16384}+"
)


def could_be_slow(body: bytes) -> bool:
    """Whether parsing `body` might take more than a second."""
    if len(body) <= _SMALL_BYTES:
        return False
    tags = body.count(b"<")
    return tags > _MAX_TAGS or _has_costly_tags(body, tags)


def _has_costly_tags(body: bytes, tags: int) -> bool:
    formatting = long_bytes = position = 0
    while suspect := _SUSPECT.search(body, position):
        start = suspect.start()
        tag = _TAG.match(body, start)
        position = max(start + 1, tag.end() if tag else 0)
        length = position - start
        formatting += suspect[1] is not None
        long_bytes += length if length > _LONG_TAG_BYTES else 0
        if (
            length > _MAX_TAG_BYTES
            or long_bytes > _MAX_LONG_TAGS_BYTES
            or formatting * tags > _MAX_REOPENED
        ):
            return True
    return False
