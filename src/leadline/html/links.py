"""The links of a page: resolved, in document order, one for each address."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from leadline.domain.addresses import Address
from leadline.domain.documents import Link, WrittenLinks
from leadline.domain.outcomes import Skipped
from leadline.html.encoding import is_utf8
from leadline.html.leads import Columns, joined
from leadline.html.reader import Reading
from leadline.urls.address import normalize

MAX_LINKS = 50_000

_MAX_BASE_LENGTH = 2_048
# Of all addresses of a page: a short link with a long base is a long address. Twice the size of the
# page, within these bounds; with the lower one, no usual page has so many.
_LEAST_TOTAL_LENGTH, _MOST_TOTAL_LENGTH = 8 * 1024 * 1024, 16 * 1024 * 1024
# How much longer an address may be than its base and what is written, a byte of which may become
# an escape, and a host a name.
_MAX_ORIGIN_LENGTH = len("https://") + 253 + len(":65535")
_MAX_ESCAPE_LENGTH = 3
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


def max_length_of(size: int) -> int:
    """How many characters the addresses of a page may have that has so many bytes."""
    return min(max(2 * size, _LEAST_TOTAL_LENGTH), _MOST_TOTAL_LENGTH)


def links_of(page: WrittenLinks, max_length: int = _MOST_TOTAL_LENGTH) -> tuple[list[Link], bool]:
    """Links to http and https addresses, the first anchor of each, and whether there are more.

    A reference to the page itself (empty, or only a fragment) is not a link.
    """
    found: dict[Address, Link] = {}
    length = 0
    for link in resolved(joined(page.texts, page.base), page):
        if link is None or not is_first(link, found):
            continue
        length += len(link.address)
        if len(found) == MAX_LINKS or length > max_length:
            return list(found.values()), True
    return list(found.values()), False


def are_all_kept(page: WrittenLinks, max_length: int = _MOST_TOTAL_LENGTH) -> bool:
    """Whether links are few enough for `links_of` to keep them all, and can be kept as they are."""
    # Each is three texts.
    count = page.texts.count(0) // 3
    length = count * (len(page.base) + _MAX_ORIGIN_LENGTH) + len(page.texts) * _MAX_ESCAPE_LENGTH
    return length <= max_length and count < MAX_LINKS and is_utf8(page.texts)


def written(links: Iterable[Link], address: Address) -> WrittenLinks:
    """Links of the page at an address that are resolved, as if they were written so."""
    texts = (f"{link.address}\0{link.anchor}\0{' '.join(link.rel)}\0" for link in links)
    return WrittenLinks("".join(texts).encode(), address, address)


def resolved(columns: Columns, page: WrittenLinks) -> Iterator[Link | None]:
    """Each link of a page by itself; None where it leads to no other page."""
    address, base = page.address, page.base
    for text, anchor, rel in zip(*columns, strict=True):
        target = _resolved(text[1:], address, base) if text[0] == " " else Address(text)
        yield None if target is None else _link((target, anchor, _rel(rel) if rel else ()))


def is_first(link: Link, found: dict[Address, Link]) -> bool:
    """Whether nothing was found yet that leads to the same address; if so, now it is.

    A link that has no rel takes it from the one that was found.
    """
    first = found.setdefault(link.address, link)
    if first.rel and not link.rel:
        found[link.address] = first._replace(rel=())
    return first is link


def _resolved(href: str, address: Address, base: Address) -> Address | None:
    if not href and base == address:
        return None
    is_remembered = href.startswith(_ABSOLUTE) and len(href) <= _MAX_REMEMBERED_LENGTH
    target = _normal(href) if is_remembered else normalize(href, base)
    return None if isinstance(target, Skipped) else target


def _rel(value: str) -> tuple[str, ...]:
    return tuple(token for token in value.lower().split() if token in _KEPT_REL)
