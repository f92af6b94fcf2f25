"""The links of a page: resolved, in document order, one for each address."""

from collections.abc import Callable
from functools import lru_cache, partial

from leadline.domain.addresses import Address
from leadline.domain.documents import Link
from leadline.domain.outcomes import Skipped
from leadline.html.reader import Reading
from leadline.urls.address import normalize

MAX_LINKS = 50_000

_MAX_BASE_LENGTH = 2_048
_MAX_TOTAL_LENGTH = 16 * 1024 * 1024
_KEPT_REL = frozenset(["nofollow", "ugc", "sponsored"])
_ABSOLUTE = ("http://", "https://")
# Pages of one site repeat what they link to outside of it.
_REMEMBERED = 4_096
_MAX_REMEMBERED_LENGTH = 1_024

_normal = lru_cache(_REMEMBERED)(normalize)
# `Link(...)` is a function in Python, and a page has dozens.
_link: Callable[[tuple[Address, str, tuple[str, ...]]], Link] = partial(tuple.__new__, Link)


def base_of(page: Reading, address: Address) -> Address:
    """What relative links are resolved against: the first base tag if usable, else the address."""
    if page.base is None:
        return address
    base = normalize(page.base, address)
    # Every link would repeat it: a page of a megabyte could ask for gigabytes.
    return address if isinstance(base, Skipped) or len(base) > _MAX_BASE_LENGTH else base


def links_of(page: Reading, address: Address, base: Address) -> tuple[list[Link], bool]:
    """Links to http and https addresses, the first anchor of each, and whether there are more.

    A reference to the page itself (empty, or only a fragment) is not a link.
    """
    found: dict[Address, Link] = {}
    length = 0
    for written, anchor, written_rel in zip(*page.links(base), strict=True):
        target = _resolved(written[1:], address, base) if written[0] == " " else Address(written)
        if target is None:
            continue
        rel = _rel(written_rel) if written_rel else ()
        if (known := found.get(target)) is not None:
            if known.rel and not rel:
                found[target] = known._replace(rel=())
            continue
        found[target] = _link((target, anchor, rel))
        length += len(target)
        if len(found) == MAX_LINKS or length > _MAX_TOTAL_LENGTH:
            return list(found.values()), True
    return list(found.values()), False


def _resolved(href: str, address: Address, base: Address) -> Address | None:
    if not href and base == address:
        return None
    is_remembered = href.startswith(_ABSOLUTE) and len(href) <= _MAX_REMEMBERED_LENGTH
    target = _normal(href) if is_remembered else normalize(href, base)
    return None if isinstance(target, Skipped) else target


def _rel(value: str) -> tuple[str, ...]:
    return tuple(token for token in value.lower().split() if token in _KEPT_REL)
